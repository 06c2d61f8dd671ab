package org.espalier.cli.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory for the files of brat, two per document: the text and its annotations. No file is overwritten. */
public record BratFolder(Path folder) {

    /** The name of a file without what says that it is text. */
    static String stem(String file) {
        return file.equals("-")
                ? "document"
                : String.valueOf(Path.of(file).getFileName()).replaceFirst("[.](txt|json|jsonl)([.]gz)?$", "");
    }

    /** Writes a document under a name. */
    void write(String name, String text, String annotations) {
        create(folder.resolve(name + ".txt"), text);
        create(folder.resolve(name + ".ann"), annotations);
    }

    private void create(Path file, String content) {
        try {
            Files.createDirectories(folder);
            Files.writeString(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    file + " already exists, or two documents have the same name; give another --output-folder", e);
        } catch (IOException e) {
            throw new CommandFailure(file + ": the document cannot be written: " + e.getMessage(), e);
        }
    }
}
