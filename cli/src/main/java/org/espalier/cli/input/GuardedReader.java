package org.espalier.cli.input;

import java.util.function.Consumer;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.jspecify.annotations.Nullable;

/**
 * Shows every sequence to a guard before it is used.
 *
 * @param guard throws when a sequence cannot be what was asked for
 * @param end is run when there is no more
 */
public record GuardedReader(SequenceReader reader, Consumer<Sequence> guard, Runnable end) implements SequenceReader {

    public GuardedReader(SequenceReader reader, Consumer<Sequence> guard) {
        this(reader, guard, () -> {});
    }

    @Override
    public @Nullable Sequence next() {
        Sequence sequence = reader.next();
        if (sequence != null) {
            guard.accept(sequence);
        } else {
            end.run();
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
