package org.espalier.optimize;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/** A {@link Softmax} with features that are not negative, which also knows its Hessian, its blocks (a column each) and its moments. */
public record ConvexSoftmax(Softmax softmax) implements BlockFunction, MomentFunction {

    public static ConvexSoftmax random(int terms, int columns, int classes, int active, Random random) {
        Softmax drawn = Softmax.random(terms, columns, classes, active, random);
        for (int n = 0; n < terms; n++) {
            for (int k = 0; k < drawn.values()[n].length; k++) {
                drawn.values()[n][k] = Math.abs(drawn.values()[n][k]);
            }
            if (n % 3 == 0) { // so that totals differ
                drawn.values()[n][0] = 0;
            }
        }
        return new ConvexSoftmax(drawn);
    }

    private double[] scatter(int term, double[] parts, double[] target) {
        softmax.addTerm(term, parts, target, 0, 1);
        return target;
    }

    private double[] probabilities(int term, double[] x) {
        double[] parts = new double[softmax.classes()];
        softmax.evaluateTerm(term, x, 0, parts);
        parts[softmax.gold()[term]] += softmax.weights()[term];
        return parts; // times the weight
    }

    @Override
    public int dimension() {
        return softmax.dimension();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        return softmax.evaluate(x, gradient);
    }

    @Override
    public boolean hasDiagonal() {
        return true;
    }

    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        return softmax.evaluate(x, gradient, diagonal);
    }

    @Override
    public boolean hasHessian() {
        return true;
    }

    @Override
    public void timesHessian(double[] x, double[] direction, double[] into) {
        Arrays.fill(into, 0);
        int classes = softmax.classes();
        for (int n = 0; n < softmax.terms(); n++) {
            double weight = softmax.weights()[n];
            double[] parts = probabilities(n, x);
            double[] scores = new double[classes];
            double mean = 0;
            for (int c = 0; c < classes; c++) {
                for (int k = 0; k < softmax.rows()[n].length; k++) {
                    scores[c] += direction[softmax.rows()[n][k] * classes + c] * softmax.values()[n][k];
                }
                mean += parts[c] / weight * scores[c];
            }
            for (int c = 0; c < classes; c++) {
                parts[c] *= scores[c] - mean;
            }
            scatter(n, parts, into);
        }
    }

    @Override
    public int blocks() {
        return softmax.columns();
    }

    @Override
    public int blockBegin(int block) {
        return block * softmax.classes();
    }

    @Override
    public void evaluateBlock(int block, double[] x, double[] gradient, double[] curvature) {
        double[] whole = new double[dimension()];
        double[] diagonal = new double[dimension()];
        softmax.evaluate(x, whole, diagonal);
        System.arraycopy(whole, blockBegin(block), gradient, 0, softmax.classes());
        System.arraycopy(diagonal, blockBegin(block), curvature, 0, softmax.classes());
    }

    @Override
    public double passesPerSweep() {
        return blocks();
    }

    @Override
    public double[] observed() {
        double[] observed = new double[dimension()];
        for (int n = 0; n < softmax.terms(); n++) {
            double[] gold = new double[softmax.classes()];
            gold[softmax.gold()[n]] = softmax.weights()[n];
            scatter(n, gold, observed);
        }
        return observed;
    }

    private double total(int term) {
        return Arrays.stream(softmax.values()[term]).sum();
    }

    @Override
    public double[] totals() {
        TreeSet<Double> totals = new TreeSet<>();
        for (int n = 0; n < softmax.terms(); n++) {
            totals.add(total(n));
        }
        return totals.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public double evaluateByTotal(double[] x, double[][] expected) {
        double[] totals = totals();
        for (double[] row : expected) {
            Arrays.fill(row, 0);
        }
        double value = 0;
        for (int n = 0; n < softmax.terms(); n++) {
            value += softmax.evaluateTerm(n, x, 0, new double[softmax.classes()]);
            scatter(n, probabilities(n, x), expected[Arrays.binarySearch(totals, total(n))]);
        }
        return value;
    }
}
