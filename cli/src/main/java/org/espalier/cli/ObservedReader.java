package org.espalier.cli;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.jspecify.annotations.Nullable;

/** Refuses columns that hold nothing but a label: usually the label is what is missing. */
record ObservedReader(SequenceReader reader) implements SequenceReader {

    /** A reader of training data. */
    static SequenceReader open(DataOptions options, List<Path> inputs) {
        SequenceReader reader = Sequences.open(options, inputs);
        return options.format() == Format.COLUMNS ? new ObservedReader(reader) : reader;
    }

    /** All training data; there must be some. */
    static List<Sequence> readAll(DataOptions options, List<Path> inputs) {
        try (SequenceReader reader = open(options, inputs)) {
            List<Sequence> data = Sequences.readAll(reader);
            if (data.isEmpty()) {
                throw new CommandFailure(inputs.get(0) + ": the data are empty; there is nothing to learn from");
            }
            return data;
        }
    }

    @Override
    public @Nullable Sequence next() {
        Sequence sequence = reader.next();
        if (sequence != null && sequence.tokens().get(0).columns().isEmpty()) {
            throw new DataFormatException(
                    sequence.location(),
                    "1 column, which is taken for the label; expected at least one more to observe. Is the label missing?");
        }
        return sequence;
    }

    @Override
    public String columnSeparator() {
        return reader.columnSeparator();
    }

    @Override
    public void close() {
        reader.close();
    }
}
