package org.espalier.labelling.tree;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;
import org.jspecify.annotations.Nullable;

/** Trees as marks: the most probable tree, or the one with the most arcs that are expected to be right. */
record DependencyDecoding(Inference<SpanningTrees> inference, Decoder decoder) implements MarkDecoding<SpanningTrees> {

    DependencyDecoding {
        require(decoder);
    }

    static void require(Decoder decoder) {
        if (!decoder.equals(Decoder.VITERBI) && !decoder.equals(Decoder.POSTERIOR)) {
            throw new IllegalArgumentException(
                    "trees are chosen by the decoder viterbi, which takes the most probable tree, or posterior, which makes as"
                            + " many arcs right as can be expected; the others are for labels of tokens");
        }
    }

    @Override
    public ScoredMarks best(SpanningTrees trees, Workspace workspace) {
        if (decoder.equals(Decoder.VITERBI)) {
            return scored(inference.best(trees, workspace));
        }
        double[] probabilities = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, probabilities);
        Workspace expected = new Workspace();
        expected.reserve(trees);
        System.arraycopy(probabilities, 0, expected.scores(), 0, probabilities.length);
        DependencyTree tree = (DependencyTree) inference.best(trees, expected).output();
        return new ScoredMarks(marks(tree), tree.score(workspace.scores()));
    }

    private static ScoredMarks scored(ScoredOutput<?> found) {
        return new ScoredMarks(marks((DependencyTree) found.output()), found.score());
    }

    private static Marks marks(DependencyTree tree) {
        return marks(tree.arcs().words(), tree::head, tree::relation);
    }

    /** One mark for every word from 1 on, from its head. */
    static Marks marks(int words, IntUnaryOperator head, IntUnaryOperator relation) {
        int[] numbers = new int[3 * words];
        for (int m = 1; m <= words; m++) {
            numbers[3 * m - 3] = head.applyAsInt(m) - 1;
            numbers[3 * m - 2] = m - 1;
            numbers[3 * m - 1] = relation.applyAsInt(m);
        }
        return Marks.of(numbers);
    }

    @Override
    public double score(SpanningTrees trees, Workspace workspace, Marks marks) {
        Arcs arcs = trees.arcs();
        DependencyTree tree = tree(arcs, marks);
        if (tree == null) {
            return Double.NEGATIVE_INFINITY;
        }
        boolean isPossible = (!trees.isProjective() || tree.isProjective())
                && (!trees.hasSingleRoot() || arcs.words() == 0 || tree.roots() == 1);
        return isPossible ? tree.score(workspace.scores()) : Double.NEGATIVE_INFINITY;
    }

    /** The tree that these marks are; null when they are none, or have a relation that the model does not have. */
    static @Nullable DependencyTree tree(Arcs arcs, Marks marks) {
        int[] heads = new int[arcs.words()];
        int[] relations = new int[arcs.words()];
        Arrays.fill(heads, -1);
        for (int k = 0; k < marks.size(); k++) {
            if (marks.label(k) < 0) {
                return null;
            }
            heads[marks.to(k)] = marks.from(k) + 1;
            relations[marks.to(k)] = marks.label(k);
        }
        try {
            return new DependencyTree(arcs, heads, relations);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public double[] probabilities(SpanningTrees trees, Workspace workspace, Marks marks) {
        double[] parts = new double[trees.parts()];
        inference.addMarginals(trees, workspace, 1, parts);
        double[] probabilities = new double[marks.size()];
        Arrays.setAll(
                probabilities,
                k -> marks.label(k) < 0
                        ? 0
                        : parts[trees.arcs().part(marks.from(k) + 1, marks.to(k) + 1, marks.label(k))]);
        return probabilities;
    }

    @Override
    public List<ScoredMarks> nBest(SpanningTrees trees, Workspace workspace, int n) {
        return inference.nBest(trees, workspace, n).stream()
                .map(DependencyDecoding::scored)
                .toList();
    }

    @Override
    public Marks sample(SpanningTrees trees, Workspace workspace, RandomGenerator random) {
        return marks((DependencyTree) inference.sample(trees, workspace, random));
    }
}
