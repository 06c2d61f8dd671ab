package org.espalier.data;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads several sources one after the other, with one of them open at a time. */
final class ConcatenatedReader implements SequenceReader {
    private final DataOptions options;
    private final List<Path> sources;
    private int nextSource;
    private @Nullable SequenceReader current;
    private @Nullable String separator;

    ConcatenatedReader(DataOptions options, List<Path> sources) {
        this.options = options;
        this.sources = List.copyOf(sources);
    }

    @Override
    public @Nullable Sequence next() {
        while (true) {
            SequenceReader reader = current;
            if (reader == null) {
                if (nextSource == sources.size()) {
                    return null;
                }
                reader = Sequences.openOne(options, sources.get(nextSource++));
                current = reader;
            }
            Sequence sequence = reader.next();
            if (sequence != null) {
                if (separator == null) {
                    separator = reader.columnSeparator();
                }
                return sequence;
            }
            close();
        }
    }

    /** That of the first source that has any sequence. */
    @Override
    public String columnSeparator() {
        return separator == null ? " " : separator;
    }

    @Override
    public void close() {
        SequenceReader reader = current;
        current = null;
        if (reader != null) {
            reader.close();
        }
    }
}
