package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Span;
import org.espalier.feature.text.FeatureSet;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Labels whole segments with a semi-Markov model: the example of docs/semi-markov.md. */
public final class TagSegments {
    private TagSegments() {}

    /** Expects training data like those of {@code samples/ingredients}. */
    public static void main(String[] args) {
        List<Sequence> train = Sequences.read(DataOptions.COLUMNS, Path.of(args[0]));
        FeatureSet features = FeatureSet.parse("text,segments", Path.of(""));
        TrainingOptions options = TrainingOptions.DEFAULTS.withStructure(new SemiMarkov(10));
        Model model = new Trainer(features, options).train(train);
        System.out.println(model.structure());

        Sequence line = Sequence.ofWords("2", "cups", "finely", "chopped", "flat-leaf", "parsley");
        Tagging tagging = model.tagger().tag(line);
        for (Span span : tagging.spans()) {
            System.out.println(span);
        }
        for (Labelling labelling : tagging.nBest(2)) {
            System.out.printf(Locale.ROOT, "%.4f %s%n", labelling.probability(), labelling.labels());
        }
    }
}
