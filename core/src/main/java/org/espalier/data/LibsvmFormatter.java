package org.espalier.data;

import java.util.List;

/**
 * Writes instances for LIBSVM: {@code label index:value …}, and {@code ?} for an unknown label.
 *
 * <p>The instance must be a sequence of length 1 whose attributes are named by rising indices; the constant attribute that a bias adds
 * is left out, as it is no part of the data.
 */
public record LibsvmFormatter() implements SequenceFormatter {

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        Instances.requireOne(sequence, "libsvm");
        List<String> labels = sequence.labels();
        appendLine(sequence, labels == null ? LabelNotation.DEFAULT.unknown() : labels.get(0), out);
        out.append('\n');
    }

    private static void appendLine(Sequence sequence, String label, StringBuilder out) {
        if (label.isEmpty() || label.chars().anyMatch(c -> c <= ' ' || c == ':' || c == ',' || c == '#')) {
            throw new IllegalArgumentException(sequence.location() + ": the label '" + label
                    + "' is empty or has a blank, colon, comma or '#'; write another format such as jsonl");
        }
        out.append(label);
        long last = 0;
        for (Attribute attribute : sequence.tokens().get(0).attributes()) {
            String name = attribute.name();
            if (name.equals(LibsvmReader.BIAS)) {
                continue;
            }
            long index = name.matches("[1-9][0-9]{0,17}") ? Long.parseLong(name) : 0;
            if (index <= last) {
                throw new IllegalArgumentException(sequence.location() + ": the attribute '" + name
                        + "' is not an index above " + last + "; write another format such as crfsuite or jsonl");
            }
            last = index;
            out.append(' ').append(name).append(':').append(Instances.number(attribute.value()));
        }
        for (String comment : sequence.comments()) {
            out.append(comment.startsWith("#") ? " " : " # ")
                    .append(comment.replace('\n', ' ').replace('\r', ' '));
        }
    }
}
