package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Two systems on the same sequences, as {@link PairedBootstrap} compares them.
 *
 * @param convention what counts as a span
 * @param sequences how many sequences count
 * @param firstBetter on how many of them the first system makes fewer errors: missed and spurious spans, of plain labels wrong tokens
 * @param secondBetter on how many the second one does
 * @param samples how many samples were drawn
 * @param seed of the random numbers
 * @param differences one per measure
 */
public record PairedComparison(
        Convention convention,
        int sequences,
        int firstBetter,
        int secondBetter,
        int samples,
        long seed,
        List<Difference> differences) {

    /** Differences with a smaller p-value are usually called significant. */
    public static final double SIGNIFICANT = 0.05;

    public PairedComparison {
        Objects.requireNonNull(convention, "convention");
        differences = List.copyOf(differences);
    }

    /**
     * The difference of one score.
     *
     * @param first the score of the first system, from 0 to 1
     * @param second that of the second one
     * @param low where the 95 % interval of the difference begins
     * @param high where it ends
     * @param pValue the chance of a difference as large as this between equally good systems
     */
    public record Difference(ScoreKind measure, double first, double second, double low, double high, double pValue) {

        /** First minus second. */
        public double value() {
            return first - second;
        }
    }

    /** A table for people, with the names of the two systems. */
    public String text(String firstName, String secondName) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"", firstName, secondName, "difference", "95% interval", "p-value"});
        for (Difference each : differences) {
            rows.add(new String[] {
                each.measure().toString(),
                format("%.2f%%", each.first()),
                format("%.2f%%", each.second()),
                signed(each.value()),
                signed(each.low()) + " to " + signed(each.high()),
                shown(each.pValue())
            });
        }
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "Compared with %s (paired bootstrap over %,d sequences, %,d samples)\n",
                secondName,
                sequences,
                samples));
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.length; c++) {
                int column = c;
                int width = rows.stream()
                        .mapToInt(other -> other[column].length())
                        .max()
                        .orElse(0);
                String gap = " ".repeat(width - row[c].length());
                line.append(c == 0 ? row[c] + gap : "  " + gap + row[c]);
            }
            out.append(line).append('\n');
        }
        return out.append(String.format(
                        Locale.ROOT,
                        "sequences: %s better on %,d, %s better on %,d, equal on %,d\n",
                        firstName,
                        firstBetter,
                        secondName,
                        secondBetter,
                        sequences - firstBetter - secondBetter))
                .append(verdict(firstName, secondName))
                .append('\n')
                .toString();
    }

    /** Which system is better by the first measure, if that is no chance. */
    public String verdict(String firstName, String secondName) {
        Difference difference = differences.get(0);
        String measure = difference.measure().toString();
        if (difference.pValue() >= SIGNIFICANT) {
            return "the difference in " + measure + " could be chance (p ≥ 0.05)";
        }
        return (difference.value() > 0 ? firstName : secondName) + " is significantly better in " + measure
                + " (p < 0.05)";
    }

    /** A difference of scores for people, in percentage points. */
    public static String signed(double difference) {
        return format("%+.2f", difference);
    }

    /** A p-value for people. */
    public static String shown(double pValue) {
        return pValue < 0.0001 ? "<0.0001" : String.format(Locale.ROOT, "%.4f", pValue);
    }

    private static String format(String pattern, double fraction) {
        double percent = 100 * fraction;
        // No -0.00, which reads like a loss.
        return String.format(Locale.ROOT, pattern, Math.abs(percent) < 0.005 ? 0.0 : percent);
    }

    /** For JSON; rates are fractions. */
    public Map<String, Object> toMap(String firstName, String secondName) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("first", firstName);
        map.put("second", secondName);
        map.put("convention", convention.name());
        map.put("sequences", (long) sequences);
        map.put("firstBetter", (long) firstBetter);
        map.put("secondBetter", (long) secondBetter);
        map.put("samples", (long) samples);
        map.put("seed", seed);
        Map<String, Object> measures = new LinkedHashMap<>();
        for (Difference each : differences) {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("first", each.first());
            figures.put("second", each.second());
            figures.put("difference", each.value());
            figures.put("interval", List.of(each.low(), each.high()));
            figures.put("pValue", each.pValue());
            measures.put(each.measure().key(), figures);
        }
        map.put("measures", measures);
        return map;
    }
}
