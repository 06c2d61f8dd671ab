package org.espalier.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.espalier.text.Sentences;
import org.espalier.text.TextOrigin;
import org.espalier.text.TextRanges;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * Cuts running text into tokens, and long texts into sentences before: a sequence each.
 *
 * <p>The texts of the sequences, one after the other and with their line ends, are the source: nothing is lost, so that what is written
 * can equal what was read. No sentence ends within an annotation. A text without tokens is an empty sequence. Labelled data are for
 * learning, and such sequences are skipped there. Holds one text.
 */
final class RunningTextReader implements SequenceReader {
    private final TextSource source;
    private final DataOptions options;
    private final Deque<Sequence> ready = new ArrayDeque<>();

    RunningTextReader(TextSource source, DataOptions options) {
        this.source = source;
        this.options = options;
    }

    @Override
    public @Nullable Sequence next() {
        while (ready.isEmpty()) {
            AnnotatedText text = source.next();
            if (text == null) {
                return null;
            }
            if (options.labelled() && text.annotations() == null) {
                throw new DataFormatException(
                        text.location(),
                        "raw text has no labels; annotate it as in '[2](QTY) cups' and give --format inline");
            }
            ready.addAll(sequences(text));
        }
        return ready.remove();
    }

    private List<Sequence> sequences(AnnotatedText text) {
        List<Sequence> sequences = new ArrayList<>();
        int next = 0; // first annotation that belongs to no part yet
        long line = text.location().line();
        List<AnnotatedText.Annotation> annotations =
                text.annotations() == null ? null : Annotations.sorted(text.annotations());
        List<TokenizedText> parts = parts(text, annotations);
        for (TokenizedText part : parts) {
            List<String> labels = null;
            if (annotations != null) {
                long end = part.origin().utf16() + part.text().length();
                int first = next;
                while (next < annotations.size()
                        && (part.last() || annotations.get(next).span().start() < end)) {
                    next++;
                }
                labels = Annotations.labels(part, annotations.subList(first, next), options.text());
            }
            Location location = text.lines()
                    ? new Location(text.location().source(), line + lineEnds(part.text(), begin(part)))
                    : text.location();
            line += text.lines() ? lineEnds(part.text(), part.text().length()) : 0;
            if (part.size() > 0 || !options.labelled()) {
                sequences.add(Sequence.ofText(
                        part.last() ? part.withLineEnd(text.lineEnd()) : part,
                        labels,
                        sequences.isEmpty() ? text.comments() : List.of(),
                        location));
            }
        }
        return sequences;
    }

    private List<TokenizedText> parts(AnnotatedText text, @Nullable List<AnnotatedText.Annotation> annotations) {
        TextOptions how = options.text();
        if (!how.cutsSentences(options.format())) {
            return List.of(TokenizedText.of(text.text(), how.tokenizer()));
        }
        TextRanges sentences = Sentences.of(text.text());
        return TokenizedText.parts(
                text.text(),
                annotations == null ? sentences : uncut(text.text(), sentences, annotations),
                TextOrigin.START,
                how.tokenizer(),
                true);
    }

    /** The sentences, joined where an annotation goes from one into the next. */
    private static TextRanges uncut(String text, TextRanges sentences, List<AnnotatedText.Annotation> annotations) {
        BitSet joined = new BitSet(); // with the sentence behind
        int k = 0;
        for (AnnotatedText.Annotation annotation : annotations) {
            int end = annotation.span().end();
            while (end > annotation.span().start() && Character.isWhitespace(text.charAt(end - 1))) {
                end--;
            }
            while (k < sentences.size() && sentences.end(k) <= annotation.span().start()) {
                k++;
            }
            for (int j = k; j < sentences.size() && sentences.end(j) < end; j++) {
                joined.set(j);
            }
        }
        if (joined.isEmpty()) {
            return sentences;
        }
        List<int[]> ranges = new ArrayList<>();
        for (int j = 0; j < sentences.size(); j++) {
            if (j > 0 && joined.get(j - 1)) {
                ranges.get(ranges.size() - 1)[1] = sentences.end(j);
            } else {
                ranges.add(new int[] {sentences.start(j), sentences.end(j)});
            }
        }
        return TextRanges.of(
                ranges.stream().mapToInt(range -> range[0]).toArray(),
                ranges.stream().mapToInt(range -> range[1]).toArray());
    }

    /** Where the first token of a part begins. */
    private static int begin(TokenizedText part) {
        return part.size() == 0 ? 0 : part.tokens().start(0);
    }

    private static long lineEnds(String text, int end) {
        long count = 0;
        for (int at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
            count++;
        }
        return count;
    }

    @Override
    public void close() {
        source.close();
    }
}
