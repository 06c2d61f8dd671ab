package org.espalier.cli.dropin.crfsuite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.interop.FixedPoint;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.optimize.CalibrationReport;
import org.espalier.optimize.StopReason;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;

/** Tells how a training goes in the lines of CRFsuite's log. */
final class LearningLog implements TrainingListener {
    static final String PROGRESS = "0....1....2....3....4....5....6....7....8....9....10\n";

    private final Consumer<String> out;
    private final Consumer<String> warnings;
    private final LearnParameters parameters;
    private final List<Sequence> holdout;
    private final OnlineLearners.Norm norm;
    private final long begun = System.nanoTime();
    private int evaluations = 1;
    private double seconds;
    private int features;
    private int instances;
    private long calibrating;
    private final List<Double> losses = new ArrayList<>(); // of all epochs of SGD

    /**
     * A log.
     *
     * @param holdout what the model is evaluated on after each iteration; empty for no evaluation
     */
    LearningLog(
            Consumer<String> out,
            Consumer<String> warnings,
            LearnParameters parameters,
            List<Sequence> holdout,
            OnlineLearners.Norm norm) {
        this.out = out;
        this.warnings = warnings;
        this.parameters = parameters;
        this.holdout = holdout;
        this.norm = norm;
    }

    /** How many features there were to learn. */
    int features() {
        return features;
    }

    static String seconds(double value) {
        return FixedPoint.of(value, 3);
    }

    @Override
    public void onStart(TrainingSummary summary) {
        features = summary.features();
        instances = summary.sequences();
        out.accept("Feature generation\ntype: CRF1d\n");
        show("feature.minfreq", Parameter.MIN_FREQUENCY);
        show("feature.possible_states", Parameter.POSSIBLE_STATES);
        show("feature.possible_transitions", Parameter.POSSIBLE_TRANSITIONS);
        out.accept(PROGRESS + "Number of features: " + summary.features() + "\n");
        out.accept("Seconds required: " + seconds((System.nanoTime() - begun) / 1e9) + "\n\n");
        out.accept(parameters.algorithm().title + "\n");
        if (isStochastic()) {
            show("c2", Parameter.C2);
            show("max_iterations", Parameter.MOST_SWEEPS);
            show("period", Parameter.PERIOD);
            show("delta", Parameter.FINE_DELTA);
        } else if (!isQuasiNewton()) {
            parameters.algorithm().own().forEach(parameter -> show(parameter.key, parameter));
        } else {
            showQuasiNewton();
        }
        out.accept("\n");
        calibrating = System.nanoTime();
    }

    /** Whether the log has blocks of L-BFGS. */
    private boolean isQuasiNewton() {
        return parameters.algorithm() == LearnAlgorithm.LBFGS;
    }

    private boolean isStochastic() {
        return parameters.algorithm() == LearnAlgorithm.SGD;
    }

    private void showQuasiNewton() {
        show("c1", Parameter.C1);
        show("c2", Parameter.C2);
        show("num_memories", Parameter.MEMORIES);
        show("max_iterations", Parameter.MAX_ITERATIONS);
        show("epsilon", Parameter.EPSILON);
        show("stop", Parameter.PERIOD);
        show("delta", Parameter.DELTA);
        show("linesearch", Parameter.LINE_SEARCH);
        show("linesearch.max_iterations", Parameter.MAX_LINE_SEARCH);
    }

    private void show(String name, Parameter parameter) {
        out.accept(name + ": " + parameters.shown(parameter) + "\n");
    }

    @Override
    public void onCalibration(CalibrationReport report) {
        StringBuilder text = new StringBuilder("Calibrating the learning rate (eta)\n");
        for (Parameter parameter : List.of(
                Parameter.CALIBRATION_ETA,
                Parameter.CALIBRATION_RATE,
                Parameter.CALIBRATION_SAMPLES,
                Parameter.CALIBRATION_CANDIDATES,
                Parameter.CALIBRATION_TRIALS)) {
            String shown = parameter == Parameter.CALIBRATION_SAMPLES
                    ? Integer.toString(report.samples())
                    : parameters.shown(parameter);
            text.append(parameter.key).append(": ").append(shown).append('\n');
        }
        text.append("Initial loss: ").append(FixedPoint.of(report.initial(), 6)).append('\n');
        int number = 0;
        for (CalibrationReport.Trial trial : report.trials()) {
            text.append("Trial #").append(++number).append(" (eta = ").append(FixedPoint.of(trial.rate(), 6));
            text.append("): ").append(FixedPoint.of(trial.value(), 6));
            text.append(trial.value() < report.initial() ? "\n" : " (worse)\n");
        }
        text.append("Best learning rate (eta): ").append(FixedPoint.of(report.rate(), 6));
        out.accept(text.append("\nSeconds required: ")
                .append(seconds((System.nanoTime() - calibrating) / 1e9))
                .append("\n\n")
                .toString());
    }

