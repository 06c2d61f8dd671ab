package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.AttachmentScores;
import org.espalier.feature.arc.ArcColumns;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.labelling.tree.Dependencies;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Trains a dependency parser on a treebank in CoNLL-U, and judges it on another. */
public final class ParseSentences {
    private ParseSentences() {}

    /** Trains on the first file, parses the second. */
    public static void main(String[] arguments) {
        Path train = Path.of(arguments.length > 0 ? arguments[0] : "samples/trees/train.conllu");
        Path test = Path.of(arguments.length > 1 ? arguments[1] : "samples/trees/test.conllu");
        TrainingOptions options = TrainingOptions.DEFAULTS.withStructure(new Dependencies(true, true));
        Model model = new Trainer(new ArcFeatures(ArcColumns.CONLLU), options)
                .train(Sequences.read(DataOptions.CONLLU, train));
        Parser parser = model.parser();
        AttachmentScores scores = AttachmentScores.NONE;
        for (Sequence sentence : Sequences.read(DataOptions.CONLLU, test)) {
            List<Mark> gold = sentence.marks();
            if (gold != null) {
                scores = scores.plus(
                        sentence.length(), gold, parser.parse(sentence).marks());
            }
        }
        System.out.print(scores.text());
    }
}
