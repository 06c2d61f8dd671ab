package org.espalier.data;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How instances for classification are read: sequences of length 1, one per line or row.
 *
 * @param bias the value of a constant attribute that every instance gets, or null for none (format {@code libsvm}; LIBLINEAR's
 *     {@code -B})
 * @param header whether the first row holds the columns' names; otherwise their numbers are their names (format {@code csv})
 * @param fieldSeparator what stands between two fields, or null when it is guessed from the first row (format {@code csv})
 * @param label the column of the label by its name, or by its number from 0, negative from the end; or the key of the label (formats
 *     {@code csv} and {@code jsonl}); null for the last column, or the key {@code label}
 * @param weight the column, or key, of the instance's weight; null for none (formats {@code csv} and {@code jsonl})
 * @param ignored columns, or keys, that are not observed (formats {@code csv} and {@code jsonl})
 * @param labelSeparator what stands between a document and its label; empty for any number of blanks (format {@code text})
 * @param labelLast whether the label stands behind the document, not before it (format {@code text})
 * @param labelCut labels end before this text, such as {@code :} in {@code ENTY:animal}; null for whole labels (format {@code text})
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
        @Nullable String labelCut) {

    /** No bias, a header, separators guessed, the label in the last column or before the first tab. */
    public static final InstanceOptions DEFAULTS =
            new InstanceOptions(null, true, null, null, null, Set.of(), "\t", false, null);

    public InstanceOptions {
        ignored = Set.copyOf(ignored);
        Objects.requireNonNull(labelSeparator, "labelSeparator");
        if (bias != null && !Double.isFinite(bias)) {
            throw new IllegalArgumentException("the bias is " + bias + "; expected a finite number");
        }
        if (fieldSeparator != null && (fieldSeparator == '"' || fieldSeparator == '\n' || fieldSeparator == '\r')) {
            throw new IllegalArgumentException(
                    "a quote or line end cannot separate fields; expected ',', ';', a tab or another character");
        }
        if (labelCut != null && labelCut.isEmpty()) {
            throw new IllegalArgumentException("labels cannot be cut at an empty text; expected one such as ':'");
        }
        if (weight != null && weight.equals(label)) {
            throw new IllegalArgumentException("'" + weight + "' is named for the label and for the weight");
        }
    }

    public InstanceOptions withBias(@Nullable Double value) {
        return new InstanceOptions(
                value, header, fieldSeparator, label, weight, ignored, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withHeader(boolean value) {
        return new InstanceOptions(
                bias, value, fieldSeparator, label, weight, ignored, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withFieldSeparator(@Nullable Character value) {
        return new InstanceOptions(bias, header, value, label, weight, ignored, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withLabel(@Nullable String value) {
        return new InstanceOptions(
                bias, header, fieldSeparator, value, weight, ignored, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withWeight(@Nullable String value) {
        return new InstanceOptions(
                bias, header, fieldSeparator, label, value, ignored, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withIgnored(Set<String> value) {
        return new InstanceOptions(
                bias, header, fieldSeparator, label, weight, value, labelSeparator, labelLast, labelCut);
    }

    public InstanceOptions withLabelSeparator(String value) {
        return new InstanceOptions(bias, header, fieldSeparator, label, weight, ignored, value, labelLast, labelCut);
    }

    public InstanceOptions withLabelLast(boolean value) {
        return new InstanceOptions(
                bias, header, fieldSeparator, label, weight, ignored, labelSeparator, value, labelCut);
    }

    public InstanceOptions withLabelCut(@Nullable String value) {
        return new InstanceOptions(
                bias, header, fieldSeparator, label, weight, ignored, labelSeparator, labelLast, value);
    }
}
