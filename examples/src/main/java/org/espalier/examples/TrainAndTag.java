package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Trains on columns, keeps the model, and tags a line with it: the example of the README. */
public final class TrainAndTag {
    private TrainAndTag() {}

    /** Expects the training file, and where to write the model. */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[1]);

        List<Sequence> data = Sequences.read(DataOptions.COLUMNS, Path.of(args[0]));
        Trainer trainer = new Trainer(FeatureSet.text(), TrainingOptions.DEFAULTS.withL2(0.5));
        Model model = trainer.train(data);
        model.save(file);

        Tagger tagger = Model.load(file).tagger(); // safe to share between threads
        Tagging tagging = tagger.tag(Sequence.ofWords("2", "cups", "of", "brown", "sugar", ",", "packed"));
        System.out.println(tagging.labels());
        System.out.println(tagging.spans());
        System.out.println(tagging.probability());
        System.out.println(tagging.nBest(3).size() + " best labellings, model of " + Files.size(file) + " bytes");
    }
}
