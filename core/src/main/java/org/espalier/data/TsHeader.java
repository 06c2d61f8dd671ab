package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the lines before {@code @data} say of a {@code .ts} file; names in any case, unknown ones mean nothing.
 *
 * <p>What is not said is as in the programs that made the format: no time stamps, a class label whose values are not listed.
 */
final class TsHeader {
    private boolean timeStamps;
    private boolean classLabel = true;
    private Map<String, String> classes = Map.of(); // as in the header, by their lower-case form
    private @Nullable Integer dimensions;
    private @Nullable Integer length;
    private boolean equalLength;

    /** The header, or null when the source has no line but comments. */
    static @Nullable TsHeader read(LineReader lines) {
        TsHeader header = new TsHeader();
        boolean any = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (isComment(line)) {
                continue;
            }
            any = true;
            String text = line.strip();
            if (!text.startsWith("@")) {
                throw new DataFormatException(
                        lines.location(),
                        "found '" + beginning(text)
                                + "' before @data; expected a line that begins with @ or #, as files of the format ts have them");
            }
            List<String> words = List.of(text.split("\\s+"));
            if (words.get(0).equalsIgnoreCase("@data")) {
                return header;
            }
            header.add(words, lines.location());
        }
        if (any) {
            throw new DataFormatException(
                    lines.location(),
                    "the file ends without @data, after which the sequences are expected; is it truncated?");
        }
        return null;
    }

    static boolean isComment(String line) {
        return line.isBlank() || line.startsWith("#") || line.startsWith("%");
    }

    static String beginning(String text) {
        return text.length() <= 30 ? text : text.substring(0, 30) + "…";
    }

    private void add(List<String> words, Location location) {
        switch (words.get(0).toLowerCase(Locale.ROOT)) {
            case "@timestamps" -> timeStamps = isTrue(words, location);
            case "@univariate" -> dimensions = isTrue(words, location) ? Integer.valueOf(1) : dimensions;
            case "@dimension", "@dimensions" -> dimensions = number(words, location);
            case "@equallength" -> equalLength = isTrue(words, location);
            case "@serieslength" -> length = number(words, location);
            case "@classlabel" -> {
                classLabel = isTrue(words, location);
                classes = classes(words.subList(2, words.size()));
            }
            case "@targetlabel" -> {
                if (isTrue(words, location)) {
                    throw new DataFormatException(
                            location,
                            "@targetLabel true: every sequence has a number to be predicted; expected @classLabel, a label to be"
                                    + " predicted");
                }
            }
            default -> {} // the problem's name, whether values are missing, and what others may have added
        }
    }

    private static Map<String, String> classes(List<String> names) {
        Map<String, String> found = new TreeMap<>();
        names.forEach(name -> found.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
        return found;
    }

    private static boolean isTrue(List<String> words, Location location) {
        String value = words.size() < 2 ? "" : words.get(1).toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            throw new DataFormatException(
                    location, "'" + words.get(0) + "' is followed by '" + value + "'; expected true or false");
        }
        return value.equals("true");
    }

    private static int number(List<String> words, Location location) {
        String value = words.size() < 2 ? "" : words.get(1);
        if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) == 0) {
            throw new DataFormatException(
                    location,
                    "'" + words.get(0) + "' is followed by '" + value + "'; expected a whole number of at least 1");
        }
        return Integer.parseInt(value);
    }

    /** Whether every value is written with its time. */
    boolean timeStamps() {
        return timeStamps;
    }

    /** Whether the last part of every line is a label. */
    boolean classLabel() {
        return classLabel;
    }

    /** The label as the header has it, or null when it is none of the header's. */
    @Nullable
    String label(String text) {
        return classes.isEmpty() ? text : classes.get(text.toLowerCase(Locale.ROOT));
    }

    List<String> classes() {
        return new ArrayList<>(classes.values());
    }

    /** How many dimensions a sequence has; null before that is known. */
    @Nullable
    Integer dimensions() {
        return dimensions;
    }

    /** How many frames every sequence has; null when they differ, or that is not known yet. */
    @Nullable
    Integer length() {
        return equalLength ? length : null;
    }

    /** The first sequence decides what the header left open. */
    void settle(int foundDimensions, int foundLength) {
        dimensions = dimensions == null ? Integer.valueOf(foundDimensions) : dimensions;
        length = length == null ? Integer.valueOf(foundLength) : length;
    }
}
