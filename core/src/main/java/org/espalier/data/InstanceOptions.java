package org.espalier.data;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How instances for classification are read, which are sequences of length 1, one per line or row; and how tables of frames are.
 *
 * @param bias the value of a constant attribute that every instance gets, or null for none (format {@code libsvm}; LIBLINEAR's
 *     {@code -B})
 * @param header whether the first row holds the columns' names; otherwise their numbers are their names (formats {@code csv} and
 *     {@code frames})
 * @param fieldSeparator what separates two fields, or null when it is guessed from the first row (formats {@code csv}
 *     and {@code frames})
 * @param label the column of the label by its name, or by its number from 0, negative from the end; or the key of the label (formats
 *     {@code csv}, {@code frames} and {@code jsonl}); null for the last column, or the key {@code label}
 * @param weight the column, or key, of the instance's weight, or of the sequence's; null for none (formats {@code csv}, {@code frames}
 *     and {@code jsonl})
 * @param ignored columns, or keys, that are not observed (formats {@code csv}, {@code frames} and {@code jsonl})
 * @param labelSeparator what stands between a document and its label; empty for any number of blanks (format {@code text})
 * @param labelLast whether the label stands behind the document, not before it (format {@code text})
 * @param labelCut labels end before this text, such as {@code :} in {@code ENTY:animal}; null for whole labels (format {@code text})
 * @param sequence the column that names the sequence to which a row belongs, by its name or number; null when only blank lines and the
 *     ends of files separate sequences (format {@code frames})
 * @param values the columns that are observed, by their names or numbers; empty for all that are nothing else (formats {@code csv} and
 *     {@code frames})
 * @param realLabels whether labels are real values, of which some may be missing (format {@code frames})
 */
public record InstanceOptions(
        @Nullable Double bias,
        boolean header,
        @Nullable Character fieldSeparator,
        @Nullable String label,
        @Nullable String weight,
        Set<String> ignored,
        String labelSeparator,
        boolean labelLast,
        @Nullable String labelCut,
        @Nullable String sequence,
        Set<String> values,
        boolean realLabels) {

    /** No bias, a header, separators guessed, the label in the last column or before the first tab. */
    public static final InstanceOptions DEFAULTS =
            new InstanceOptions(null, true, null, null, null, Set.of(), "\t", false, null, null, Set.of(), false);

    public InstanceOptions {
        ignored = Set.copyOf(ignored);
        values = Set.copyOf(values);
        Objects.requireNonNull(labelSeparator, "labelSeparator");
        if (bias != null && !Double.isFinite(bias)) {
            throw new IllegalArgumentException("the bias is " + bias + "; expected a finite number");
        }
        if (fieldSeparator != null && (fieldSeparator == '"' || fieldSeparator == '\n' || fieldSeparator == '\r')) {
            throw new IllegalArgumentException(
                    "a quote or line end cannot separate fields; expected ',', ';', a tab or another character");
        }
        if (labelCut != null && labelCut.isEmpty()) {
            throw new IllegalArgumentException("labels cannot be cut at an empty string; expected one such as ':'");
        }
        requireOneUse("the label", label, "the weight", weight);
        requireOneUse("the label", label, "the sequence", sequence);
        requireOneUse("the weight", weight, "the sequence", sequence);
    }

    private static void requireOneUse(String what, @Nullable String column, String other, @Nullable String second) {
        if (column != null && column.equals(second)) {
            throw new IllegalArgumentException("'" + column + "' is named for " + what + " and for " + other);
        }
    }

    public InstanceOptions withBias(@Nullable Double value) {
        return new InstanceOptions(
                value,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withHeader(boolean value) {
        return new InstanceOptions(
                bias,
                value,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withFieldSeparator(@Nullable Character value) {
        return new InstanceOptions(
                bias,
                header,
                value,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withLabel(@Nullable String value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                value,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withWeight(@Nullable String value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                value,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withIgnored(Set<String> value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                value,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withLabelSeparator(String value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                value,
                labelLast,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withLabelLast(boolean value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                value,
                labelCut,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withLabelCut(@Nullable String value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                value,
                sequence,
                values,
                realLabels);
    }

    public InstanceOptions withSequence(@Nullable String value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                value,
                values,
                realLabels);
    }

    public InstanceOptions withValues(Set<String> value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                value,
                realLabels);
    }

    public InstanceOptions withRealLabels(boolean value) {
        return new InstanceOptions(
                bias,
                header,
                fieldSeparator,
                label,
                weight,
                ignored,
                labelSeparator,
                labelLast,
                labelCut,
                sequence,
                values,
                value);
    }
}
