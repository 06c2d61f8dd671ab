package org.espalier.cli.continuous;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.continuous.ContinuousCrf;

/** What is inside a continuous CRF. */
public final class NumberInspection {
    private static final double[] LEVELS = {0.5, 0.8, 0.9, 0.95, 0.99};

    private NumberInspection() {}

    /** For programs. */
    public static Map<String, Object> of(ContinuousCrf crf) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", "ccrf");
        map.put(
                "target",
                Map.of("mean", crf.target().mean(), "deviation", crf.target().scale()));
        map.put("alpha", weights(crf.regressors(), crf.alpha()));
        map.put("beta", weights(crf.neighbourhood().kinds(), crf.beta()));
        map.put("features", crf.encoder().extractor().toString());
        Map<String, Double> ridge = new LinkedHashMap<>();
        strongest(crf).forEach(a -> ridge.put(crf.encoder().attributes().get(a), crf.ridgeWeights()[a]));
        map.put("ridge", ridge);
        Map<String, List<Double>> intervals = new LinkedHashMap<>();
        for (double level : LEVELS) {
            intervals.put(
                    String.valueOf(level), List.of(crf.quantile((1 - level) / 2, 0), crf.quantile((1 + level) / 2, 0)));
        }
        map.put("intervals", intervals);
        map.put("provenance", crf.provenance());
        return map;
    }

    private static Map<String, Double> weights(List<String> names, double[] weights) {
        Map<String, Double> map = new LinkedHashMap<>();
        for (int k = 0; k < weights.length; k++) {
            map.put(names.get(k), weights[k]);
        }
        return map;
    }

    /** The attributes of the regression, those with the largest weights first. */
    private static List<Integer> strongest(ContinuousCrf crf) {
        double[] weights = crf.ridgeWeights();
        List<Integer> numbers = new ArrayList<>();
        for (int a = 0; a < weights.length; a++) {
            numbers.add(a);
        }
        numbers.sort(Comparator.comparingDouble((Integer a) -> -Math.abs(weights[a]))
                .thenComparing(Comparator.naturalOrder()));
        return numbers;
    }

    /** For people. */
    public static String text(ContinuousCrf crf, int top) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "predicts    numbers with mean %.6g and deviation %.6g in the training data",
                crf.target().mean(),
                crf.target().scale());
        line(text, "observes    %s", crf.encoder().extractor());
        for (int k = 0; k < crf.alpha().length; k++) {
            line(text, "alpha       %-24s %.6g", crf.regressors().get(k), crf.alpha()[k]);
        }
        for (int m = 0; m < crf.beta().length; m++) {
            line(text, "beta        %-24s %.6g", crf.neighbourhood().kinds().get(m), crf.beta()[m]);
        }
        for (double level : LEVELS) {
            line(
                    text,
                    "interval    %-24s %+.3f to %+.3f deviations; between known numbers %+.3f to %+.3f",
                    level,
                    crf.quantile((1 - level) / 2, 0),
                    crf.quantile((1 + level) / 2, 0),
                    crf.quantile((1 - level) / 2, 1),
                    crf.quantile((1 + level) / 2, 1));
        }
        List<Integer> strongest = strongest(crf);
        if (!strongest.isEmpty() && top > 0) {
            line(text, "%nStrongest weights of the ridge regression, per deviation");
        }
        for (int a : strongest.subList(0, Math.min(top, strongest.size()))) {
            line(
                    text,
                    "%+12.6f  %s",
                    crf.ridgeWeights()[a],
                    crf.encoder().attributes().get(a));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).replace("\r", ""))
                .append('\n');
    }

    /** Every weight: {@code alpha}, {@code beta} or {@code ridge}, its name, the weight. */
    public static void dump(ContinuousCrf crf, Consumer<String> print) {
        weights(crf.regressors(), crf.alpha()).forEach((name, weight) -> print.accept(row("alpha", name, weight)));
        weights(crf.neighbourhood().kinds(), crf.beta())
                .forEach((name, weight) -> print.accept(row("beta", name, weight)));
        double[] ridge = crf.ridgeWeights();
        for (int a = 0; a < ridge.length; a++) {
            print.accept(row("ridge", crf.encoder().attributes().get(a), ridge[a]));
        }
    }

    private static String row(String kind, String name, double weight) {
        return kind + "\t" + name + "\t" + weight + "\n";
    }
}
