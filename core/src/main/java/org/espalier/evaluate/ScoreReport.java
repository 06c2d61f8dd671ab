package org.espalier.evaluate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** Scores as text and as a map for JSON. */
public final class ScoreReport {
    private static final int CONLLEVAL_TYPE_BYTES = 17;
    private static final int LARGEST_MATRIX = 16;
    private static final int MOST_CONFUSIONS = 20;

    private ScoreReport() {}

    /**
     * The report that conlleval prints, to the last byte when the scores are by its convention.
     *
     * <p>Percentages are rounded half to even on the exact binary value, as C does; types are padded by UTF-8 bytes;
     * and a line of the empty type that stands in gold and predicted labels is printed twice.
     */
    public static String conlleval(Scores scores) {
        StringBuilder out = new StringBuilder();
        Counts spans = scores.spans();
        out.append("processed ").append(scores.tokens()).append(" tokens with ").append(spans.gold());
        out.append(" phrases; found: ")
                .append(spans.predicted())
                .append(" phrases; correct: ")
                .append(spans.correct());
        out.append(".\n");
        if (scores.tokens() > 0) {
            out.append("accuracy: ")
                    .append(six(percent(scores.correctTokens(), scores.tokens())))
                    .append("%; ");
            out.append(precisionRecallF1(spans)).append('\n');
        }
        scores.types().forEach((type, counts) -> {
            String line = " ".repeat(Math.max(0, CONLLEVAL_TYPE_BYTES - type.getBytes(StandardCharsets.UTF_8).length))
                    + type + ": " + precisionRecallF1(counts) + "  " + counts.predicted() + "\n";
            out.append(line);
            if (type.isEmpty() && counts.gold() > 0 && counts.predicted() > 0) {
                out.append(line);
            }
        });
        return out.toString();
    }

    private static String precisionRecallF1(Counts counts) {
        double precision = percent(counts.correct(), counts.predicted());
        double recall = percent(counts.correct(), counts.gold());
        // In this order of operations, because a last bit can decide how the second decimal is rounded.
        double f1 = precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
        return "precision: " + six(precision) + "%; recall: " + six(recall) + "%; FB1: " + six(f1);
    }

    private static double percent(long numerator, long denominator) {
        return denominator == 0 ? 0.0 : 100.0 * numerator / denominator;
    }

    private static String six(double value) {
        return padLeft(twoDecimals(value), 6);
    }

    // String.format rounds half up on the decimal text of the number, which is not what C and Perl do.
    private static String twoDecimals(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }

    /**
     * Tables for people: overall figures with the convention's name, spans by type, tokens by label, and confusions.
     */
    public static String tables(Scores scores) {
        StringBuilder out = new StringBuilder();
        out.append("tokens:    ")
                .append(of(scores.correctTokens(), scores.tokens()))
                .append('\n');
        out.append("sequences: ")
                .append(of(scores.correctSequences(), scores.sequences()))
                .append('\n');
        if (scores.convention().equals(Convention.PLAIN)) {
            out.append("spans:     none");
        } else {
            out.append("spans:     precision ")
                    .append(percentText(scores.spans().precision()));
            out.append(", recall ").append(percentText(scores.spans().recall()));
            out.append(", F1 ").append(percentText(scores.spans().f1()));
        }
        out.append(" (convention: ").append(scores.convention().name()).append(")\n");
        for (String note : scores.notes()) {
            out.append("note: ").append(note).append('\n');
        }
        if (!scores.types().isEmpty()) {
            out.append("\nSpans by type\n").append(countsTable("type", scores.types()));
        }
        if (!scores.labels().isEmpty()) {
            out.append("\nTokens by label\n").append(countsTable("label", scores.labels()));
            out.append('\n').append(confusions(scores.labels().keySet(), scores.confusion(), "tokens"));
        }
        return out.toString();
    }

    private static String of(long correct, long all) {
        return correct + " of " + all + " correct, accuracy " + percentText(Counts.ratio(correct, all));
    }

    static String percentText(double fraction) {
        return twoDecimals(100 * fraction) + "%";
    }

