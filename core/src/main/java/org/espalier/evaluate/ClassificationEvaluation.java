package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.jspecify.annotations.Nullable;

/**
 * Compares the gold labels of instances with predicted ones, and with their probabilities where there are any.
 *
 * <p>Instances whose gold label is not known are left out. All probabilities are kept, for the ROC curve, up to {@value #MOST_KEPT}
 * numbers; with more of them the curve is left out. Not safe for use by several threads at once.
 */
public final class ClassificationEvaluation {
    /** The number of bins of the predicted label's probability. */
    public static final int BINS = Reliability.BINS;

    private static final int MOST_KEPT = 1 << 26;

    private final Labels known;
    private final LabelNotation notation;
    private final SortedMap<String, SortedMap<String, Long>> confusion = new TreeMap<>(SpanCounter.BY_CODE_POINT);
    private long instances;
    private long correct;
    private long several;
    private long foreign;

    private long probable; // instances with probabilities
    private double logLoss;
    private double brier;
    private final Reliability reliability = new Reliability();
    private double[] kept = new double[1024]; // [probable][labels]
    private int[] golds = new int[64]; // [probable]
    private boolean keeping = true;

    /** For a model with these labels, whose order is that of the probabilities. */
    public ClassificationEvaluation(Labels known, LabelNotation notation) {
        this.known = known;
        this.notation = notation;
    }

    /**
     * Counts one instance.
     *
     * @param probabilities p(label | instance) in the order of the labels, or null when they are not known // [labels]
     */
    public void add(String gold, String predicted, double @Nullable [] probabilities) {
        List<String> alternatives = notation.alternatives(gold);
        if (alternatives.size() != 1) {
            several += alternatives.isEmpty() ? 0 : 1;
            return;
        }
        String label = alternatives.get(0);
        instances++;
        correct += label.equals(predicted) ? 1 : 0;
        confusion
                .computeIfAbsent(label, key -> new TreeMap<>(SpanCounter.BY_CODE_POINT))
                .merge(predicted, 1L, Long::sum);
        if (probabilities == null) {
            return;
        }
        if (probabilities.length != known.size()) {
            throw new IllegalArgumentException(probabilities.length + " probabilities for " + known.size() + " labels");
        }
        int index = known.indexOf(label);
        if (index < 0) {
            foreign++;
        } else {
            count(index, known.indexOf(predicted), probabilities);
        }
    }

    private void count(int gold, int predicted, double[] probabilities) {
        logLoss -= Math.log(probabilities[gold]);
        for (int k = 0; k < probabilities.length; k++) {
            double difference = probabilities[k] - (k == gold ? 1 : 0);
            brier += difference * difference;
        }
        reliability.add(predicted < 0 ? 0 : probabilities[predicted], gold == predicted);
        keep(gold, probabilities);
        probable++;
    }

    private void keep(int gold, double[] probabilities) {
        int size = probabilities.length;
        if ((probable + 1) * size > MOST_KEPT) {
            keeping = false;
            kept = new double[0];
            golds = new int[0];
        }
        if (!keeping) {
            return;
        }
        int begin = (int) probable * size;
        if (begin + size > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(begin + size, 2 * kept.length));
        }
        if (probable == golds.length) {
            golds = Arrays.copyOf(golds, 2 * golds.length);
        }
        System.arraycopy(probabilities, 0, kept, begin, size);
        golds[(int) probable] = gold;
    }

    /** The scores so far. */
    public ClassificationScores scores() {
        List<String> notes = new ArrayList<>();
        if (several > 0) {
            notes.add(several + " instances with several gold labels are skipped");
        }
        if (foreign > 0) {
            notes.add(foreign
                    + " instances have gold labels that the model does not know: they count as errors, and are skipped where"
                    + " probabilities are scored");
        }
        if (!keeping) {
            notes.add("the area under the ROC curve is not computed: there are more than " + MOST_KEPT
                    + " probabilities");
        }
        return new ClassificationScores(
                instances, correct, counts(), confusion, probable == 0 ? null : probabilities(), notes);
    }

    private SortedMap<String, Counts> counts() {
        SortedMap<String, long[]> sums = new TreeMap<>(SpanCounter.BY_CODE_POINT);
        confusion.forEach((gold, row) -> row.forEach((predicted, count) -> {
            sums.computeIfAbsent(gold, key -> new long[3])[0] += count;
            sums.computeIfAbsent(predicted, key -> new long[3])[1] += count;
            sums.computeIfAbsent(gold, key -> new long[3])[2] += gold.equals(predicted) ? count : 0;
        }));
        SortedMap<String, Counts> counts = new TreeMap<>(SpanCounter.BY_CODE_POINT);
        sums.forEach((label, sum) -> counts.put(label, new Counts(sum[0], sum[1], sum[2])));
        return counts;
    }

    private ClassificationScores.Probabilities probabilities() {
        SortedMap<String, Double> areas = areas();
        double auc = areas.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
        return new ClassificationScores.Probabilities(
                probable,
                logLoss / probable,
                brier / probable,
                auc,
                areas,
                reliability.calibrationError(),
                reliability.bins());
    }

    private SortedMap<String, Double> areas() {
        SortedMap<String, Double> areas = new TreeMap<>(SpanCounter.BY_CODE_POINT);
        int count = keeping ? (int) probable : 0;
        int size = known.size();
        double[] scores = new double[count];
        boolean[] positive = new boolean[count];
        for (int label = 0; label < size; label++) {
            for (int n = 0; n < count; n++) {
                scores[n] = kept[n * size + label];
                positive[n] = golds[n] == label;
            }
            double area = RocCurve.area(scores, positive);
            if (!Double.isNaN(area)) {
                areas.put(known.name(label), area);
            }
        }
        return areas;
    }
}
