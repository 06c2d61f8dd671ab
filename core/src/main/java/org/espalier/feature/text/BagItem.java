package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One kind of n-grams of a document, and what their attributes are worth.
 *
 * @param unit what is counted in a row
 * @param shortest the least n, from 1 on
 * @param longest the largest n
 * @param lower whether the text is lower-cased first
 * @param weighting the value of an n-gram that occurs
 * @param normalised whether the values of a document are divided by their Euclidean norm
 * @param minDocuments n-grams that occur in fewer documents of the training data are left out
 */
public record BagItem(
        Unit unit,
        int shortest,
        int longest,
        boolean lower,
        Weighting weighting,
        boolean normalised,
        int minDocuments) {
    private static final int MOST = 20;
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,3})(?:(?:\\.\\.|-)([0-9]{1,3}))?");

    /** What an n-gram is made of. */
    public enum Unit {
        /** Words: what stands between blanks. */
        WORDS,
        /** Words: runs of letters, digits and marks; whatever else stands between them is left out. */
        LETTERS,
        /** Characters within a word, with a blank at both of its ends. */
        CHARACTERS,
        /** Characters of the whole text, runs of blanks being one blank. */
        ACROSS
    }

    /** What an n-gram that occurs is worth. */
    public enum Weighting {
        /** 1. */
        BINARY,
        /** How often it occurs in the document. */
        COUNT,
        /** How often it occurs in the document · (ln((1 + N) / (1 + its documents)) + 1), N being all documents of the training. */
        TFIDF
    }

    public BagItem {
        if (shortest < 1 || longest < shortest || longest > MOST) {
            throw new IllegalArgumentException(
                    "n-grams of " + shortest + " to " + longest + "; expected a range within 1 to " + MOST);
        }
        if (minDocuments < 1) {
            throw new IllegalArgumentException("min=" + minDocuments + "; expected at least 1");
        }
    }

    /** Words of the given lengths, as they are written, each worth 1. */
    public static BagItem words(int shortest, int longest) {
        return new BagItem(Unit.WORDS, shortest, longest, false, Weighting.BINARY, false, 1);
    }

    /** Characters within words of the given lengths, as they are written, each n-gram worth 1. */
    public static BagItem characters(int shortest, int longest) {
        return new BagItem(Unit.CHARACTERS, shortest, longest, false, Weighting.BINARY, false, 1);
    }

    public BagItem withUnit(Unit value) {
        return new BagItem(value, shortest, longest, lower, weighting, normalised, minDocuments);
    }

    public BagItem withLower(boolean value) {
        return new BagItem(unit, shortest, longest, value, weighting, normalised, minDocuments);
    }

    public BagItem withWeighting(Weighting value) {
        return new BagItem(unit, shortest, longest, lower, value, normalised, minDocuments);
    }

    public BagItem withNormalised(boolean value) {
        return new BagItem(unit, shortest, longest, lower, weighting, value, minDocuments);
    }

    public BagItem withMinDocuments(int value) {
        return new BagItem(unit, shortest, longest, lower, weighting, normalised, value);
    }

    /** Whether the values depend on the documents of the training data. */
    boolean needsDocuments() {
        return weighting == Weighting.TFIDF || minDocuments > 1 || normalised;
    }

    boolean ofWords() {
        return unit == Unit.WORDS || unit == Unit.LETTERS;
    }

    /** Reads the arguments of {@code words(…)} or {@code characters(…)}. */
    static BagItem parse(String name, List<String> arguments) {
        BagItem item = switch (name) {
            case "words" -> words(1, 1);
            case "characters" -> characters(2, 4);
            default ->
                throw new IllegalArgumentException(
                        "unknown item '" + name + "'; expected words, characters, column or bias");
        };
        for (String argument : arguments) {
            Matcher range = RANGE.matcher(argument);
            if (range.matches()) {
                int from = Integer.parseInt(range.group(1));
                int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
                item = new BagItem(item.unit, from, to, item.lower, item.weighting, item.normalised, item.minDocuments);
            } else if (argument.startsWith("min=") && argument.matches("min=[0-9]{1,9}")) {
                item = item.withMinDocuments(Integer.parseInt(argument.substring(4)));
            } else {
                item = item.with(argument);
            }
        }
        return item;
    }

    private BagItem with(String word) {
        return switch (word) {
            case "lower" -> withLower(true);
            case "cased" -> withLower(false);
            case "binary" -> withWeighting(Weighting.BINARY);
            case "count" -> withWeighting(Weighting.COUNT);
            case "tfidf", "tf-idf" -> withWeighting(Weighting.TFIDF);
            case "l2" -> withNormalised(true);
            case "letters", "blanks" -> {
                if (!ofWords()) {
                    throw new IllegalArgumentException("'" + word + "' is for words, not for characters");
                }
                yield withUnit(word.equals("letters") ? Unit.LETTERS : Unit.WORDS);
            }
            case "across", "within" -> {
                if (ofWords()) {
                    throw new IllegalArgumentException("'" + word + "' is for characters, not for words");
                }
                yield withUnit(word.equals("across") ? Unit.ACROSS : Unit.CHARACTERS);
            }
            default ->
                throw new IllegalArgumentException("found '" + word
                        + "'; expected lengths such as 1..2, lower, binary, count, tfidf, l2, min=2, letters (words) or"
                        + " across (characters)");
        };
    }

    /** The item as {@link #parse} reads it. */
    @Override
    public String toString() {
        List<String> arguments = new ArrayList<>();
        arguments.add(shortest == longest ? String.valueOf(shortest) : shortest + ".." + longest);
        if (lower) {
            arguments.add("lower");
        }
        arguments.add(weighting.name().toLowerCase(Locale.ROOT));
        if (normalised) {
            arguments.add("l2");
        }
        if (unit == Unit.LETTERS || unit == Unit.ACROSS) {
            arguments.add(unit.name().toLowerCase(Locale.ROOT));
        }
        if (minDocuments > 1) {
            arguments.add("min=" + minDocuments);
        }
        return (ofWords() ? "words" : "characters") + "(" + String.join(",", arguments) + ")";
    }

    /** Reports every n-gram of a text, as often as it occurs, in the order of the text, shorter ones first. */
    void forEach(String text, Consumer<String> grams) {
        String used = lower ? text.toLowerCase(Locale.ROOT) : text;
        switch (unit) {
            case WORDS -> words(split(used, false), grams);
            case LETTERS -> words(split(used, true), grams);
            case CHARACTERS -> split(used, false).forEach(word -> characters(" " + word + " ", grams));
            case ACROSS -> characters(String.join(" ", split(used, false)), grams);
        }
    }

    private static List<String> split(String text, boolean letters) {
        List<String> words = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i <= text.length(); ) {
            int point = i == text.length() ? ' ' : text.codePointAt(i);
            boolean inside = letters ? isLetter(point) : !Character.isWhitespace(point);
            if (inside && begin < 0) {
                begin = i;
            } else if (!inside && begin >= 0) {
                words.add(text.substring(begin, i));
                begin = -1;
            }
            i += Character.charCount(point);
        }
        return words;
    }

    private static boolean isLetter(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> Character.isLetterOrDigit(point);
        };
    }

    private void words(List<String> words, Consumer<String> grams) {
        StringBuilder gram = new StringBuilder();
        for (int n = shortest; n <= longest; n++) {
            for (int i = 0; i + n <= words.size(); i++) {
                gram.setLength(0);
                gram.append(words.get(i));
                for (int k = 1; k < n; k++) {
                    gram.append(' ').append(words.get(i + k));
                }
                grams.accept(gram.toString());
            }
        }
    }

    private void characters(String text, Consumer<String> grams) {
        int count = text.codePointCount(0, text.length());
        for (int n = shortest; n <= longest && n <= count; n++) {
            int begin = 0;
            int end = text.offsetByCodePoints(0, n);
            while (true) {
                grams.accept(text.substring(begin, end));
                if (end == text.length()) {
                    break;
                }
                begin = text.offsetByCodePoints(begin, 1);
                end = text.offsetByCodePoints(end, 1);
            }
        }
    }
}
