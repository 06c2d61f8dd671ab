package org.espalier.text;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A text with its tokens, or a part of a long text, such as a sentence with the blanks before it.
 *
 * <p>The parts of a text, one after the other, are the text: nothing between tokens is lost.
 *
 * @param text the characters of the part
 * @param tokens where its tokens stand in {@code text}
 * @param origin where the part begins in the whole text
 * @param lineEnd what ended the line when the text is a line of a file, which is not part of the text; empty for a last line without an
 *     end, null when the text is no line of a file
 * @param last whether the text ends with this part
 */
public record TokenizedText(
        String text,
        TextRanges tokens,
        TextOrigin origin,
        @Nullable String lineEnd,
        boolean last) {

    public TokenizedText {
        Objects.requireNonNull(origin, "origin");
        if (tokens.size() > 0 && tokens.end(tokens.size() - 1) > text.length()) {
            throw new IllegalArgumentException("a token ends at " + tokens.end(tokens.size() - 1) + " in a text of "
                    + text.length() + " characters");
        }
    }

    /** A whole text. */
    public static TokenizedText of(String text, Tokenizer tokenizer) {
        return new TokenizedText(text, tokenizer.tokenize(text), TextOrigin.START, null, true);
    }

    /**
     * The sentences of a text as its parts.
     *
     * @param sentences the sentences, see {@link Sentences}
     * @param origin where {@code text} begins, if it is itself a part of a longer one
     * @param last whether the longer one ends with it
     * @return at least one part; each has a sentence and the blanks before it, the last one also what is behind it
     */
    public static List<TokenizedText> parts(
            String text, TextRanges sentences, TextOrigin origin, Tokenizer tokenizer, boolean last) {
        List<TokenizedText> parts = new ArrayList<>();
        iterator(text, sentences, origin, tokenizer, last).forEachRemaining(parts::add);
        return parts;
    }

    /** The same parts one by one, each cut into tokens when it is asked for: a long text never has all its tokens in memory. */
    public static Iterator<TokenizedText> iterator(
            String text, TextRanges sentences, TextOrigin origin, Tokenizer tokenizer, boolean last) {
        return new Iterator<>() {
            private TextOrigin begin = origin;
            private int from;
            private int k;

            @Override
            public boolean hasNext() {
                return k < sentences.size() || k == 0;
            }

            @Override
            public TokenizedText next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                boolean rest = k + 1 >= sentences.size();
                String part = text.substring(from, rest ? text.length() : sentences.end(k));
                TokenizedText next = new TokenizedText(part, tokenizer.tokenize(part), begin, null, rest && last);
                begin = begin.after(part);
                from += part.length();
                k++;
                return next;
            }
        };
    }

    /** The sentences of a whole text, as its parts. */
    public static List<TokenizedText> sentences(String text, Tokenizer tokenizer) {
        return parts(text, Sentences.of(text), TextOrigin.START, tokenizer, true);
    }

    /** The same text as a line of a file that ended like this. */
    public TokenizedText withLineEnd(@Nullable String value) {
        return new TokenizedText(text, tokens, origin, value, last);
    }

    /** How many tokens it has. */
    public int size() {
        return tokens.size();
    }

    /** The text of a token. */
    public String token(int index) {
        return text.substring(tokens.start(index), tokens.end(index));
    }

    /**
     * The span from a token to another, in the whole text.
     *
     * @param first the first token
     * @param end one past the last token
     * @throws ArithmeticException when the text has more characters than a string can have
     */
    public TextSpan span(int first, int end, String type) {
        int start = tokens.start(first);
        int stop = tokens.end(end - 1);
        return new TextSpan(
                Math.toIntExact(origin.utf16() + start),
                Math.toIntExact(origin.utf16() + stop),
                type,
                text.substring(start, stop));
    }
}
