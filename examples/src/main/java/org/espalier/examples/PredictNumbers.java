package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.ContinuousOptions;
import org.espalier.continuous.ContinuousTrainer;
import org.espalier.continuous.Prediction;
import org.espalier.data.DataOptions;
import org.espalier.data.InstanceOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.table.FrameFeatures;

/** Predicts a number for every hour, with intervals, and fills the gaps of a gauge: the example of docs/continuous-crf.md. */
public final class PredictNumbers {
    private PredictNumbers() {}

    /** Expects training and test data like those of {@code samples/air}. */
    public static void main(String[] args) {
        DataOptions table = DataOptions.FRAMES.withInstances(
                InstanceOptions.DEFAULTS.withSequence("day").withLabel("pm").withRealLabels(true));
        List<Sequence> train = Sequences.read(table, Path.of(args[0]));
        FrameFeatures features = FrameFeatures.parse("frames(window=2)");
        ContinuousCrf crf = new ContinuousTrainer(features, ContinuousOptions.DEFAULTS).train(train);

        for (Sequence day : Sequences.read(table, Path.of(args[1]))) {
            List<String> measured = Objects.requireNonNull(day.labels());
            int hour = measured.indexOf("");
            if (hour >= 0) {
                Prediction alone = crf.predict(day);
                Prediction filled = crf.complete(day);
                System.out.printf(
                        Locale.ROOT,
                        "hour %d: %.1f from %.1f to %.1f; beside what was measured: %.1f from %.1f to %.1f%n",
                        hour,
                        alone.mean(hour),
                        alone.lower(hour, 0.9),
                        alone.upper(hour, 0.9),
                        filled.mean(hour),
                        filled.lower(hour, 0.9),
                        filled.upper(hour, 0.9));
            }
        }
    }
}
