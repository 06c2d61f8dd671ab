package org.espalier.confidence;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.parallel.ParallelSum;

/**
 * The temperature at which known answers are most probable: T minimises
 *
 * <pre>
 *   f(T) = −Σ<sub>i</sub> log p<sub>T</sub>(y<sub>i</sub> | x<sub>i</sub>),   p<sub>T</sub>(y | x) = exp(score(y) / T) / Σ<sub>y'</sub> exp(score(y') / T)
 * </pre>
 *
 * <p>f is convex in 1/T, so it falls and then rises in log T as well, and a golden-section search between {@value #LEAST} and {@value #MOST} finds
 * its minimum. With hidden states f need not be convex, and the search ends at a local minimum. An evaluation costs one pass over the data; about
 * twenty are needed. Its bits do not depend on the number of threads.
 *
 * <p>Paper: C. Guo and others, <i>On Calibration of Modern Neural Networks</i>, ICML 2017.
 */
final class Temperature {
    static final double LEAST = 0.01;
    static final double MOST = 1000;

    /** The precision of log T. No probability changes visibly within it. */
    private static final double PRECISION = 5e-4;

    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    private final Model model;
    private final ParallelSum sum;
    private final List<Answer> answers = new ArrayList<>();

    /** A sequence whose labels are known, and which the model can label so. */
    private record Answer(Sequence sequence, EncodedSequence encoded, List<String> labels) {

        double logProbability(Tagger tagger) {
            return tagger.tag(sequence, encoded).logProbability(labels);
        }
    }

    /** Sequences with a label that is missing or not the model's, or with labels that the model excludes, tell nothing and are left out. */
    Temperature(Model model, List<Sequence> data, ParallelSum sum) {
        this.model = model;
        this.sum = sum;
        Tagger tagger = model.tagger();
        for (Sequence sequence : data) {
            List<String> labels = sequence.labels();
            if (labels == null
                    || labels.stream().anyMatch(label -> model.labels().indexOf(label) < 0)) {
                continue;
            }
            Answer answer = new Answer(sequence, model.encoder().encode(sequence), labels);
            if (!labels.isEmpty() && answer.logProbability(tagger) > Double.NEGATIVE_INFINITY) {
                answers.add(answer);
            }
        }
    }

    /** How many sequences tell something. */
    int answers() {
        return answers.size();
    }

    /** f(T). */
    double loss(double temperature) {
        Tagger tagger = model.withTemperature(temperature).tagger();
        return sum.add(
                answers.size(),
                new double[0],
                0,
                (k, at, worker, share) -> -answers.get(k).logProbability(tagger));
    }

    /** The minimum of f; at a border when f falls towards it, as for a model that is never wrong. */
    double best() {
        double from = StrictMath.log(LEAST);
        double to = StrictMath.log(MOST);
        double low = to - GOLDEN * (to - from);
        double high = from + GOLDEN * (to - from);
        double lossLow = loss(StrictMath.exp(low));
        double lossHigh = loss(StrictMath.exp(high));
        while (to - from > PRECISION) {
            // The minimum is not on the far side of the worse of the two points; the other one serves again.
            if (lossLow <= lossHigh) {
                to = high;
                high = low;
                lossHigh = lossLow;
                low = to - GOLDEN * (to - from);
                lossLow = loss(StrictMath.exp(low));
            } else {
                from = low;
                low = high;
                lossLow = lossHigh;
                high = from + GOLDEN * (to - from);
                lossHigh = loss(StrictMath.exp(high));
            }
        }
        return StrictMath.exp((from + to) / 2);
    }
}
