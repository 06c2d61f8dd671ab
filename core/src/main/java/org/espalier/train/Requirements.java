package org.espalier.train;

import org.espalier.loss.LossFunction;
import org.espalier.scoring.ParameterLayout;

/** What loss and algorithm require of the data, said before the training begins. */
final class Requirements {
    private Requirements() {}

    /** Refuses data that cannot be learnt from with these options. */
    static void check(TrainingOptions options, InstanceStore instances, ParameterLayout layout) {
        checkSupervision(options, instances);
        checkAlgorithm(options, instances, layout);
    }

    private static void checkSupervision(TrainingOptions options, InstanceStore instances) {
        if (options.loss() == LossFunction.LOCAL) {
            int n = 0;
            for (Instance instance : instances) {
                n++;
                if (!instance.gold().isPath()) {
                    throw new TrainingException("sequence " + n + " has a token without exactly one label; a"
                            + " maximum-entropy Markov model predicts each label from the one before it, so all must be"
                            + " known: complete the labels, or train a conditional random field");
                }
            }
        }
    }

    private static void checkAlgorithm(TrainingOptions options, InstanceStore instances, ParameterLayout layout) {
        if (Optimizers.needsMemory(options) && instances.isOnDisk()) {
            throw new TrainingException(
                    "the algorithm " + options.algorithm() + " visits the sequences in random order, so"
                            + " they must be in memory and not on disk; leave --data-on-disk (withDataOnDisk) out and give the JVM"
                            + " more memory (-Xmx) if they do not fit, or use "
                            + (options.loss().isSmooth()
                                    ? "the algorithm lbfgs or owlqn"
                                    : "a loss without kinks, such as squared-hinge, with the algorithm lbfgs"));
        }
        if (options.loss().isOneVsRest() && hasTransitions(layout)) {
            for (Instance instance : instances) {
                if (instance.sequence().length() > 1) {
                    throw new TrainingException("the loss " + options.loss() + " judges every token by itself, but the"
                            + " model has transitions; train without them (maximum entropy, SVM), or use the loss hinge or"
                            + " softmax-margin");
                }
            }
        }
    }

    private static boolean hasTransitions(ParameterLayout layout) {
        return layout.parameters() > layout.stateFeatures().features();
    }
}
