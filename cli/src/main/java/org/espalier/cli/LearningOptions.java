package org.espalier.cli;

import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is learnt, and how: the model, its loss, and the algorithm. */
final class LearningOptions {
    @Option(
            names = "--model",
            paramLabel = "kind",
            description = {
                "What is learnt. Default: crf.",
                "crf: a linear-chain conditional random field.",
                "memm: a maximum-entropy Markov model, each label predicted from the one before it.",
                "maxent: maximum entropy (multinomial logistic regression), each token by itself."
            })
    private ModelKind model = ModelKind.CRF;

    @Option(
            names = "--loss",
            paramLabel = "name",
            description = {
                "What is to be small for every sequence. Usually what the model says.",
                "log: -log p(labels|tokens)."
            })
    private @Nullable LossFunction loss;

    @Option(
            names = "--algorithm",
            paramLabel = "name",
            description = {
                "How it is learnt. Default: auto.",
                "auto: dual coordinate ascent, then preconditioned L-BFGS (OWL-QN when --l1 is above 0); needs the fewest"
                        + " passes.",
                "lbfgs: L-BFGS; --l1 must be 0.",
                "owlqn: OWL-QN, which is L-BFGS for an L1 penalty."
            })
    private Algorithm algorithm = TrainingOptions.DEFAULTS.algorithm();

    ModelKind model() {
        return model;
    }

    /** The options with model, loss and algorithm as they were chosen. */
    TrainingOptions apply(TrainingOptions options) {
        TrainingOptions chosen = model.apply(options);
        if (loss != null) {
            if (model == ModelKind.MEMM || loss == LossFunction.LOCAL) {
                throw new IllegalArgumentException("--loss " + loss + " with --model " + model
                        + ": the loss of a maximum-entropy Markov model is always its own; leave --loss out, and use --model"
                        + " memm for such a model");
            }
            chosen = chosen.withLoss(loss);
        }
        return chosen.withAlgorithm(algorithm);
    }
}
