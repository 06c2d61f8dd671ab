package org.espalier.interop;

import java.nio.file.Path;
import org.espalier.model.Model;

/** Reads model files of a kind that needs libraries of its own, such as ONNX graphs; found by {@link java.util.ServiceLoader}. */
public interface ModelReader {

    /** Whether it is a file of this kind. */
    boolean recognises(Path file);

    /**
     * Reads the file.
     *
     * @throws org.espalier.model.ModelFormatException when it is wrong
     */
    Model read(Path file);
}
