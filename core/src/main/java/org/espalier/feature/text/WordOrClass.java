package org.espalier.feature.text;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * One attribute per position, the symbol that a generative model emits: {@code w=word} for a word that it knows, {@code
 * c=class} for any other, nothing when the word has none of its classes.
 */
public final class WordOrClass implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "word-or-class";

    private static final String WORDS = "words";
    private static final String CLASSES = "classes";
    private static final String WORD = "w=";
    private static final String CLASS = "c=";

    private final int column;
    private final WordClass rule;
    private final int suffixLength;
    private final Set<String> words;
    private final Set<String> classes;

    /**
     * With the words and classes that are known.
     *
     * @param column which column holds the word
     * @param rule which classes a word has
     * @param suffixLength the longest suffix of {@link WordClass#SUFFIX}
     */
    public WordOrClass(
            int column, WordClass rule, int suffixLength, Collection<String> words, Collection<String> classes) {
        if (column < 0 || suffixLength < 0) {
            throw new IllegalArgumentException(
                    "column " + column + ", suffixes up to " + suffixLength + "; expected numbers from 0");
        }
        this.column = column;
        this.rule = rule;
        this.suffixLength = suffixLength;
        this.words = new HashSet<>(words);
        this.classes = new HashSet<>(classes);
    }

    /** The extractor with this definition. */
    public static WordOrClass parse(FeatureDefinition definition) {
        String[] parts = definition.text().split(" ", -1);
        List<String> words = definition.gazetteers().get(WORDS);
        List<String> classes = definition.gazetteers().get(CLASSES);
        try {
            if (parts.length == 3 && words != null && classes != null) {
                WordClass rule = WordClass.valueOf(parts[1].toUpperCase(Locale.ROOT));
                return new WordOrClass(Integer.parseInt(parts[0]), rule, Integer.parseInt(parts[2]), words, classes);
            }
        } catch (IllegalArgumentException e) {
            throw damaged(definition, e);
        }
        throw damaged(definition, null);
    }

    private static IllegalArgumentException damaged(FeatureDefinition definition, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the definition '" + definition.text() + "' of the model's words and classes is damaged;"
                        + " expected a column, a rule and a length, and lists of words and classes",
                cause);
    }

    /** The same with the word in another column. */
    public WordOrClass withColumn(int value) {
        return new WordOrClass(value, rule, suffixLength, words, classes);
    }

    /** The word of a position. */
    public String word(Sequence sequence, int position) {
        List<String> columns = sequence.tokens().get(position).columns();
        if (columns.size() <= column) {
            throw new DataFormatException(
                    sequence.location(),
                    "token " + (position + 1) + " has " + columns.size() + " columns; expected the word in column "
                            + column + ", counted from 0 and without the label");
        }
        return columns.get(column);
    }

    /** The symbol of a word, or null when it is not known and has no known class. */
    public @Nullable String symbol(String word) {
        if (words.contains(word)) {
            return WORD + word;
        }
        for (String candidate : rule.of(word, suffixLength)) {
            if (classes.contains(candidate)) {
                return CLASS + candidate;
            }
        }
        return null;
    }

    /** The symbol of a known word. */
    public static String wordSymbol(String word) {
        return WORD + word;
    }

    /** The symbol of a class. */
    public static String classSymbol(String name) {
        return CLASS + name;
    }

    /** What stands for a symbol in a text: the word itself, or the class in angle brackets. */
    public static String text(String symbol) {
        return symbol.startsWith(WORD) ? symbol.substring(WORD.length()) : "<" + symbol.substring(CLASS.length()) + ">";
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        String symbol = symbol(word(sequence, position));
        if (symbol != null) {
            sink.state(symbol, 1);
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(Set.of(column)));
    }

    @Override
    public boolean sharedTransitions() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        return new FeatureDefinition(
                KIND,
                column + " " + rule.name().toLowerCase(Locale.ROOT) + " " + suffixLength,
                Map.of(WORDS, sorted(words), CLASSES, sorted(classes)));
    }

    private static List<String> sorted(Set<String> names) {
        return names.stream().sorted().toList();
    }
}
