package org.espalier.model;

import java.util.List;
import org.espalier.scoring.ParameterLayout;

/**
 * The form that a model takes in its file: plain, where everything is used as it lies there, or compact, where strings,
 * numbers and weights are coded in fewer bytes and decoded on opening.
 *
 * <p>With b = 16, 12 or 8 bits a weight is the nearest multiple of step = largest / (2<sup>b−1</sup> − 1), where largest is
 * the largest absolute weight: its error is at most step / 2, the same for all. Equal steps with entropy coding take fewer
 * bytes at equal error than 256 free values or floats of 16 bits, since weights near 0 are by far the most frequent. Weights
 * of shared transitions, which are few and take part in every step, are single-precision floats then.
 *
 * @param compact whether the file is coded
 * @param weightBits bits of a weight before entropy coding: 64 and 32 (floating point), 16, 12 and 8 (equal steps)
 */
public record FileForm(boolean compact, int weightBits) {
    private static final List<Integer> BITS = List.of(64, 32, 16, 12, 8); // before PLAIN, whose making needs it

    /** As it lies in the file, with double weights. */
    public static final FileForm PLAIN = new FileForm(false, Double.SIZE);

    public FileForm {
        if (!BITS.contains(weightBits)) {
            throw new IllegalArgumentException("weights of " + weightBits + " bits; expected 64, 32, 16, 12 or 8");
        }
        if (!compact && weightBits != Double.SIZE) {
            throw new IllegalArgumentException("a plain file has weights of 64 bits, not of " + weightBits);
        }
    }

    /** Coded, with weights of so many bits: 64, 32, 16, 12 or 8. */
    public static FileForm compact(int weightBits) {
        return new FileForm(true, weightBits);
    }

    boolean hasSteps() {
        return weightBits < Float.SIZE;
    }

    /** Weights rounded to what this form can hold; rounding once more changes nothing. */
    public double[] round(ParameterLayout layout, double[] weights) {
        double[] rounded = weights.clone();
        int sharedEnd = layout.sharedEnd();
        double step = hasSteps() ? step(layout, weights) : 0;
        for (int k = 0; k < rounded.length; k++) {
            boolean shared = k >= layout.sharedBegin() && k < sharedEnd;
            if (hasSteps() && !shared) {
                rounded[k] = step == 0 ? 0 : Math.rint(weights[k] / step) * step + 0.0; // never −0
            } else if (weightBits < Double.SIZE) {
                rounded[k] = single(weights[k]);
            }
        }
        return rounded;
    }

    private static float single(double weight) {
        float value = (float) weight;
        if (Float.isInfinite(value)) {
            throw new IllegalArgumentException("a weight of " + weight + " does not fit into 32 bits; use 64");
        }
        return value;
    }

    /** The largest code. */
    int steps() {
        return (1 << weightBits - 1) - 1;
    }

    /**
     * The distance of two neighbouring weights, 0 when there is none but 0. It has so few bits that a code times the step
     * and the division back are exact, and so rounded weights give the same step again.
     */
    double step(ParameterLayout layout, double[] weights) {
        double largest = 0;
        for (int k = 0; k < weights.length; k++) {
            if (k < layout.sharedBegin() || k >= layout.sharedEnd()) {
                largest = Math.max(largest, Math.abs(weights[k]));
            }
        }
        float step = single(largest / steps());
        return step * (double) steps() < largest ? Math.nextUp(step) : step;
    }

    @Override
    public String toString() {
        return compact ? "compact, weights of " + weightBits + " bits" : "plain, weights of 64 bits";
    }
}
