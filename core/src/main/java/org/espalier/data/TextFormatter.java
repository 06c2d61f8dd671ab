package org.espalier.data;

import java.util.List;

/**
 * Writes documents, one per line, as {@link InstanceOptions} say: label, separator, text, or the other way round; the text alone when
 * there is no label.
 *
 * @param options where the label stands, and what separates it; blanks are written as one space
 */
public record TextFormatter(InstanceOptions options) implements SequenceFormatter {

    /** The label, a tab, the text. */
    public static final TextFormatter DEFAULT = new TextFormatter(InstanceOptions.DEFAULTS);

    @Override
    public void append(Sequence sequence, StringBuilder out) {
        Instances.requireOne(sequence, "text");
        List<String> columns = sequence.tokens().get(0).columns();
        if (columns.isEmpty()
                || columns.get(0).indexOf('\n') >= 0
                || columns.get(0).indexOf('\r') >= 0) {
            throw new IllegalArgumentException(
                    sequence.location() + ": no text, or one of several lines; write another format such as jsonl");
        }
        List<String> labels = sequence.labels();
        if (labels == null) {
            out.append(columns.get(0)).append('\n');
            return;
        }
        String separator = options.labelSeparator().isEmpty() ? " " : options.labelSeparator();
        String label = labels.get(0);
        boolean blanks = options.labelSeparator().isEmpty();
        if (label.isBlank() || label.contains(separator) || (blanks && label.indexOf('\t') >= 0)) {
            throw new IllegalArgumentException(sequence.location() + ": the label '" + label
                    + "' is empty or contains the separator; write another format such as jsonl");
        }
        String text = columns.get(0);
        out.append(options.labelLast() ? text : label)
                .append(separator)
                .append(options.labelLast() ? label : text)
                .append('\n');
    }
}
