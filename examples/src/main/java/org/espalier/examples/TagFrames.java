package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.espalier.data.DataOptions;
import org.espalier.data.InstanceOptions;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Labels every frame of a signal: the example of docs/frames.md. */
public final class TagFrames {
    private TagFrames() {}

    /** Expects training and test data like those of {@code samples/gestures}, and the features. */
    public static void main(String[] args) {
        DataOptions table = DataOptions.FRAMES.withInstances(
                InstanceOptions.DEFAULTS.withSequence("recording").withIgnored(Set.of("time")));
        List<Sequence> train = Sequences.read(table, Path.of(args[0]));
        Model model = new Trainer(FrameFeatures.parse(args[2]), TrainingOptions.DEFAULTS).train(train);

        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL, LabelNotation.DEFAULT);
        for (Sequence recording : Sequences.read(table, Path.of(args[1]))) {
            evaluation.add(
                    Objects.requireNonNull(recording.labels()),
                    model.tagger().tag(recording).labels());
        }
        System.out.printf(
                Locale.ROOT, "%s: %.4f%n", args[2], evaluation.scores().tokenAccuracy());
    }
}
