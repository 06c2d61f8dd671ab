package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.BracketScores;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.labelling.tree.Constituents;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.train.SpanPruning;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Trains a parser of constituents on a treebank in brackets, and judges it on another. */
public final class ParsePhrases {
    private ParsePhrases() {}

    /** Trains on the first file, parses the second. */
    public static void main(String[] arguments) {
        Path train = Path.of(arguments.length > 0 ? arguments[0] : "samples/brackets/train.mrg");
        Path test = Path.of(arguments.length > 1 ? arguments[1] : "samples/brackets/test.mrg");
        TrainingOptions options = TrainingOptions.DEFAULTS.withStructure(Constituents.USUAL);
        Model model = new Trainer(SpanFeatures.chosen(true, SpanPruning.USUAL), options)
                .train(Sequences.read(DataOptions.BRACKETS, train));
        Parser parser = model.parser();
        BracketScores scores = BracketScores.NONE;
        for (Sequence sentence : Sequences.read(DataOptions.BRACKETS, test)) {
            List<Mark> gold = sentence.marks();
            if (gold != null) {
                scores = scores.plus(sentence, gold, parser.parse(sentence).marks());
            }
        }
        System.out.print(scores.text());
    }
}
