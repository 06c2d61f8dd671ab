package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;

/**
 * Writes the text of a sequence as one line, with the spans of its labels in brackets; see {@link InlineText}.
 *
 * @param scheme how the labels mark spans; with {@link TagScheme#NONE} every token is a span of its own, whose type is its label
 */
public record InlineFormatter(TagScheme scheme) implements SequenceFormatter {

    /** For labels in IOB2, as the reader makes them. */
    public static final InlineFormatter DEFAULT = new InlineFormatter(TagScheme.IOB2);

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        TokenizedText text = LinesFormatter.line(sequence, "inline");
        List<String> labels = sequence.labels();
        List<TextSpan> spans = labels == null ? List.of() : spans(text, labels, scheme);
        try {
            out.append(new InlineText(text.text(), spans).write());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(sequence.location() + ": " + e.getMessage(), e);
        }
        out.append(LinesFormatter.end(text));
    }

    /** The spans that labels mark in a text; every token where they follow no scheme. */
    public static List<TextSpan> spans(TokenizedText text, List<String> labels, TagScheme scheme) {
        List<TextSpan> found = new ArrayList<>();
        if (scheme == TagScheme.NONE) {
            for (int t = 0; t < labels.size(); t++) {
                found.add(text.span(t, t + 1, labels.get(t)));
            }
            return found;
        }
        for (Span span : scheme.decode(labels)) {
            found.add(text.span(span.start(), span.end(), span.type()));
        }
        return found;
    }
}
