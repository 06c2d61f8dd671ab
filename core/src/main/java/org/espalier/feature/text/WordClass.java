package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which classes stand for words that a generative model has not seen often enough to know. */
public enum WordClass {
    /** None: an unknown word says nothing. */
    NONE,
    /** One class for all. */
    ONE,
    /** How it is written: {@code lower}, {@code Capital}, {@code CAPITALS}, {@code number} or {@code other}. */
    CAPITALS,
    /** Its outline, with every run made one: {@code Xx}, {@code d.d}. */
    SHAPE,
    /** Its longest known suffix, apart for capitals and digits: {@code x:tion}. */
    SUFFIX;

    /** The class that every word has, whatever the rule. */
    static final String ANY = "?";

    /**
     * The classes of a word, the most specific first; the last is that of all words.
     *
     * @param suffixLength the longest suffix, in characters
     */
    public List<String> of(String word, int suffixLength) {
        return switch (this) {
            case NONE -> List.of();
            case ONE -> List.of(ANY);
            case CAPITALS -> List.of(writing(word), ANY);
            case SHAPE -> {
                StringBuilder outline = new StringBuilder();
                WordShape.appendShort(WordShape.shape(word), outline);
                yield List.of(outline.toString(), ANY);
            }
            case SUFFIX -> suffixes(word, suffixLength);
        };
    }

    private static String writing(String word) {
        if (word.codePoints().anyMatch(WordShape::isNumber)) {
            return "number";
        }
        boolean upper = word.codePoints().anyMatch(Character::isUpperCase);
        boolean lower = word.codePoints().anyMatch(Character::isLowerCase);
        if (!upper) {
            return lower ? "lower" : "other";
        }
        return lower ? "Capital" : "CAPITALS";
    }

    private static List<String> suffixes(String word, int longest) {
        String mark;
        if (word.codePoints().anyMatch(WordShape::isNumber)) {
            mark = "d:";
        } else {
            mark = !word.isEmpty() && Character.isUpperCase(word.codePointAt(0)) ? "X:" : "x:";
        }
        String text = word.toLowerCase(Locale.ROOT);
        int points = text.codePointCount(0, text.length());
        List<String> classes = new ArrayList<>();
        for (int length = Math.min(longest, points); length >= 0; length--) {
            classes.add(mark + text.substring(text.offsetByCodePoints(text.length(), -length)));
        }
        classes.add(ANY);
        return classes;
    }
}
