package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the confidence of a model is worth: how far it is from the truth, and how well it tells right predictions from wrong ones.
 *
 * @param subject what was counted
 * @param reliability how often predictions are right where the model says a probability
 * @param coverage how much is right of what it is surest of
 */
public record ConfidenceScores(Subject subject, Reliability reliability, List<Coverage.Point> coverage) {
    private static final int POINTS = 20;

    /** What has a confidence. */
    public enum Subject {
        SPANS,
        TOKENS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public ConfidenceScores {
        coverage = List.copyOf(coverage);
    }

    /** Counts predictions. Not safe for use by several threads at once. */
    public static final class Counter {
        private final Subject subject;
        private final Reliability reliability = new Reliability();
        private final Coverage coverage = new Coverage();

        public Counter(Subject subject) {
            this.subject = subject;
        }

        /** Counts a prediction. */
        public void add(double confidence, boolean right) {
            reliability.add(confidence, right);
            coverage.add(confidence, right);
        }

        /** What was counted so far. */
        public ConfidenceScores scores() {
            return new ConfidenceScores(subject, reliability, coverage.curve(POINTS));
        }
    }

    /** Tables for people. */
    public String text() {
        StringBuilder out = new StringBuilder();
        String name = subject.toString();
        out.append(String.format(
                Locale.ROOT,
                "Confidence: calibration error %.4f over %,d %s%n",
                reliability.calibrationError(),
                reliability.instances(),
                name));
        out.append(String.format(Locale.ROOT, "  %-12s%10s%10s%10s%n", "confidence", name, "mean", "right"));
        for (ClassificationScores.Bin bin : reliability.bins()) {
            if (bin.instances() > 0) {
                out.append(String.format(
                        Locale.ROOT,
                        "  %.1f to %.1f  %10d%9.2f%%%9.2f%%%n",
                        bin.from(),
                        bin.to(),
                        bin.instances(),
                        100 * bin.probability(),
                        100 * bin.accuracy()));
            }
        }
        out.append(String.format(
                Locale.ROOT,
                "%n  %-12s%10s%10s   of the %s that the model is surest of%n",
                "coverage",
                "from",
                "right",
                name));
        for (Coverage.Point point : coverage) {
            out.append(String.format(
                    Locale.ROOT,
                    "  %-12s%10.4f%9.2f%%%n",
                    String.format(Locale.ROOT, "%.1f%%", 100 * point.coverage()),
                    point.threshold(),
                    100 * point.accuracy()));
        }
        return out.toString().replace("\r", "");
    }

    /** For JSON; rates are fractions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("of", subject.toString());
        map.put("count", reliability.instances());
        map.put("calibrationError", reliability.calibrationError());
        List<Map<String, Object>> bins = new ArrayList<>();
        for (ClassificationScores.Bin bin : reliability.bins()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("from", bin.from());
            each.put("to", bin.to());
            each.put("count", bin.instances());
            each.put("confidence", bin.probability());
            each.put("right", bin.accuracy());
            bins.add(each);
        }
        map.put("bins", bins);
        List<Map<String, Object>> points = new ArrayList<>();
        for (Coverage.Point point : coverage) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("coverage", point.coverage());
            each.put("threshold", point.threshold());
            each.put("right", point.accuracy());
            points.add(each);
        }
        map.put("coverage", points);
        return map;
    }
}
