package org.espalier.examples;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.BracketScores;
import org.espalier.evaluate.TagScores;
import org.espalier.generative.PcfgOptions;
import org.espalier.generative.PcfgTrainer;
import org.espalier.labelling.tree.Constituents;
import org.espalier.model.Model;
import org.espalier.model.Parsing;

/** Counts a probabilistic context-free grammar in a treebank, and judges its trees and tags on another. */
public final class CountGrammar {
    private CountGrammar() {}

    /** Counts the first file, parses the second; a third argument lets symbols know their parents. */
    public static void main(String[] arguments) {
        Path train = Path.of(arguments.length > 0 ? arguments[0] : "samples/brackets/train.mrg");
        Path test = Path.of(arguments.length > 1 ? arguments[1] : "samples/brackets/test.mrg");
        Constituents trees = new Constituents(true, 0, arguments.length > 2 ? 2 : 1);
        Model grammar = new PcfgTrainer(PcfgOptions.DEFAULTS.withTrees(trees))
                .train(Sequences.read(DataOptions.BRACKETS, train));
        BracketScores brackets = BracketScores.NONE;
        TagScores tags = TagScores.NONE;
        for (Sequence sentence : Sequences.read(DataOptions.BRACKETS, test)) {
            Parsing found = grammar.parser().parse(sentence);
            List<Mark> gold = sentence.marks();
            brackets = brackets.plus(sentence, gold == null ? List.of() : gold, found.marks());
            tags = tags.plus(sentence, found.sequence());
        }
        System.out.print(brackets.text() + tags.text());
        System.out.println(grammar.structure());
    }
}
