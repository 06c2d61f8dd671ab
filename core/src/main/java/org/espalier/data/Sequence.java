package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of tokens, optionally with a label for each.
 *
 * <p>A label is kept as the data have it: {@code ?} (unknown) and {@code A|B} (one of several) are understood by
 * {@link LabelNotation}, which the encoder uses.
 *
 * @param tokens the tokens; may be empty
 * @param labels one label per token, or null when the sequence is not labelled
 * @param weight how much the sequence counts in training; finite and not negative
 * @param comments comment lines that stood before or within the sequence, as read
 * @param location where the sequence begins
 * @param text the text that the tokens stand in, one token of it per token of the sequence; null when they were given as tokens
 * @param marks the pairs of tokens that belong together, such as the arcs of a tree; null when they are not known, or there is no such thing
 * @param factors which tokens are scored together, where the sequence is a graph and its tokens are variables; null where it is none
 */
public record Sequence(
        List<Token> tokens,
        @Nullable List<String> labels,
        double weight,
        List<String> comments,
        Location location,
        @Nullable TokenizedText text,
        @Nullable List<Mark> marks,
        @Nullable List<Factor> factors) {

    public Sequence {
        tokens = List.copyOf(tokens);
        labels = labels == null ? null : List.copyOf(labels);
        comments = List.copyOf(comments);
        marks = marks == null ? null : List.copyOf(marks);
        factors = factors == null ? null : List.copyOf(factors);
        Objects.requireNonNull(location, "location");
        if (labels != null && labels.size() != tokens.size()) {
            throw new DataFormatException(
                    location, labels.size() + " labels for " + tokens.size() + " tokens; expected one label per token");
        }
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new DataFormatException(location, "weight " + weight + "; expected a finite number of at least 0");
        }
        if (text != null && text.size() != tokens.size()) {
            throw new DataFormatException(
                    location, "a text of " + text.size() + " tokens for a sequence of " + tokens.size());
        }
        for (Mark mark : marks == null ? List.<Mark>of() : marks) {
            if (mark.from() >= tokens.size() || mark.to() > tokens.size()) {
                throw new DataFormatException(
                        location,
                        "a mark from " + mark.from() + " to " + mark.to() + " in a sequence of " + tokens.size()
                                + " tokens; expected tokens counted from 0");
            }
        }
        for (Factor factor : factors == null ? List.<Factor>of() : factors) {
            for (int variable : factor.variables()) {
                if (variable < 0 || variable >= tokens.size()) {
                    throw new DataFormatException(
                            location,
                            "a factor '" + factor.template() + "' has the variable " + variable + " in a graph of "
                                    + tokens.size() + "; expected a number from 0 to " + (tokens.size() - 1));
                }
            }
        }
    }

    /** A sequence that is no graph. */
    public Sequence(
            List<Token> tokens,
            @Nullable List<String> labels,
            double weight,
            List<String> comments,
            Location location,
            @Nullable TokenizedText text,
            @Nullable List<Mark> marks) {
        this(tokens, labels, weight, comments, location, text, marks, null);
    }

    /** A sequence without marks. */
    public Sequence(
            List<Token> tokens,
            @Nullable List<String> labels,
            double weight,
            List<String> comments,
            Location location,
            @Nullable TokenizedText text) {
        this(tokens, labels, weight, comments, location, text, null);
    }

    /** A sequence of tokens that stand in no text. */
    public Sequence(
            List<Token> tokens,
            @Nullable List<String> labels,
            double weight,
            List<String> comments,
            Location location) {
        this(tokens, labels, weight, comments, location, null);
    }

    /** An unlabelled sequence of the tokens of a text. */
    public static Sequence ofText(String text, Tokenizer tokenizer) {
        return ofText(TokenizedText.of(text, tokenizer), null, List.of(), Location.NONE);
    }

    /** A sequence of the tokens of a text, or of a part of one. */
    public static Sequence ofText(
            TokenizedText text, @Nullable List<String> labels, List<String> comments, Location location) {
        List<Token> tokens = new ArrayList<>(text.size());
        for (int t = 0; t < text.size(); t++) {
            tokens.add(Token.ofColumns(text.token(t)));
        }
        return new Sequence(tokens, labels, 1.0, comments, location, text);
    }

    /** An unlabelled sequence of one-column tokens. */
    public static Sequence ofWords(String... words) {
        List<Token> tokens = new ArrayList<>(words.length);
        for (String word : words) {
            tokens.add(Token.ofColumns(word));
        }
        return of(tokens, null);
    }

    /** A sequence with weight 1. */
    public static Sequence of(List<Token> tokens, @Nullable List<String> labels) {
        return new Sequence(tokens, labels, 1.0, List.of(), Location.NONE);
    }

    public int length() {
        return tokens.size();
    }

    public boolean isLabelled() {
        return labels != null;
    }

    public Sequence withLabels(@Nullable List<String> newLabels) {
        return new Sequence(tokens, newLabels, weight, comments, location, text, marks, factors);
    }

    /** The same with other marks. */
    public Sequence withMarks(@Nullable List<Mark> newMarks) {
        return new Sequence(tokens, labels, weight, comments, location, text, newMarks, factors);
    }

    public Sequence withWeight(double newWeight) {
        return new Sequence(tokens, labels, newWeight, comments, location, text, marks, factors);
    }

    /** The same as a graph: its tokens are variables, which these factors join. */
    public Sequence withFactors(@Nullable List<Factor> newFactors) {
        return new Sequence(tokens, labels, weight, comments, location, text, marks, newFactors);
    }
}
