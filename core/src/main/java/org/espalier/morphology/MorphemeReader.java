package org.espalier.morphology;

import java.io.Closeable;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * Reads sentences that are cut into morphemes: a line {@code surface TAB features} each, and {@code EOS} or an empty line after a sentence.
 */
public final class MorphemeReader implements Closeable {
    private final LineReader lines;

    /** A morpheme as it is written down. */
    public record Written(String surface, String features) {}

    /**
     * A sentence.
     *
     * @param morphemes at least one
     * @param location where it begins
     */
    public record Sentence(List<Written> morphemes, Location location) {
        public Sentence {
            morphemes = List.copyOf(morphemes);
        }

        /** Where a morpheme stands. */
        Location location(int morpheme) {
            return new Location(location.source(), location.line() + morpheme);
        }

        /** The text: all surfaces, one after the other. */
        public String text() {
            StringBuilder text = new StringBuilder();
            morphemes.forEach(morpheme -> text.append(morpheme.surface));
            return text.toString();
        }
    }

    private final boolean skipsEmpty;

    private MorphemeReader(LineReader lines, boolean skipsEmpty) {
        this.lines = lines;
        this.skipsEmpty = skipsEmpty;
    }

    /** Opens a file. */
    public static MorphemeReader open(Path file, Charset encoding) {
        return new MorphemeReader(LineReader.open(file, encoding), false);
    }

    /**
     * Reads all sentences of some files.
     *
     * @param skipEmpty whether sentences without morphemes, as taggers write them of empty lines, are passed over
     * @throws DataFormatException when there is none
     */
    public static void readAll(List<Path> files, Charset encoding, boolean skipEmpty, Consumer<Sentence> sink) {
        boolean any = false;
        for (Path file : files) {
            try (MorphemeReader reader = new MorphemeReader(LineReader.open(file, encoding), skipEmpty)) {
                for (Sentence next = reader.next(); next != null; next = reader.next()) {
                    sink.accept(next);
                    any = true;
                }
            }
        }
        if (!any) {
            throw new DataFormatException(
                    new Location(files.isEmpty() ? "corpus" : files.get(0).toString(), 0),
                    "there are no sentences; expected lines 'surface TAB features', and EOS after each sentence");
        }
    }

    /** The next sentence, or null when there is none. */
    public @Nullable Sentence next() {
        List<Written> morphemes = new ArrayList<>();
        Location begin = lines.location();
        for (String line = lines.next(); line != null; line = lines.next()) {
            begin = morphemes.isEmpty() ? lines.location() : begin;
            if (line.equals("EOS") || line.isEmpty()) {
                if (morphemes.isEmpty() && skipsEmpty) {
                    continue;
                }
                if (morphemes.isEmpty()) {
                    throw new DataFormatException(
                            lines.location(),
                            "a sentence ends before it has begun; expected 'surface TAB features' before EOS");
                }
                return new Sentence(morphemes, begin);
            }
            int tab = line.indexOf('\t');
            if (tab <= 0) {
                throw new DataFormatException(
                        lines.location(),
                        "the line '" + (line.length() > 60 ? line.substring(0, 60) + "…" : line)
                                + "' has no surface and features; expected 'surface TAB features', or EOS after a sentence");
            }
            int second = line.indexOf('\t', tab + 1);
            morphemes.add(
                    new Written(line.substring(0, tab), line.substring(tab + 1, second < 0 ? line.length() : second)));
        }
        return morphemes.isEmpty() ? null : new Sentence(morphemes, begin);
    }

    @Override
    public void close() {
        lines.close();
    }
}
