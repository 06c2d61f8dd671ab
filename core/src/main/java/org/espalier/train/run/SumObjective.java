package org.espalier.train.run;

import org.espalier.optimize.Function;
import org.espalier.optimize.NormBound;
import org.espalier.optimize.SumFunction;
import org.espalier.structure.Structure;

/**
 * The objective together with its terms, for algorithms that also visit instances singly.
 *
 * @param afterTerms what is done when the terms are left for good
 * @param <S> the structure of the instances
 */
record SumObjective<S extends Structure>(Function objective, Terms<S> each, Runnable afterTerms)
        implements SumFunction, ObjectiveView {

    @Override
    public boolean hasDiagonal() {
        return objective.hasDiagonal();
    }

    @Override
    public double evaluate(double[] x, double[] gradient, double[] diagonal) {
        return objective.evaluate(x, gradient, diagonal);
    }

    @Override
    public int terms() {
        return each.size();
    }

    @Override
    public int parts(int term) {
        return each.parts(term);
    }

    @Override
    public int exclusiveBegin(int term) {
        return each.statesBegin(term);
    }

    @Override
    public int exclusiveEnd(int term) {
        return each.statesEnd(term);
    }

    @Override
    public double weight(int term) {
        return each.weight(term);
    }

    @Override
    public double evaluateTerm(int term, double[] x, double scale, int worker, double[] partGradient) {
        return each.evaluate(term, x, scale, worker, partGradient);
    }

    @Override
    public double[] scores(int worker) {
        return each.scores(worker);
    }

    @Override
    public int[] ranges(int term) {
        return each.ranges(term);
    }

    @Override
    public void addTerm(int term, double[] parts, double[] target, int share, int shares) {
        each.add(term, parts, target, share, shares);
    }

    @Override
    public double squaredNorm(int term, double[] parts) {
        return each.squaredNorm(term, parts);
    }

    @Override
    public NormBound normBound(int together) {
        return each.normBound(together);
    }

    @Override
    public void leaveTerms() {
        afterTerms.run();
    }

    @Override
    public int work(int term) {
        return each.work(term);
    }

    @Override
    public boolean isPresent(int term) {
        return each.isPresent(term);
    }
}
