package org.espalier.cli.crfsuite;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.espalier.data.Sequence;
import org.espalier.interop.FixedPoint;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
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
        out.accept("Feature generation\ntype: CRF1d\n");
        show("feature.minfreq", Parameter.MIN_FREQUENCY);
        show("feature.possible_states", Parameter.POSSIBLE_STATES);
        show("feature.possible_transitions", Parameter.POSSIBLE_TRANSITIONS);
        out.accept(PROGRESS + "Number of features: " + summary.features() + "\n");
        out.accept("Seconds required: " + seconds((System.nanoTime() - begun) / 1e9) + "\n\n");
        out.accept(parameters.algorithm().title + "\n");
        if (isOnline()) {
            parameters.algorithm().own().forEach(parameter -> show(parameter.key, parameter));
        } else {
            showQuasiNewton();
        }
        out.accept("\n");
    }

    private boolean isOnline() {
        return parameters.algorithm() != LearnAlgorithm.LBFGS;
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
    public void onIteration(TrainingProgress progress, Supplier<Model> model) {
        StringBuilder text = new StringBuilder();
        text.append("***** Iteration #").append(progress.iteration()).append(" *****\n");
        text.append("Loss: ").append(FixedPoint.of(progress.objective(), 6));
        double shown = Double.isNaN(norm.value()) ? progress.weightNorm() : norm.value();
        text.append("\nFeature norm: ").append(FixedPoint.of(shown, 6));
        if (!isOnline()) {
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
        String ending = !isOnline()
                ? ending(report.stopReason()) + "\n"
                : report.stopReason() == StopReason.CONVERGED_LOSS ? "Terminated with the stopping criterion\n\n" : "";
        out.accept(ending + "Total seconds required for training: " + seconds(report.seconds()) + "\n\n");
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
