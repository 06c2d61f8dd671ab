package org.espalier.feature.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * Reads files of word classes.
 *
 * <p>Three fields are {@code path TAB word TAB count}, the output of Brown clustering. Two are {@code word TAB class}; they are {@code path
 * TAB word} when the first field of every line is a path of 0 and 1. Where a line has no tab, a single blank separates.
 */
final class WordClassReader {
    private static final String EXPECTED =
            "; expected 'path TAB word TAB count', with a path of 0 and 1, or 'word TAB class'";

    private final Path file;
    private final int minimum;
    private final List<String> first = new ArrayList<>();
    private final List<String> second = new ArrayList<>();
    private final List<Location> places = new ArrayList<>();
    private boolean firstArePaths = true;
    private int fields;

    WordClassReader(Path file, int minimum) {
        this.file = file;
        this.minimum = minimum;
    }

    WordClasses read() {
        try (LineReader lines = LineReader.open(file)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!line.isBlank()) {
                    add(line, lines.location());
                }
            }
        }
        if (minimum > 0 && fields == 2) {
            throw new DataFormatException(
                    new Location(file.toString(), 1),
                    "the file has no counts, and the features ask for words that occur at least " + minimum
                            + " times; leave min= out" + EXPECTED);
        }
        WordClasses.Builder builder = new WordClasses.Builder();
        for (int k = 0; k < first.size(); k++) {
            String word = firstArePaths ? second.get(k) : first.get(k);
            String wordClass = firstArePaths ? first.get(k) : second.get(k);
            if (!builder.add(word, wordClass)) {
                throw new DataFormatException(
                        places.get(k), "the word '" + word + "' occurs twice; remove one of the two lines");
            }
        }
        if (builder.isEmpty()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    (minimum > 0 ? "no word occurs " + minimum + " times" : "the file is empty") + EXPECTED);
        }
        return builder.build();
    }

    private void add(String line, Location place) {
        String[] parts = line.split(line.indexOf('\t') < 0 ? " " : "\t", -1);
        if (fields == 0) {
            fields = parts.length;
        }
        String problem = problem(parts);
        if (problem != null) {
            throw new DataFormatException(place, problem + EXPECTED);
        }
        firstArePaths &= WordClasses.isPath(parts[0]);
        if (parts.length < 3 || Long.parseLong(parts[2]) >= minimum) {
            first.add(parts[0]);
            second.add(parts[1]);
            places.add(place);
        }
    }

    private @Nullable String problem(String[] parts) {
        if (parts.length != 2 && parts.length != 3) {
            return parts.length + (parts.length == 1 ? " field" : " fields");
        }
        if (parts.length != fields) {
            return parts.length + " fields, but " + fields + " on the first line";
        }
        if (parts[0].isEmpty() || parts[1].isEmpty()) {
            return "an empty field";
        }
        if (parts.length == 3 && !WordClasses.isPath(parts[0])) {
            return "the path '" + parts[0] + "'";
        }
        return parts.length == 3 && !parts[2].matches("[0-9]{1,18}") ? "the count '" + parts[2] + "'" : null;
    }
}
