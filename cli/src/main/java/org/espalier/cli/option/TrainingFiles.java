package org.espalier.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.input.ObservedReader;
import org.espalier.cli.input.SameColumns;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import picocli.CommandLine.Parameters;

/** The training data. */
public final class TrainingFiles {
    @Parameters(
            arity = "1..*",
            paramLabel = "train.txt",
            description = "The training data: files (*.gz is unpacked), or - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the training data", standardInput = true)
    private List<Path> inputs = List.of();

    /**
     * A reader of them.
     *
     * @param columns has seen the development data, or nothing yet
     */
    public SequenceReader open(DataOptions options, SameColumns columns) {
        return ObservedReader.open(options, inputs, columns);
    }

    /** All of them; there must be some. */
    public List<Sequence> readAll(DataOptions options) {
        return ObservedReader.readAll(options, inputs);
    }

    public List<Path> paths() {
        return inputs;
    }

    public List<String> names() {
        return names(inputs);
    }

    public static List<String> names(List<Path> files) {
        List<String> names = new ArrayList<>();
        files.forEach(file -> names.add(file.toString()));
        return names;
    }
}
