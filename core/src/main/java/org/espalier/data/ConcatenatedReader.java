package org.espalier.data;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/** Reads several sources one after the other, with one of them open at a time. */
public final class ConcatenatedReader implements SequenceReader {
    private final List<Path> sources;
    private final Function<Path, SequenceReader> opening;
    private int nextSource;
    private @Nullable SequenceReader current;
    private @Nullable String separator;

    /**
     * A reader.
     *
     * @param opening opens a source, when its turn has come
     */
    public ConcatenatedReader(List<Path> sources, Function<Path, SequenceReader> opening) {
        this.sources = List.copyOf(sources);
        this.opening = opening;
    }

    @Override
    public @Nullable Sequence next() {
        while (true) {
            SequenceReader reader = current;
            if (reader == null) {
                if (nextSource == sources.size()) {
                    return null;
                }
                reader = opening.apply(sources.get(nextSource++));
                current = reader;
            }
            Sequence sequence = reader.next();
            if (sequence != null) {
                if (separator == null) {
                    separator = reader.columnSeparator();
                }
                return nextSource < sources.size() ? ended(sequence) : sequence;
            }
            close();
        }
    }

    /** A last line without an end gets one when another source follows, or its first line would go on where this one stops. */
    private static Sequence ended(Sequence sequence) {
        TokenizedText text = sequence.text();
        return text == null || text.lineEnd() == null || !text.lineEnd().isEmpty()
                ? sequence
                : new Sequence(
                        sequence.tokens(),
                        sequence.labels(),
                        sequence.weight(),
                        sequence.comments(),
                        sequence.location(),
                        text.withLineEnd("\n"));
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
