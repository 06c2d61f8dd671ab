package org.espalier.cli.option;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.loss.LossFunction;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;

/** Which options of a training its algorithm looks at. */
public final class LearningRules {
    private static final Set<Algorithm> STEPS = EnumSet.of(
            Algorithm.SGD, Algorithm.ASGD, Algorithm.SGD_L1, Algorithm.ADAGRAD, Algorithm.ADAM, Algorithm.SUBGRADIENT);

    private final ModelKind kind;
    private final TrainingOptions options;
    private final Algorithm algorithm;
    private final Predicate<String> isGiven;

    private LearningRules(ModelKind kind, TrainingOptions options, Predicate<String> isGiven) {
        this.kind = kind;
        this.options = options;
        this.isGiven = isGiven;
        this.algorithm = options.algorithm();
    }

    /**
     * The rules.
     *
     * @param isGiven whether an option stands on the command line
     */
    public static List<OptionRule> of(ModelKind kind, TrainingOptions options, Predicate<String> isGiven) {
        return new LearningRules(kind, options, isGiven).rules();
    }

    /** The rules of models that count: where all labels are known, there is nothing to iterate for. */
    public static List<OptionRule> counted(
            ModelKind kind, List<Sequence> data, LabelNotation notation, Predicate<String> isGiven) {
        boolean hidden = false;
        for (Sequence sequence : data) {
            List<String> labels = sequence.labels();
            hidden |= labels != null
                    && labels.stream()
                            .anyMatch(label -> notation.alternatives(label).size() != 1);
        }
        String where = "where all labels are known: Baum-Welch does not run";
        return List.of(
                OptionRule.of(hidden, where, "--em-iterations", "--em-restarts", "--em-prior", "--em-tolerance"),
                OptionRule.of(
                        hidden && isGiven.test("--em-restarts"),
                        "with --model " + kind + " and no --em-restarts",
                        "--seed"));
    }

    private boolean drawsNumbers(boolean visits) {
        return switch (kind) {
            case NAIVE_BAYES, HMM, PCFG -> false;
            case KERNEL_SVM -> isGiven.test("--probabilities");
            case KERNEL_LR -> isGiven.test("--import-vectors");
            case KERNEL_PERCEPTRON, KERNEL_CRF, BILSTM_CRF -> true;
            default ->
                visits
                        || algorithm.isOnline()
                        || (algorithm == Algorithm.AUTO && options.loss() == LossFunction.LOG)
                        || isGiven.test("--mixing")
                        || isGiven.test("--restarts");
        };
    }

    private List<OptionRule> rules() {
        if (kind == ModelKind.BILSTM_CRF) {
            return List.of(
                    OptionRule.of(
                            false,
                            "with --model " + kind,
                            "--calibration-samples",
                            "--calibration-rate",
                            "--averaging",
                            "--gap",
                            "--gap-period",
                            "--tolerance",
                            "--period",
                            "--memory",
                            "--gradient-tolerance",
                            "--shards",
                            "--epoch-iterations",
                            "--mixing-by-size"),
                    OptionRule.of(options.loss().hasCost(), "with --loss " + options.loss(), "--margin"));
        }
        boolean minimised = !kind.isKernel() && !kind.isGenerative();
        boolean steps = minimised && STEPS.contains(algorithm);
        boolean dual = minimised
                && (algorithm == Algorithm.FRANK_WOLFE
                        || (algorithm == Algorithm.AUTO && !options.loss().isSmooth()));
        boolean visits = steps || dual || algorithm == Algorithm.SAG;
        boolean falls = steps && algorithm != Algorithm.ADAGRAD;
        boolean calibrated = steps && options.stochastic().rate() == 0;
        boolean remembers = algorithm == Algorithm.LBFGS || algorithm == Algorithm.OWLQN || algorithm == Algorithm.AUTO;
        String where = kind.isKernel() || kind.isGenerative()
                ? "with --model " + kind
                : "with --algorithm " + algorithm
                        + (algorithm == Algorithm.AUTO ? " and --loss " + options.loss() : "");
        return List.of(
                OptionRule.of(steps, where, "--rate", "--batch"),
                OptionRule.of(falls, where, "--decay"),
                OptionRule.of(
                        calibrated,
                        steps ? "with a --rate that is not 0" : where,
                        "--calibration-samples",
                        "--calibration-rate"),
                OptionRule.of(dual || algorithm == Algorithm.SGD, where, "--averaging"),
                OptionRule.of(dual, where, "--gap", "--gap-period"),
                OptionRule.of(!dual, where + ", which stops by its --gap", "--tolerance"),
                OptionRule.of(!dual && algorithm != Algorithm.SAG, where + ", which stops by its gap", "--period"),
                OptionRule.of(kind.isKernel() || (remembers && !dual), where, "--memory"),
                OptionRule.of(kind.isKernel() || !visits, where, "--gradient-tolerance"),
                OptionRule.of(
                        minimised && options.loss().hasCost() && !algorithm.isOnline(),
                        kind.isKernel() ? where : "with --loss " + options.loss(),
                        "--margin"),
                OptionRule.of(drawsNumbers(visits), where, "--seed"),
                OptionRule.of(minimised, where, "--mixing", "--shards", "--epoch-iterations", "--mixing-by-size"));
    }
}
