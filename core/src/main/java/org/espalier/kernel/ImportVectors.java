package org.espalier.kernel;

/**
 * How import vectors are chosen (Zhu &amp; Hastie 2005): one point after the other, each time the one that promises to
 * lower the objective most.
 *
 * @param most the most points
 * @param tolerance ends when three more points lowered the objective by less than this share of it
 * @param candidates how many points are looked at for each choice, drawn at random; 0 for all. With 60 the best of them is
 *     among the best 5 % of all with a probability of 95 %
 */
public record ImportVectors(int most, double tolerance, int candidates) {

    /** At most 1000 points, 0.001, 60 candidates. */
    public static final ImportVectors DEFAULTS = new ImportVectors(1000, 1e-3, 60);

    public ImportVectors {
        if (most < 1) {
            throw new IllegalArgumentException("at most " + most + " import vectors; expected at least 1");
        }
        if (!(tolerance >= 0 && tolerance < 1)) {
            throw new IllegalArgumentException(
                    "tolerance of import vectors = " + tolerance + "; expected a number from 0 to below 1");
        }
        if (candidates < 0) {
            throw new IllegalArgumentException("candidates = " + candidates + "; expected a number, or 0 for all");
        }
    }

    public ImportVectors withMost(int value) {
        return new ImportVectors(value, tolerance, candidates);
    }

    public ImportVectors withTolerance(double value) {
        return new ImportVectors(most, value, candidates);
    }

    public ImportVectors withCandidates(int value) {
        return new ImportVectors(most, tolerance, value);
    }
}
