package org.espalier.optimize;

import java.util.Arrays;

/** The hinge loss of Crammer &amp; Singer on the rows of a {@link Softmax}: Σₙ weightₙ (maxₖ (scoreₖ + [k ≠ gold]) − score of gold). */
public final class Hinge implements SumFunction {
    private final Softmax rows;
    private final double[] scores;
    private final boolean convex;

    public Hinge(Softmax rows) {
        this(rows, true);
    }

    /** With what it says of itself. */
    public Hinge(Softmax rows, boolean convex) {
        this.rows = rows;
        this.convex = convex;
        this.scores = new double[rows.classes()];
    }

    @Override
    public int dimension() {
        return rows.dimension();
    }

    @Override
    public boolean isConvex() {
        return convex;
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0);
        double[] parts = new double[rows.classes()];
        double value = 0;
        for (int n = 0; n < terms(); n++) {
            value += evaluateTerm(n, x, 0, parts);
            addTerm(n, parts, gradient, 0, 1);
        }
        return value;
    }

    @Override
    public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
        int worst = 0;
        double largest = Double.NEGATIVE_INFINITY;
        int gold = rows.gold()[term];
        for (int c = 0; c < scores.length; c++) {
            scores[c] = 0;
            partGradient[c] = 0;
            for (int k = 0; k < rows.rows()[term].length; k++) {
                scores[c] += scale * x[rows.rows()[term][k] * scores.length + c] * rows.values()[term][k];
            }
            double augmented = scores[c] + (c == gold ? 0 : 1);
            if (augmented > largest) {
                largest = augmented;
                worst = c;
            }
        }
        double weight = rows.weights()[term];
        partGradient[worst] += weight;
        partGradient[gold] -= weight;
        return weight * (largest - scores[gold]);
    }

    @Override
    public double[] scores(int worker) {
        return scores;
    }

    @Override
    public int terms() {
        return rows.terms();
    }

    @Override
    public int parts(int term) {
        return rows.parts(term);
    }

    @Override
    public int exclusiveBegin(int term) {
        return rows.exclusiveBegin(term);
    }

    @Override
    public int exclusiveEnd(int term) {
        return rows.exclusiveEnd(term);
    }

    @Override
    public double weight(int term) {
        return rows.weight(term);
    }

    @Override
    public int[] ranges(int term) {
        return rows.ranges(term);
    }

    @Override
    public void addTerm(int term, double[] parts, double[] target, int share, int shares) {
        rows.addTerm(term, parts, target, share, shares);
    }

    @Override
    public double squaredNorm(int term, double[] parts) {
        return rows.squaredNorm(term, parts);
    }

    @Override
    public NormBound normBound(int together) {
        return rows.normBound(together);
    }

    @Override
    public int work(int term) {
        return rows.work(term);
    }
}
