package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.jspecify.annotations.Nullable;

/** Mistakes as text for a terminal and as a map for JSON. */
public final class ErrorReport {
    /** So many right tokens are shown on each side of a wrong one. */
    private static final int CONTEXT = 2;

    private static final int MOST_CONFUSIONS = 20;

    private ErrorReport() {}

    /** The groups first, then the worst sequences, gold and predicted labels side by side. */
    public static String text(ErrorSummary summary) {
        StringBuilder out = new StringBuilder();
        out.append(summary.mistakes())
                .append(summary.mistakes() == 1 ? " error in " : " errors in ")
                .append(summary.wrong())
                .append(" of ")
                .append(summary.sequences())
                .append(" sequences\n");
        summary.notes().forEach(note -> out.append("note: ").append(note).append('\n'));
        if (!summary.confusions().isEmpty()) {
            out.append("\nErrors by confusion\n").append(confusions(summary));
            out.append("\nErrors by cause\n").append(causes(summary));
        }
        if (!summary.worst().isEmpty()) {
            out.append("\nWorst sequences (").append(summary.worst().size());
            out.append(" of ").append(summary.wrong()).append(")\n");
            summary.worst().forEach(wrong -> out.append('\n').append(text(wrong)));
        }
        return out.toString();
    }

    private static String confusions(ErrorSummary summary) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("count", "kind", "gold", "predicted", "example"));
        summary.confusions().stream()
                .limit(MOST_CONFUSIONS)
                .forEach(group -> rows.add(List.of(
                        String.valueOf(group.count()),
                        group.kind().toString(),
                        group.gold(),
                        group.predicted(),
                        example(group.example()))));
        int rest = summary.confusions().size() - MOST_CONFUSIONS;
        return table(rows, "  ") + (rest > 0 ? "  … and " + rest + " more kinds\n" : "");
    }

    private static String causes(ErrorSummary summary) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("count", "cause", "example"));
        summary.causes()
                .forEach(group -> rows.add(List.of(
                        String.valueOf(group.count()),
                        group.cause().toString(),
                        example(group.example())
                                + (group.example().mistake().detail().isEmpty()
                                        ? ""
                                        : ": " + group.example().mistake().detail()))));
        return table(rows, "  ");
    }

    private static String example(ErrorSummary.Example example) {
        Mistake mistake = example.mistake();
        Sequence sequence = example.sequence().sequence();
        String gold = quoted(sequence, mistake.gold());
        String predicted = quoted(sequence, mistake.predicted());
        String text = gold.isEmpty() || predicted.isEmpty() || gold.equals(predicted)
                ? (gold.isEmpty() ? predicted : gold)
                : predicted + " for " + gold;
        return text + " (" + place(example.sequence()) + ")";
    }

    private static String quoted(Sequence sequence, @Nullable Span span) {
        return span == null ? "" : "'" + TokenText.cut(TokenText.of(sequence, span)) + "'";
    }

    /** Where the sequence stands, or its number where it has no place. */
    private static String place(WrongSequence wrong) {
        return wrong.sequence().location().line() > 0
                ? wrong.sequence().location().toString()
                : "sequence " + wrong.number();
    }

    /** One sequence: the wrong tokens are marked, right ones far from them are left out. */
    public static String text(WrongSequence wrong) {
        int count = wrong.mistakes().size();
        StringBuilder out = new StringBuilder(place(wrong));
        out.append(": ").append(count).append(count == 1 ? " error, " : " errors, ");
        out.append(wrong.wrongTokens())
                .append(" of ")
                .append(wrong.gold().size())
                .append(" tokens wrong");
        if (wrong.gap() == Double.POSITIVE_INFINITY) {
            out.append("; the model gives the gold labels no probability");
        } else if (!Double.isNaN(wrong.gap())) {
            out.append(String.format(
                    Locale.ROOT, "; log-probability of the gold labels %.2f below the prediction's", wrong.gap()));
        }
        out.append('\n');
        boolean[] shown = wrong.excerpt(CONTEXT);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "token", "gold", "predicted", ""));
        for (int t = 0; t < shown.length; t++) {
            if (shown[t]) {
                rows.add(row(wrong, t));
            } else if (t == 0 || shown[t - 1]) {
                rows.add(List.of("", "…", "", "", ""));
            }
        }
        return out.append(table(rows, "  ")).toString();
    }

    private static List<String> row(WrongSequence wrong, int t) {
        String gold = wrong.gold().get(t);
        String predicted = wrong.predicted().get(t);
        List<String> said = new ArrayList<>();
        for (Mistake mistake : wrong.mistakes()) {
            if (mistake.start() == t) {
                boolean named = mistake.cause() == Cause.UNKNOWN_WORD || mistake.cause() == Cause.UNKNOWN_LABEL;
                String detail = named ? " " + mistake.detail() : "";
                said.add(mistake.describe()
                        + (mistake.cause() == Cause.NO_MODEL ? "" : " (" + mistake.cause() + detail + ")"));
            }
        }
        return List.of(
                wrong.isWrong(t) ? ">" : "",
                TokenText.cut(TokenText.of(wrong.sequence().tokens().get(t))),
                gold,
                predicted,
                String.join("; ", said));
    }

    /** Numbers in a column called count stand to the right, everything else to the left; nothing hangs behind a line. */
    static String table(List<List<String>> rows, String indent) {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int c = 0; c < columns; c++) {
                widths[c] = Math.max(widths[c], TokenText.width(row.get(c)));
            }
        }
        boolean numbers = rows.get(0).get(0).equals("count");
        StringBuilder out = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int c = 0; c < columns; c++) {
                String gap = " ".repeat(widths[c] - TokenText.width(row.get(c)));
                line.append(c == 0 ? "" : "  ").append(c == 0 && numbers ? gap + row.get(c) : row.get(c) + gap);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    /** The summary as nested maps in a fixed order, for {@code Json.write}; what is not known is left out. */
    public static Map<String, Object> toMap(ErrorSummary summary) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sequences", summary.sequences());
        map.put("wrongSequences", summary.wrong());
        map.put("errors", summary.mistakes());
        List<Object> confusions = new ArrayList<>();
        for (ErrorSummary.Confusion group : summary.confusions()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("kind", group.kind().toString());
            entry.put("gold", group.gold());
            entry.put("predicted", group.predicted());
            entry.put("count", group.count());
            entry.put("example", toMap(group.example()));
            confusions.add(entry);
        }
        map.put("confusions", confusions);
        List<Object> causes = new ArrayList<>();
        for (ErrorSummary.Reason group : summary.causes()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("cause", group.cause().toString());
            entry.put("count", group.count());
            entry.put("example", toMap(group.example()));
            causes.add(entry);
        }
        map.put("causes", causes);
        map.put("worst", summary.worst().stream().map(ErrorReport::toMap).toList());
        map.put("notes", summary.notes());
        return map;
    }

    private static Map<String, Object> toMap(ErrorSummary.Example example) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sequence", example.sequence().number());
        map.put("location", example.sequence().sequence().location().toString());
        map.putAll(toMap(example.mistake(), example.sequence().sequence()));
        return map;
    }

    /** One sequence as nested maps. */
    public static Map<String, Object> toMap(WrongSequence wrong) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sequence", wrong.number());
        map.put("location", wrong.sequence().location().toString());
        map.put("tokens", wrong.sequence().tokens().stream().map(TokenText::of).toList());
        map.put("gold", wrong.gold());
        map.put("predicted", wrong.predicted());
        map.put("wrongTokens", wrong.wrongTokens());
        if (Double.isFinite(wrong.gap())) {
            map.put("logProbabilityGap", wrong.gap());
        }
        map.put(
                "errors",
                wrong.mistakes().stream()
                        .map(mistake -> toMap(mistake, wrong.sequence()))
                        .toList());
        return map;
    }

    private static Map<String, Object> toMap(Mistake mistake, Sequence sequence) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", mistake.kind().toString());
        put(map, "gold", mistake.gold(), sequence);
        put(map, "predicted", mistake.predicted(), sequence);
        if (mistake.cause() != Cause.NO_MODEL) {
            map.put("cause", mistake.cause().toString());
            map.put("detail", mistake.detail());
        }
        return map;
    }

    private static void put(Map<String, Object> map, String key, @Nullable Span span, Sequence sequence) {
        if (span != null) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("start", span.start());
            entry.put("end", span.end());
            entry.put("type", span.type());
            entry.put("text", TokenText.of(sequence, span));
            map.put(key, entry);
        }
    }
}
