package org.espalier.continuous;

import java.util.Arrays;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** Texts of sequences as real values, NaN where they are missing. */
final class RealLabels {
    private RealLabels() {}

    /** The labels of a sequence; all missing when it has none. */
    static double[] of(Sequence sequence) {
        double[] values = new double[sequence.length()];
        List<String> labels = sequence.labels();
        if (labels == null) {
            Arrays.fill(values, Double.NaN);
            return values;
        }
        for (int t = 0; t < values.length; t++) {
            values[t] = number(labels.get(t), "the label", t, sequence);
        }
        return values;
    }

    /** A column of a sequence, by its name, or by its number where columns have no names. */
    static double[] column(Sequence sequence, String name) {
        double[] values = new double[sequence.length()];
        for (int t = 0; t < values.length; t++) {
            Token token = sequence.tokens().get(t);
            int column = token.names().isEmpty() ? place(name) : token.names().indexOf(name);
            if (column < 0 || column >= token.columns().size()) {
                throw new DataFormatException(
                        sequence.location(),
                        "there is no column '" + name + "', which is a regressor; found "
                                + (token.names().isEmpty()
                                        ? "columns 0 to " + (token.columns().size() - 1)
                                        : token.names().toString()));
            }
            values[t] = number(token.columns().get(column).strip(), "column '" + name + "'", t, sequence);
        }
        return values;
    }

    private static int place(String name) {
        return name.matches("[0-9]{1,6}") ? Integer.parseInt(name) : -1;
    }

    private static double number(String text, String what, int position, Sequence sequence) {
        if (RealValues.isMissing(text)) {
            return Double.NaN;
        }
        double value = RealValues.number(text);
        if (!Double.isFinite(value)) {
            throw new DataFormatException(
                    sequence.location(),
                    "position " + (position + 1) + " of the sequence that begins here: " + what + " is '" + text
                            + "'; expected a finite number, or NA where it is not known, as a continuous CRF predicts numbers");
        }
        return value;
    }
}