    private static String countsTable(String heading, SortedMap<String, Counts> counts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(heading, "precision", "recall", "F1", "gold", "predicted", "correct"));
        counts.forEach((name, c) -> rows.add(List.of(
                name.isEmpty() ? "(none)" : name,
                percentText(c.precision()),
                percentText(c.recall()),
                percentText(c.f1()),
                String.valueOf(c.gold()),
                String.valueOf(c.predicted()),
                String.valueOf(c.correct()))));
        return table(rows);
    }

    /** A matrix, or the most frequent confusions when there are many labels; {@code what} is what is counted. */
    static String confusions(
            Collection<String> labels, SortedMap<String, SortedMap<String, Long>> confusion, String what) {
        SortedSet<String> names = new TreeSet<>(SpanCounter.BY_CODE_POINT);
        names.addAll(labels);
        return names.size() <= LARGEST_MATRIX ? matrix(confusion, names) : mostConfusions(confusion, what);
    }

    private static String matrix(SortedMap<String, SortedMap<String, Long>> confusion, SortedSet<String> names) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(names);
        header.add(0, "");
        rows.add(header);
        for (String gold : names) {
            List<String> row = new ArrayList<>();
            row.add(gold);
            SortedMap<String, Long> counts = confusion.get(gold);
            for (String predicted : names) {
                Long count = counts == null ? null : counts.get(predicted);
                row.add(count == null ? "." : count.toString());
            }
            rows.add(row);
        }
        return "Confusion (rows: gold, columns: predicted)\n" + table(rows);
    }

    private record Confused(String gold, String predicted, long count) {}

    private static String mostConfusions(SortedMap<String, SortedMap<String, Long>> confusion, String what) {
        List<Confused> confused = new ArrayList<>();
        confusion.forEach((gold, row) -> row.forEach((predicted, count) -> {
            if (!gold.equals(predicted)) {
                confused.add(new Confused(gold, predicted, count));
            }
        }));
        confused.sort(Comparator.comparingLong(Confused::count).reversed());
        int shown = Math.min(MOST_CONFUSIONS, confused.size());
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("gold", "predicted", what));
        for (Confused pair : confused.subList(0, shown)) {
            rows.add(List.of(pair.gold(), pair.predicted(), String.valueOf(pair.count())));
        }
        return "Confusion (the " + shown + " most frequent of " + confused.size() + " pairs)\n" + table(rows);
    }

    /** The first column is aligned to the left, the others to the right. */
    static String table(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], width(row.get(c)));
            }
        }
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            out.append(row.get(0)).append(" ".repeat(widths[0] - width(row.get(0))));
            for (int c = 1; c < widths.length; c++) {
                out.append("  ").append(padLeft(row.get(c), widths[c]));
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String padLeft(String text, int width) {
        return " ".repeat(Math.max(0, width - width(text))) + text;
    }

    /**
     * The scores as nested maps of numbers and texts, in a fixed order, for {@code Json.write}; rates are fractions.
     */
    public static Map<String, Object> toMap(Scores scores) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("convention", scores.convention().name());
        map.put("tokens", scores.tokens());
        map.put("correctTokens", scores.correctTokens());
        map.put("tokenAccuracy", scores.tokenAccuracy());
        map.put("sequences", scores.sequences());
        map.put("correctSequences", scores.correctSequences());
        map.put("sequenceAccuracy", scores.sequenceAccuracy());
        map.put("spans", toMap(scores.spans()));
        map.put("types", toMap(scores.types()));
        map.put("labels", toMap(scores.labels()));
        map.put("confusion", scores.confusion());
        map.put("notes", scores.notes());
        return map;
    }

    static Map<String, Object> toMap(SortedMap<String, Counts> counts) {
        Map<String, Object> map = new LinkedHashMap<>();
        counts.forEach((name, value) -> map.put(name, toMap(value)));
        return map;
    }

    private static Map<String, Object> toMap(Counts counts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("precision", counts.precision());
        map.put("recall", counts.recall());
        map.put("f1", counts.f1());
        map.put("gold", counts.gold());
        map.put("predicted", counts.predicted());
        map.put("correct", counts.correct());
        return map;
    }
}
