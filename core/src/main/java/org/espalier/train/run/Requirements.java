package org.espalier.train.run;

import java.util.EnumSet;
import org.espalier.data.DataFormatException;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.inference.Workspace;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.espalier.train.corpus.TrainingData;
import org.jspecify.annotations.Nullable;

/** What loss and algorithm require of the data, said before the training begins. */
final class Requirements {
    private Requirements() {}

    /** Refuses data that cannot be learnt from with these options. */
    static void check(
            TrainingOptions options, InstanceStore instances, LabelStructure<?> structure, ParameterLayout layout) {
        if (structure.learnsWithoutInference()) {
            checkPseudoLikelihood(options, instances);
        }
        checkSupervision(options, instances);
        checkAlgorithm(options, instances, structure.isTokenwise(layout));
    }

    /** Refuses restarts where there is no telling which start was the best, or no going on in the middle of them. */
    static void checkRestarts(TrainingPlan plan) {
        if (plan.options().restarts() > 1 && plan.checkpoint() != null) {
            throw new TrainingException("a checkpoint records a single start, but there are "
                    + plan.options().restarts() + " restarts; drop one of the two");
        }
        if (plan.options().restarts() > 1 && plan.mixing() != null) {
            throw new TrainingException(
                    "the weights of shards are mixed, and " + plan.options().restarts()
                            + " restarts would mix the weights of different minima; drop one of the two");
        }
    }

    /** Refuses what visits instances singly when they are kept elsewhere, and what cannot be sent there. */
    static void checkRemote(TrainingPlan plan) {
        TrainingOptions options = plan.options();
        Algorithm algorithm = options.algorithm();
        boolean singly = algorithm.isOnline()
                || plan.isUsual() && options.needsMemory()
                || EnumSet.of(Algorithm.GIS, Algorithm.IIS, Algorithm.BCD).contains(algorithm);
        if (singly && plan.mixing() == null) {
            throw new TrainingException(
                    "the data are kept in shards on other machines, which sum up losses and gradients, but "
                            + (algorithm == Algorithm.AUTO
                                    ? "auto with the loss " + options.loss()
                                    : "the algorithm " + algorithm)
                            + " visits the sequences one by one; use lbfgs, owlqn, trust-region or auto with a smooth"
                            + " loss such as log or squared-hinge, or parameter mixing, with which every shard learns"
                            + " alone by any algorithm");
        }
        if (plan.mixing() != null) {
            refuseObjects(plan);
        }
        if (plan.loss() != null) {
            throw new TrainingException("the loss " + plan.loss().name()
                    + " is an object of this process, and cannot be sent to the shards of the data; use one of"
                    + " the built-in losses");
        }
    }

    /** Shards elsewhere learn by what has a name only. */
    private static void refuseObjects(TrainingPlan plan) {
        String found = plan.optimizer() != null
                ? "the optimiser " + plan.optimizer().name()
                : plan.online() != null
                        ? "the update rule " + plan.online().name()
                        : plan.order() != null ? "the order of the sequences" : null;
        if (found != null) {
            throw new TrainingException(found + " is an object of this process, and cannot be sent to the shards that"
                    + " are mixed; use one of the built-in algorithms, or train on one machine");
        }
    }

    /** Refuses to go on from a model of another structure, and what needs states that are labels. */
    static void checkStructure(TrainingOptions options, LabelStructure<?> structure, @Nullable Model initial) {
        if (initial != null) {
            try {
                structure.retargeting(initial.structure());
            } catch (IllegalArgumentException e) {
                throw new TrainingException(
                        "the initial model does not fit: " + e.getMessage() + ", or leave it out", e);
            }
        }
        if (!structure.isPlainChain() && options.isVoting()) {
            throw new TrainingException("voting needs the labels of a chain, but this is "
                    + options.structure().describe() + "; train without voting, or a plain chain");
        }
        if (!structure.isPlainChain() && options.selection().referenceLabel() != null) {
            throw new TrainingException("a reference label needs a chain whose states are the labels, but this is "
                    + options.structure().describe() + "; drop one of the two");
        }
    }

    /** Refuses instances that inference cannot answer about, before anything is learnt. */
    static <S extends Structure> void checkSizes(
            TrainingOptions options, TrainingData data, LinearScorer<S> scorer, LabelStructure<S> structure) {
        if (structure.learnsWithoutInference() || structure.pairPlaces().kind() != PairPlaces.Kind.FACTORS) {
            return;
        }
        int number = 0;
        Workspace workspace = new Workspace();
        for (Instance instance : data.instances()) {
            String refusal = structure.refusal(scorer.structure(instance.sequence()), options.workers(), workspace);
            if (refusal != null) {
                throw new DataFormatException(data.location(number), refusal);
            }
            number++;
        }
    }

    private static void checkPseudoLikelihood(TrainingOptions options, InstanceStore instances) {
        Algorithm algorithm = options.algorithm();
        boolean fits = !algorithm.isOnline()
                && !algorithm.needsHessian()
                && !EnumSet.of(Algorithm.GIS, Algorithm.IIS, Algorithm.BCD).contains(algorithm);
        if (options.loss() != LossFunction.LOG || !fits) {
            throw new TrainingException(
                    "the pseudo-likelihood takes the place of the log-loss, and needs an algorithm that asks for"
                            + " gradients only, but the loss is " + options.loss() + " and the algorithm " + algorithm
                            + "; use auto, lbfgs, owlqn or sgd, or leave --pseudo-likelihood out");
        }
        int n = 0;
        for (Instance instance : instances) {
            n++;
            if (!instance.gold().labels().isPath()) {
                throw new TrainingException("graph " + n
                        + " has a variable without exactly one label; the pseudo-likelihood predicts each label from all others,"
                        + " so all must be known: complete the labels, or leave --pseudo-likelihood out");
            }
        }
    }

    private static void checkSupervision(TrainingOptions options, InstanceStore instances) {
        if (options.loss() == LossFunction.LOCAL) {
            int n = 0;
            for (Instance instance : instances) {
                n++;
                if (!instance.gold().labels().isPath()) {
                    throw new TrainingException(
                            "sequence " + n
                                    + " has a token without exactly one label; a maximum-entropy Markov model predicts each label from the"
                                    + " previous one, so all must be known: complete the labels, or train a conditional random field");
                }
            }
        }
    }

    private static void checkAlgorithm(TrainingOptions options, InstanceStore instances, boolean tokenwise) {
        if (options.needsMemory() && instances.isOnDisk()) {
            throw new TrainingException(
                    "the algorithm " + options.algorithm() + " visits the sequences in random order, so"
                            + " they must be in memory and not on disk; leave --data-on-disk (withDataOnDisk) out and give the JVM"
                            + " more memory (-Xmx) if they do not fit, or use "
                            + (options.loss().isSmooth()
                                    ? "the algorithm lbfgs or owlqn"
                                    : "a loss without kinks, such as squared-hinge, with the algorithm lbfgs"));
        }
        if (options.loss().isOneVsRest() && !tokenwise) {
            for (Instance instance : instances) {
                if (instance.sequence().length() > 1) {
                    throw new TrainingException("the loss " + options.loss()
                            + " scores every token by itself, but the model has transitions; train without them (maximum entropy, SVM),"
                            + " or use the loss hinge or softmax-margin");
                }
            }
        }
    }
}
