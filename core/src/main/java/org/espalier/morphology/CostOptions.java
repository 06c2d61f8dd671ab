package org.espalier.morphology;

import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.TrainingOptions;

/**
 * How costs are learnt.
 *
 * @param training loss, algorithm, penalty, seed, threads and when to stop; what is of labels only stays as usual
 * @param minCount features that fewer pairs of neighbouring words in the lattices have are left out
 */
public record CostOptions(TrainingOptions training, int minCount) {

    /** The log-loss with C = 1, all features. */
    public static final CostOptions DEFAULTS = new CostOptions(TrainingOptions.DEFAULTS, 1);

    public CostOptions {
        if (minCount < 1) {
            throw new IllegalArgumentException("minCount = " + minCount + "; expected at least 1");
        }
        requireSuitable(training);
    }

    private static void requireSuitable(TrainingOptions training) {
        Algorithm algorithm = training.algorithm();
        switch (algorithm) {
            case GIS, IIS, BCD, NEWTON, TRUST_REGION ->
                throw new IllegalArgumentException("the algorithm " + algorithm
                        + " is for sequences of labels, and lattices have paths; use auto, lbfgs, owlqn or a stochastic or online"
                        + " algorithm");
            default -> {}
        }
        if (training.loss().isOfChains()) {
            throw new IllegalArgumentException(
                    "the loss " + training.loss()
                            + " scores labels one by one, and lattices have paths; use log, hinge, squared-hinge or softmax-margin");
        }
        if (training.isVoting()) {
            throw new IllegalArgumentException(
                    "voting with a dictionary, whose words have one cost each; leave voting out");
        }
        if (training.earlyStopping().metric() != EarlyStopping.Metric.F1) {
            throw new IllegalArgumentException(
                    "the metric " + training.earlyStopping().metric()
                            + " on development sentences; expected F1, which is that of words");
        }
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        if (!training.selection().equals(usual.selection())
                || !training.notation().equals(usual.notation())
                || !training.structure().equals(usual.structure())
                || training.restarts() != 1) {
            throw new IllegalArgumentException(
                    "selection, notation, structure and restarts are of labels, and lattices have paths; leave them as usual");
        }
    }

    /** C: the larger, the closer weights follow the corpus; the penalty is ‖θ‖² / 2C. */
    public double c() {
        return 1 / training.penalty().l2();
    }

    public CostOptions withC(double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("c = " + value + "; expected a finite number above 0");
        }
        return withTraining(training.withL2(1 / value));
    }

    public CostOptions withMinCount(int value) {
        return new CostOptions(training, value);
    }

    public CostOptions withTraining(TrainingOptions value) {
        return new CostOptions(value, minCount);
    }

    public CostOptions withOptimizer(LbfgsOptions value) {
        return withTraining(training.withOptimizer(value));
    }

    public CostOptions withThreads(int value) {
        return withTraining(training.withThreads(value));
    }
}
