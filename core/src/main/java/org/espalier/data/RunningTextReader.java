package org.espalier.data;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
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
 * learning, and such sequences are skipped there. Holds one text, and the tokens of one sentence.
 */
final class RunningTextReader implements SequenceReader {
    private final TextSource source;
    private final DataOptions options;
    private @Nullable Parts parts; // of the text that is being cut

    RunningTextReader(TextSource source, DataOptions options) {
        this.source = source;
        this.options = options;
    }

    @Override
    public @Nullable Sequence next() {
        while (true) {
            Parts current = parts;
            parts = null; // after an error reading goes on with the next text
            Sequence sequence = current == null ? null : current.next();
            if (sequence != null) {
                parts = current;
                return sequence;
            }
            AnnotatedText text = source.next();
            if (text == null) {
                return null;
            }
            if (options.labelled() && text.annotations() == null) {
                throw new DataFormatException(
                        text.location(),
                        "raw text has no labels; annotate it as in '[2](QTY) cups' and give --format inline");
            }
            parts = new Parts(text);
        }
    }

    /** The sequences of one text, one by one. */
    private final class Parts {
        private final AnnotatedText text;
        private final @Nullable List<AnnotatedText.Annotation> annotations;
        private final Iterator<TokenizedText> parts;
        private int next; // first annotation that belongs to no part yet
        private long line;
        private boolean begun;

        Parts(AnnotatedText text) {
            this.text = text;
            this.annotations = text.annotations() == null ? null : Annotations.sorted(text.annotations());
            this.parts = parts(text, annotations);
            this.line = text.location().line();
        }

        @Nullable
        Sequence next() {
            while (parts.hasNext()) {
                TokenizedText part = parts.next();
                List<String> labels = annotations == null ? null : labels(part, annotations);
                Location location = text.lines()
                        ? new Location(text.location().source(), line + lineEnds(part.text(), begin(part)))
                        : text.location();
                line += text.lines() ? lineEnds(part.text(), part.text().length()) : 0;
                if (part.size() > 0 || !options.labelled()) {
                    List<String> comments = begun ? List.of() : text.comments();
                    begun = true;
                    return Sequence.ofText(
                            part.last() ? part.withLineEnd(text.lineEnd()) : part, labels, comments, location);
                }
            }
            return null;
        }

        private List<String> labels(TokenizedText part, List<AnnotatedText.Annotation> all) {
            long end = part.origin().utf16() + part.text().length();
            int first = next;
            while (next < all.size() && (part.last() || all.get(next).span().start() < end)) {
                next++;
            }
            return Annotations.labels(part, all.subList(first, next), options.text());
        }
    }

    private Iterator<TokenizedText> parts(AnnotatedText text, @Nullable List<AnnotatedText.Annotation> annotations) {
        TextOptions how = options.text();
        if (!how.cutsSentences(options.format())) {
            return List.of(TokenizedText.of(text.text(), how.tokenizer())).iterator();
        }
        TextRanges sentences = Sentences.of(text.text());
        return TokenizedText.iterator(
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
