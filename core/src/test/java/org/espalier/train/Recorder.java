package org.espalier.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps all that a training run tells. */
public final class Recorder implements TrainingListener {
    public final List<String> warnings = new ArrayList<>();
    public final List<TrainingProgress> progress = new ArrayList<>();
    private @Nullable TrainingReport report;
    private @Nullable TrainingSummary summary;

    @Override
    public void onStart(TrainingSummary value) {
        summary = value;
    }

    @Override
    public void onIteration(TrainingProgress value) {
        progress.add(value);
    }

    @Override
    public void onWarning(String message) {
        warnings.add(message);
    }

    @Override
    public void onFinish(TrainingReport value) {
        report = value;
    }

    public TrainingReport report() {
        return Objects.requireNonNull(report);
    }

    public TrainingSummary summary() {
        return Objects.requireNonNull(summary);
    }
}
