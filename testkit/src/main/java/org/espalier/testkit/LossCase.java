package org.espalier.testkit;

import java.util.Arrays;
import org.espalier.loss.LossFunction;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * One instance, its gold standard and a loss, whose value and gradient follow from the list of all outputs by definition.
 *
 * @param free all outputs
 * @param augmented all outputs, the cost of their errors added to their scores
 * @param allowed the outputs that the gold standard allows
 */
record LossCase<S extends Structure>(
        ScoredStructure<S> drawn,
        Gold<S> gold,
        LossFunction function,
        double cost,
        Enumeration free,
        Enumeration augmented,
        Enumeration allowed) {

    static <S extends Structure> LossCase<S> of(
            ScoredStructure<S> drawn, Gold<S> gold, LossFunction function, double cost) {
        Enumeration free = drawn.enumeration();
        Enumeration augmented = Enumeration.of(
                drawn.structure().parts(),
                drawn.outputs(),
                listed -> listed.score(drawn.scores()) + cost * gold.errors(listed));
        return new LossCase<>(drawn, gold, function, cost, free, augmented, free.within(gold::allows));
    }

    /** The loss; +∞ when no allowed output is possible. */
    double value() {
        if (allowed.count() == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return switch (function) {
            case LOG -> free.logSum() - allowed.logSum();
            case SOFTMAX_MARGIN -> augmented.logSum() - allowed.logSum();
            case HINGE -> hinge();
            case SQUARED_HINGE -> hinge() * hinge();
            default -> throw noDefinition();
        };
    }

    private double hinge() {
        return augmented.max() - allowed.max();
    }

    /** ∂loss/∂score of every part, or null where the loss is infinite or two outputs share a maximum. */
    double @Nullable [] gradient() {
        if (allowed.count() == 0 || !isSmooth(1e-9 * Math.max(1, Math.abs(augmented.max())))) {
            return null;
        }
        return switch (function) {
            case LOG -> difference(free.marginals(), allowed.marginals(), 1);
            case SOFTMAX_MARGIN -> difference(augmented.marginals(), allowed.marginals(), 1);
            case HINGE -> difference(best(augmented), best(allowed), 1);
            case SQUARED_HINGE -> difference(best(augmented), best(allowed), 2 * hinge());
            default -> throw noDefinition();
        };
    }

    /** Whether no maximum is so close to another one that a step of that size could exchange them. */
    boolean isSmooth(double gap) {
        return switch (function) {
            case LOG, SOFTMAX_MARGIN -> true;
            default -> augmented.lead() > gap && allowed.lead() > gap;
        };
    }

    private AssertionError noDefinition() {
        return new AssertionError("the contract has no definition of the loss " + function);
    }

    private static double[] best(Enumeration outputs) {
        double[] counts = new double[outputs.marginals().length];
        outputs.entries().get(0).listed().addTo(counts, 1);
        return counts;
    }

    private static double[] difference(double[] left, double[] right, double scale) {
        double[] difference = new double[left.length];
        Arrays.setAll(difference, part -> scale * (left[part] - right[part]));
        return difference;
    }

    @Override
    public String toString() {
        return function + " with cost " + cost
                + (gold.supervision().isSingle() ? " of one output of " : " of a clamp of ") + drawn;
    }
}
