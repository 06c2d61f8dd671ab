package org.espalier.cli.input;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;

/** Opens training data; refuses what cannot be learnt from, although it can be read. */
public final class ObservedReader {
    private ObservedReader() {}

    /**
     * A reader of training data.
     *
     * @param columns has seen the development data, or nothing yet
     */
    public static SequenceReader open(DataOptions options, List<Path> inputs, SameColumns columns) {
        Consumer<Sequence> guard = new WrongFormat(options).andThen(columns);
        return new GuardedReader(
                Sequences.open(options, inputs),
                options.format() == Format.COLUMNS ? guard.andThen(ObservedReader::requireObserved) : guard);
    }

    /** All training data; there must be some. */
    public static List<Sequence> readAll(DataOptions options, List<Path> inputs) {
        try (SequenceReader reader = open(options, inputs, new SameColumns(options))) {
            List<Sequence> data = Sequences.readAll(reader);
            if (data.isEmpty()) {
                throw new CommandFailure(inputs.get(0) + ": the data are empty; there is nothing to learn from");
            }
            return data;
        }
    }

    /** Columns that hold nothing but a label: usually the label is what is missing. */
    private static void requireObserved(Sequence sequence) {
        if (sequence.tokens().get(0).columns().isEmpty()) {
            throw new DataFormatException(
                    sequence.location(),
                    "1 column, which is read as the label; expected at least one more column to learn from. Is the label"
                            + " missing?");
        }
    }
}
