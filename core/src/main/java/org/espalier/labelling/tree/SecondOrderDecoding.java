package org.espalier.labelling.tree;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.structure.forest.SecondOrderTree;
import org.espalier.structure.forest.SecondOrderTrees;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;

/** Trees of second order as marks: the most probable tree, or the one with the most arcs that are expected to be right. */
record SecondOrderDecoding(Inference<SecondOrderTrees> inference, Decoder decoder)
        implements MarkDecoding<SecondOrderTrees> {

    SecondOrderDecoding {
        DependencyDecoding.require(decoder);
    }

    @Override
    public ScoredMarks best(SecondOrderTrees trees, Workspace workspace) {
        if (decoder.equals(Decoder.VITERBI)) {
            return scored(inference.best(trees, workspace));
        }
        double[] probabilities = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, probabilities);
        Arrays.fill(probabilities, trees.arcParts(), probabilities.length, 0.0); // arcs only count
        Workspace expected = new Workspace();
        expected.reserve(trees);
        System.arraycopy(probabilities, 0, expected.scores(), 0, probabilities.length);
        SecondOrderTree tree = (SecondOrderTree) inference.best(trees, expected).output();
        return new ScoredMarks(marks(tree), tree.score(workspace.scores()));
    }

    private static ScoredMarks scored(ScoredOutput<?> found) {
        return new ScoredMarks(marks((SecondOrderTree) found.output()), found.score());
    }

    private static Marks marks(SecondOrderTree tree) {
        return DependencyDecoding.marks(tree.words(), tree::head, tree::relation);
    }

    /** A tree with an arc that was left out beforehand is impossible. */
    @Override
    public double score(SecondOrderTrees trees, Workspace workspace, Marks marks) {
        DependencyTree tree = DependencyDecoding.tree(new Arcs(trees.length(), trees.relations()), marks);
        if (tree == null || trees.whyNot(tree.heads()) != null) {
            return Double.NEGATIVE_INFINITY;
        }
        int[] relations = new int[trees.length()];
        Arrays.setAll(relations, m -> tree.relation(m + 1));
        return new SecondOrderTree(trees, tree.heads(), relations).score(workspace.scores());
    }

    @Override
    public double[] probabilities(SecondOrderTrees trees, Workspace workspace, Marks marks) {
        double[] parts = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, parts);
        double[] probabilities = new double[marks.size()];
        for (int k = 0; k < probabilities.length; k++) {
            int head = marks.from(k) + 1;
            int word = marks.to(k) + 1;
            boolean isThere =
                    marks.label(k) >= 0 && head != word && trees.arcs().has(head, word);
            probabilities[k] = isThere ? parts[trees.arcPart(head, word, marks.label(k))] : 0;
        }
        return probabilities;
    }

    @Override
    public List<ScoredMarks> nBest(SecondOrderTrees trees, Workspace workspace, int n) {
        return inference.nBest(trees, workspace, n).stream()
                .map(SecondOrderDecoding::scored)
                .toList();
    }

    @Override
    public Marks sample(SecondOrderTrees trees, Workspace workspace, RandomGenerator random) {
        return marks((SecondOrderTree) inference.sample(trees, workspace, random));
    }
}
