package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.evaluate.ClassificationScores.Average;
import org.espalier.evaluate.ClassificationScores.Bin;
import org.espalier.evaluate.ClassificationScores.Probabilities;

/** Writes the scores of a classifier for people and as nested maps. */
public final class ClassificationReport {
    private ClassificationReport() {}

    /** Tables for people: overall figures, labels, reliability of the probabilities, and confusions. */
    public static String tables(ClassificationScores scores) {
        StringBuilder out = new StringBuilder();
        out.append("instances: ")
                .append(scores.correct())
                .append(" of ")
                .append(scores.instances())
                .append(" correct, accuracy ")
                .append(ScoreReport.percentText(scores.accuracy()))
                .append('\n');
        out.append("macro:     ").append(average(scores.macro())).append('\n');
        out.append("weighted:  ").append(average(scores.weighted())).append('\n');
        out.append("micro:     ").append(average(scores.micro())).append('\n');
        Probabilities probabilities = scores.probabilities();
        if (probabilities != null) {
            out.append(String.format(
                    Locale.ROOT,
                    "log-loss:  %.6f (mean of -ln p(gold)), Brier score %.6f (0 to 2)%n",
                    probabilities.logLoss(),
                    probabilities.brier()));
            if (!Double.isNaN(probabilities.auc())) {
                out.append(String.format(
                        Locale.ROOT,
                        "ROC AUC:   %.6f%s%n",
                        probabilities.auc(),
                        probabilities.areas().size() > 2 ? " (mean over labels, each against the rest)" : ""));
            }
            out.append(String.format(
                    Locale.ROOT,
                    "calibration error: %.6f (in %d bins)%n",
                    probabilities.calibrationError(),
                    ClassificationEvaluation.BINS));
        }
        for (String note : scores.notes()) {
            out.append("note: ").append(note).append('\n');
        }
        out.append("\nInstances by label\n").append(labels(scores));
        if (probabilities != null) {
            out.append("\nReliability (how often the predicted label is right, by its probability)\n")
                    .append(reliability(probabilities));
        }
        out.append('\n').append(ScoreReport.confusions(scores.labels().keySet(), scores.confusion(), "instances"));
        return out.toString().replace("\r", "");
    }

    private static String average(Average average) {
        return "precision " + ScoreReport.percentText(average.precision()) + ", recall "
                + ScoreReport.percentText(average.recall()) + ", F1 " + ScoreReport.percentText(average.f1());
    }

    private static String labels(ClassificationScores scores) {
        Probabilities probabilities = scores.probabilities();
        List<List<String>> rows = new ArrayList<>();
        List<String> header =
                new ArrayList<>(List.of("label", "precision", "recall", "F1", "gold", "predicted", "correct"));
        if (probabilities != null) {
            header.add("AUC");
        }
        rows.add(header);
        scores.labels().forEach((name, counts) -> {
            List<String> row = new ArrayList<>(List.of(
                    name,
                    ScoreReport.percentText(counts.precision()),
                    ScoreReport.percentText(counts.recall()),
                    ScoreReport.percentText(counts.f1()),
                    String.valueOf(counts.gold()),
                    String.valueOf(counts.predicted()),
                    String.valueOf(counts.correct())));
            if (probabilities != null) {
                Double area = probabilities.areas().get(name);
                row.add(area == null ? "." : String.format(Locale.ROOT, "%.4f", area));
            }
            rows.add(row);
        });
        return ScoreReport.table(rows);
    }

    private static String reliability(Probabilities probabilities) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("probability", "instances", "mean", "right"));
        for (Bin bin : probabilities.bins()) {
            if (bin.instances() > 0) {
                rows.add(List.of(
                        String.format(Locale.ROOT, "%.1f to %.1f", bin.from(), bin.to()),
                        String.valueOf(bin.instances()),
                        ScoreReport.percentText(bin.probability()),
                        ScoreReport.percentText(bin.accuracy())));
            }
        }
        return ScoreReport.table(rows);
    }

    /** The scores as nested maps in a fixed order, for {@code Json.write}; rates are fractions, what is not defined is left out. */
    public static Map<String, Object> toMap(ClassificationScores scores) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("instances", scores.instances());
        map.put("correct", scores.correct());
        map.put("accuracy", scores.accuracy());
        map.put("macro", toMap(scores.macro()));
        map.put("weighted", toMap(scores.weighted()));
        map.put("micro", toMap(scores.micro()));
        Probabilities probabilities = scores.probabilities();
        if (probabilities != null) {
            map.put("probabilities", toMap(probabilities));
        }
        map.put("labels", ScoreReport.toMap(scores.labels()));
        map.put("confusion", scores.confusion());
        map.put("notes", scores.notes());
        return map;
    }

    private static Map<String, Object> toMap(Average average) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("precision", average.precision());
        map.put("recall", average.recall());
        map.put("f1", average.f1());
        return map;
    }

    private static Map<String, Object> toMap(Probabilities probabilities) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("instances", probabilities.instances());
        putFinite(map, "logLoss", probabilities.logLoss());
        map.put("brier", probabilities.brier());
        putFinite(map, "auc", probabilities.auc());
        map.put("aucByLabel", probabilities.areas());
        map.put("calibrationError", probabilities.calibrationError());
        List<Object> bins = new ArrayList<>();
        for (Bin bin : probabilities.bins()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("from", bin.from());
            entry.put("to", bin.to());
            entry.put("instances", bin.instances());
            entry.put("probability", bin.probability());
            entry.put("accuracy", bin.accuracy());
            bins.add(entry);
        }
        map.put("bins", bins);
        return map;
    }

    /** JSON has no infinite numbers: the log-loss is infinite when a gold label has the probability 0. */
    private static void putFinite(Map<String, Object> map, String key, double value) {
        if (Double.isFinite(value)) {
            map.put(key, value);
        }
    }
}
