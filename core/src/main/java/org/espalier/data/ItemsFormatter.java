package org.espalier.data;

import java.util.List;

/**
 * Writes CRFsuite items with their escapes, and a blank line after each sequence.
 *
 * <p>Only labels, attributes and the weight are written; the label of an unlabelled token is {@code ?}. A value of 1
 * is left out.
 */
public record ItemsFormatter() implements SequenceFormatter {

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        if (sequence.weight() != 1.0 && sequence.length() > 0) {
            out.append(ItemsReader.WEIGHT)
                    .append(':')
                    .append(Numbers.shortest(sequence.weight()))
                    .append('\n');
        }
        List<String> labels = sequence.labels();
        for (int i = 0; i < sequence.length(); i++) {
            appendEscaped(sequence, labels == null ? LabelNotation.DEFAULT.unknown() : labels.get(i), out);
            for (Attribute attribute : sequence.tokens().get(i).attributes()) {
                out.append('\t');
                appendEscaped(sequence, attribute.name(), out);
                if (attribute.value() != 1.0) {
                    out.append(':').append(Numbers.shortest(attribute.value()));
                }
            }
            out.append('\n');
        }
        out.append('\n');
    }

    private static void appendEscaped(Sequence sequence, String text, StringBuilder out) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(sequence.location()
                    + ": an empty label or attribute name; the format crfsuite cannot hold it, write jsonl");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t' || c == '\n' || c == '\r' || c == '\0') {
                throw new IllegalArgumentException(sequence.location() + ": a tab, line end or NUL in the name '" + text
                        + "'; the format crfsuite cannot hold it, write jsonl");
            }
            if (c == ':' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
    }
}