    @Override
    public void onIteration(TrainingProgress progress, Supplier<Model> model) {
        StringBuilder text = new StringBuilder();
        text.append(isStochastic() ? "***** Epoch #" : "***** Iteration #")
                .append(progress.iteration())
                .append(" *****\n");
        text.append("Loss: ").append(FixedPoint.of(progress.objective(), 6));
        double shown = Double.isNaN(norm.value()) ? progress.weightNorm() : norm.value();
        if (isStochastic()) {
            text.append(improvement(progress));
        }
        text.append(isStochastic() ? "\nFeature L2-norm: " : "\nFeature norm: ").append(FixedPoint.of(shown, 6));
        if (isStochastic()) {
            text.append("\nLearning rate (eta): ").append(FixedPoint.of(progress.step(), 6));
            text.append("\nTotal number of feature updates: ").append((long) progress.iteration() * instances);
        }
        if (isQuasiNewton()) {
            text.append(lineSearch(progress));
        }
        text.append("\nSeconds required for this iteration: ").append(seconds(progress.seconds() - seconds));
        text.append('\n');
        evaluations = progress.evaluations();
        seconds = progress.seconds();
        if (!holdout.isEmpty()) {
            text.append(scores(model.get()));
        }
        out.accept(text.append('\n').toString());
    }

    /** The relative improvement over a period, from the first epoch that has one. */
    private String improvement(TrainingProgress progress) {
        losses.add(progress.objective());
        int before = losses.size() - 1 - parameters.whole(Parameter.PERIOD);
        if (before < 0 || before == losses.size() - 1) {
            return "";
        }
        double ratio = (losses.get(before) - progress.objective()) / progress.objective();
        return "\nImprovement ratio: " + FixedPoint.of(ratio, 6);
    }

    private String lineSearch(TrainingProgress progress) {
        StringBuilder text = new StringBuilder();
        text.append("\nError norm: ").append(FixedPoint.of(progress.gradientNorm(), 6));
        text.append("\nActive features: ").append(progress.activeFeatures());
        text.append("\nLine search trials: ").append(progress.evaluations() - evaluations);
        text.append("\nLine search step: ").append(FixedPoint.of(progress.step(), 6));
        return text.toString();
    }

    private String scores(Model model) {
        Tagger tagger = model.tagger();
        LabelScores scores = new LabelScores(model.labels());
        for (Sequence sequence : holdout) {
            scores.add(
                    Objects.requireNonNull(sequence.labels()),
                    tagger.tag(sequence).labels());
        }
        return scores.text();
    }

    @Override
    public void onWarning(String message) {
        warnings.accept(message);
    }

    @Override
    public void onFinish(TrainingReport report) {
        out.accept(ending(report) + "Total seconds required for training: " + seconds(report.seconds()) + "\n\n");
    }

    private String ending(TrainingReport report) {
        if (isQuasiNewton()) {
            return ending(report.stopReason()) + "\n";
        }
        if (isStochastic()) {
            return "SGD terminated with the "
                    + (report.stopReason().converged() ? "stopping criteria" : "maximum number of iterations")
                    + "\nLoss: " + FixedPoint.of(losses.isEmpty() ? report.objective() : Collections.min(losses), 6)
                    + "\n";
        }
        return report.stopReason() == StopReason.CONVERGED_LOSS ? "Terminated with the stopping criterion\n\n" : "";
    }

    private static String ending(StopReason reason) {
        return switch (reason) {
            case CONVERGED_OBJECTIVE -> "L-BFGS terminated with the stopping criteria";
            case MAX_ITERATIONS -> "L-BFGS terminated with the maximum number of iterations";
            case CONVERGED_GRADIENT, CONVERGED_GAP, CONVERGED_PRECISION -> "L-BFGS resulted in convergence";
            default -> "L-BFGS terminated with an error: " + reason.text();
        };
    }
}
