package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** One label for a whole signal, by a hidden-state model: the example of docs/hidden-state.md. */
public final class ClassifySequences {
    private ClassifySequences() {}

    /** Expects training and test data like those of {@code samples/gestures}, and the number of hidden states. */
    public static void main(String[] args) {
        List<Sequence> train = Sequences.read(DataOptions.TS, Path.of(args[0]));
        List<Sequence> test = Sequences.read(DataOptions.TS, Path.of(args[1]));
        int hidden = Integer.parseInt(args[2]);
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withStructure(new HiddenClasses(hidden))
                .withRestarts(3)
                .withL2(0.1);
        Model model = new Trainer(FrameFeatures.parse("frames"), options).train(train);

        Tagger tagger = model.tagger();
        long right = test.stream()
                .filter(gesture -> tagger.tag(gesture).labels().equals(Objects.requireNonNull(gesture.labels())))
                .count();
        System.out.printf(Locale.ROOT, "%d hidden states: %d of %d right%n", hidden, right, test.size());
    }
}
