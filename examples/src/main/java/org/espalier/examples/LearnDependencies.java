package org.espalier.examples;

import java.util.Arrays;
import java.util.List;
import org.espalier.inference.Workspace;
import org.espalier.inference.spanning.MatrixTreeInference;
import org.espalier.loss.LogLoss;
import org.espalier.optimize.Function;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.Result;
import org.espalier.optimize.batch.Lbfgs;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.GoldArcs;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Learns dependency trees from five sentences: a structure, a loss and an optimiser, and nothing between them but a table of weights.
 *
 * <p>A weight belongs to the tag of a head, the tag of a word below it and the side on which the word stands; the score of an arc is its
 * weight.
 */
public final class LearnDependencies {
    private static final List<String> TAGS = List.of("ROOT", "DET", "NOUN", "VERB", "ADP");

    private LearnDependencies() {}

    /** The tags of a sentence and the heads of its words, 0 for the root. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Sentence(String tags, int... heads) {
        SpanningTrees trees() {
            return SpanningTrees.singleRoot(tags.split(" ").length, 1);
        }

        /** The weight of an arc. */
        int feature(int head, int modifier) {
            int above = head == 0 ? 0 : TAGS.indexOf(tags.split(" ")[head - 1]);
            int below = TAGS.indexOf(tags.split(" ")[modifier - 1]);
            return (above * TAGS.size() + below) * 2 + (head < modifier ? 1 : 0);
        }
    }

    /** The sum of the losses of all sentences, by the weights. */
    private record Likelihood(List<Sentence> sentences) implements Function {
        @Override
        public int dimension() {
            return TAGS.size() * TAGS.size() * 2;
        }

        @Override
        public double evaluate(double[] weights, double[] gradient) {
            LogLoss<SpanningTrees> loss = new LogLoss<>(new MatrixTreeInference());
            Workspace workspace = new Workspace();
            Arrays.fill(gradient, 0);
            double sum = 0;
            for (Sentence sentence : sentences) {
                SpanningTrees trees = sentence.trees();
                score(sentence, weights, workspace);
                GoldArcs gold = GoldArcs.of(DependencyTree.of(trees.arcs(), sentence.heads));
                sum += loss.evaluate(trees, gold, 1, workspace);
                Arcs arcs = trees.arcs();
                for (int arc = 0; arc < arcs.count(); arc++) {
                    gradient[sentence.feature(arcs.head(arc), arcs.modifier(arc))] +=
                            workspace.gradient()[arc];
                }
            }
            return sum;
        }
    }

    private static void score(Sentence sentence, double[] weights, Workspace workspace) {
        SpanningTrees trees = sentence.trees();
        workspace.reserve(trees);
        for (int arc = 0; arc < trees.arcs().count(); arc++) {
            int feature = sentence.feature(trees.arcs().head(arc), trees.arcs().modifier(arc));
            workspace.scores()[arc] = weights[feature];
        }
    }

    /** Learns, and prints the tree of a sentence with tags that come in no other order before. */
    public static void main(String[] args) {
        Likelihood likelihood = new Likelihood(List.of(
                new Sentence("DET NOUN VERB", 2, 3, 0), // the bird sings
                new Sentence("NOUN VERB NOUN", 2, 0, 2), // birds eat worms
                new Sentence("DET NOUN VERB DET NOUN", 2, 3, 0, 5, 3), // the bird eats a worm
                new Sentence("NOUN VERB ADP NOUN", 2, 0, 2, 3), // birds sing in trees
                new Sentence("VERB DET NOUN", 0, 3, 1))); // catch the worm
        Result result = new Lbfgs().minimize(likelihood, Penalty.l2(0.1), new double[likelihood.dimension()]);

        Sentence sentence = new Sentence("NOUN VERB DET NOUN ADP DET NOUN"); // birds eat the worm in the tree
        Workspace workspace = new Workspace();
        score(sentence, result.x(), workspace);
        DependencyTree tree =
                new MatrixTreeInference().best(sentence.trees(), workspace).output();
        System.out.println(sentence.tags + ": heads " + Arrays.toString(tree.heads()));
    }
}
