package org.espalier.feature.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The words of a document, without their order: n-grams of words and of characters, for classification.
 *
 * <p>{@link #parse} reads a specification such as {@code words(1..2,lower,tfidf,l2),characters(2..4),bias}; {@link #toString} writes
 * it. The attributes are called {@code w=…} for words, {@code c=…} for characters, and {@code bias}. The document is the column {@code
 * text}, or the one that {@code column(name)} names, or the first one where columns have no names.
 *
 * <p>What depends on the training data (in how many documents an n-gram occurs) is counted by {@link #fit} and kept in the definition.
 * Extracting costs time and memory in proportion to the number of n-grams.
 */
public final class BagOfWords implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "bag";

    private static final String USUAL_COLUMN = "text";

    private final List<BagItem> items;
    private final String column;
    private final boolean bias;
    private final List<Documents> documents; // of each item; empty before fit

    private BagOfWords(List<BagItem> items, String column, boolean bias, List<Documents> documents) {
        this.items = List.copyOf(items);
        this.column = column;
        this.bias = bias;
        this.documents = List.copyOf(documents);
        if (items.isEmpty()) {
            throw new IllegalArgumentException("no n-grams; expected an item such as words(1..2,lower)");
        }
    }

    /** In how many of the training documents n-grams occur; those that occur too rarely are not there. */
    private record Documents(long count, Map<String, Integer> of) {}

    /** The bag with these items, without bias, of the column {@code text}. */
    public static BagOfWords of(BagItem... items) {
        return new BagOfWords(List.of(items), USUAL_COLUMN, false, List.of());
    }

    /** Whether there is one more attribute that every document has. */
    public BagOfWords withBias(boolean value) {
        return new BagOfWords(items, column, value, documents);
    }

    /** Another column than {@code text}. */
    public BagOfWords withColumn(String value) {
        return new BagOfWords(items, value, bias, documents);
    }

    /**
     * Reads a specification: items separated by commas.
     *
     * @throws IllegalArgumentException when it is wrong
     */
    public static BagOfWords parse(String specification) {
        List<BagItem> items = new ArrayList<>();
        String column = USUAL_COLUMN;
        boolean bias = false;
        for (String item : split(specification, specification)) {
            int open = item.indexOf('(');
            if (open >= 0 && !item.endsWith(")")) {
                throw problem(specification, "'" + item + "' has no closing bracket at its end");
            }
            String name = (open < 0 ? item : item.substring(0, open)).strip();
            List<String> arguments =
                    open < 0 ? List.of() : split(item.substring(open + 1, item.length() - 1), specification);
            try {
                if (name.equals("bias") && open < 0) {
                    bias = true;
                } else if (name.equals("column") && arguments.size() == 1) {
                    column = arguments.get(0);
                } else {
                    items.add(BagItem.parse(name, arguments));
                }
            } catch (IllegalArgumentException e) {
                throw problem(specification, name + ": " + e.getMessage());
            }
        }
        if (items.isEmpty()) {
            throw problem(specification, "there are no n-grams; expected an item such as words(1..2,lower)");
        }
        return new BagOfWords(items, column, bias, List.of());
    }

    /** Cuts at commas outside brackets. */
    private static List<String> split(String text, String specification) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && (depth <= 0 || i == text.length())) {
                String part = text.substring(begin, i).strip();
                if (part.isEmpty()) {
                    throw problem(
                            specification, "an item or an argument is empty; expected items such as words(1..2,lower)");
                }
                parts.add(part);
                begin = i + 1;
            }
        }
        return parts;
    }

    private static IllegalArgumentException problem(String specification, String what) {
        return new IllegalArgumentException("bag of words '" + specification + "': " + what);
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        if (!isFitted()) {
            throw new IllegalStateException("the features '" + this + "' must first count documents; call fit");
        }
        if (bias) {
            sink.state("bias", 1);
        }
        String text = text(sequence, position);
        for (int k = 0; k < items.size(); k++) {
            extract(items.get(k), documents.isEmpty() ? null : documents.get(k), text, sink);
        }
    }

    private static void extract(BagItem item, @Nullable Documents known, String text, AttributeSink sink) {
        boolean selected = known != null && item.needsDocuments();
        Map<String, Integer> counts = new LinkedHashMap<>();
        item.forEach(text, gram -> {
            if (!selected || Objects.requireNonNull(known).of.containsKey(gram)) {
                counts.merge(gram, 1, Integer::sum);
            }
        });
        double norm = 0;
        if (item.normalised()) {
            for (Map.Entry<String, Integer> gram : counts.entrySet()) {
                double value = value(item, known, gram);
                norm += value * value;
            }
            norm = Math.sqrt(norm);
        }
        StringBuilder name = new StringBuilder(item.ofWords() ? "w=" : "c=");
        for (Map.Entry<String, Integer> gram : counts.entrySet()) {
            name.setLength(2);
            double value = value(item, known, gram);
            sink.state(name.append(gram.getKey()), norm > 0 ? value / norm : value);
        }
    }

    private static double value(BagItem item, @Nullable Documents known, Map.Entry<String, Integer> gram) {
        return switch (item.weighting()) {
            case BINARY -> 1;
            case COUNT -> gram.getValue();
            case TFIDF -> {
                Documents documents = Objects.requireNonNull(known);
                int with = Objects.requireNonNull(documents.of.get(gram.getKey()));
                yield gram.getValue() * (Math.log((1.0 + documents.count) / (1.0 + with)) + 1);
            }
        };
    }

    private String text(Sequence sequence, int position) {
        Token token = sequence.tokens().get(position);
        int at = token.names().isEmpty() ? 0 : token.names().indexOf(column);
        if (at < 0 || at >= token.columns().size()) {
            throw new DataFormatException(
                    sequence.location(),
                    "no column '" + column + "' to take words from; found " + token.names()
                            + ", name one of them with column(name) among the features");
        }
        return token.columns().get(at);
    }

    @Override
    public BagOfWords fit(Iterable<Sequence> data) {
        if (isFitted()) {
            return this;
        }
        List<Map<String, Integer>> counts = new ArrayList<>();
        items.forEach(item -> counts.add(new TreeMap<>()));
        long count = 0;
        for (Sequence sequence : data) {
            for (int t = 0; t < sequence.length(); t++) {
                count++;
                String text = text(sequence, t);
                for (int k = 0; k < items.size(); k++) {
                    Map<String, Integer> with = counts.get(k);
                    if (items.get(k).needsDocuments()) {
                        Set<String> grams = new HashSet<>();
                        items.get(k).forEach(text, grams::add);
                        grams.forEach(gram -> with.merge(gram, 1, Integer::sum));
                    }
                }
            }
        }
        List<Documents> fitted = new ArrayList<>();
        for (int k = 0; k < items.size(); k++) {
            int least = items.get(k).minDocuments();
            counts.get(k).values().removeIf(with -> with < least);
            fitted.add(new Documents(count, counts.get(k)));
        }
        return new BagOfWords(items, column, bias, fitted);
    }

    @Override
    public boolean isFitted() {
        return !documents.isEmpty() || items.stream().noneMatch(BagItem::needsDocuments);
    }

    /** Always false: a document is a sequence of length 1. */
    @Override
    public boolean sharedTransitions() {
        return false;
    }

    /** Its text is the specification and, per item, a line {@code documents n-grams} and lines {@code documents n-gram}. */
    @Override
    public FeatureDefinition definition() {
        StringBuilder text = new StringBuilder(toString());
        for (Documents known : documents) {
            text.append('\n').append(known.count).append(' ').append(known.of.size());
            known.of.forEach(
                    (gram, with) -> text.append('\n').append(with).append(' ').append(gram));
        }
        return new FeatureDefinition(KIND, text.toString(), Map.of());
    }

    /** The extractor with this text of a definition. */
    public static BagOfWords parseDefinition(String text) {
        String[] lines = text.split("\n", -1);
        BagOfWords bag = parse(lines[0]);
        if (lines.length == 1) {
            return bag;
        }
        List<Documents> documents = new ArrayList<>();
        int at = 1;
        for (int k = 0; k < bag.items.size(); k++) {
            Map<String, Integer> of = new TreeMap<>();
            long count = number(lines, at, 0);
            long size = number(lines, at++, 1);
            for (long n = 0; n < size; n++, at++) {
                int with = (int) number(lines, at, 0);
                of.put(lines[at].substring(lines[at].indexOf(' ') + 1), with);
            }
            documents.add(new Documents(count, of));
        }
        if (at != lines.length) {
            throw new IllegalArgumentException("the definition of the bag of words has too many lines");
        }
        return new BagOfWords(bag.items, bag.column, bag.bias, documents);
    }

    private static long number(String[] lines, int at, int field) {
        String[] fields = at < lines.length ? lines[at].split(" ", 2) : new String[0];
        if (fields.length < 2 || !fields[field].matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("the definition of the bag of words is damaged at line " + (at + 1));
        }
        return Long.parseLong(fields[field]);
    }

    /** The specification. */
    @Override
    public String toString() {
        return items.stream().map(BagItem::toString).collect(Collectors.joining(","))
                + (column.equals(USUAL_COLUMN) ? "" : ",column(" + column + ")")
                + (bias ? ",bias" : "");
    }
}
