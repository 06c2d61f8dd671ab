package org.espalier.labelling.chain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelDecoding;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * From scored hidden states to the class of a sequence, which all its tokens get as their label.
 *
 * <p>All answers are exact: there are few classes, and p(class) is the sum over the paths of its block. {@link Decoder#VITERBI} takes the class
 * of the best path of hidden states instead of the most probable class.
 */
final class ClassDecoding implements LabelDecoding<Trellis> {
    private final ChainInference inference;
    private final ClassBlocks blocks;
    private final Decoder decoder;

    ClassDecoding(ChainInference inference, ClassBlocks blocks, Decoder decoder) {
        this.inference = inference;
        this.blocks = blocks;
        this.decoder = decoder;
    }

    @Override
    public double decode(Trellis trellis, Workspace workspace, int[] labels) {
        double[] scores = classScores(trellis, workspace);
        int best = 0;
        if (decoder.method() == Decoder.Method.POSTERIOR) {
            for (int c = 1; c < scores.length; c++) {
                best = scores[c] > scores[best] ? c : best;
            }
        } else {
            double found = decoder.decode(inference, trellis, workspace, labels);
            best = found == Double.NEGATIVE_INFINITY || trellis.length() == 0
                    ? 0
                    : blocks.map().label(labels[0]);
        }
        Arrays.fill(labels, 0, trellis.length(), best);
        return trellis.length() == 0 ? 0 : scores[best];
    }

    /** log Σ exp(score) over the paths of each class // [classes]. */
    private double[] classScores(Trellis trellis, Workspace workspace) {
        double[] scores = new double[blocks.classes()];
        if (trellis.length() == 0) {
            return scores;
        }
        double[] marginals = new double[trellis.parts()];
        double logSum = inference.addMarginals(trellis, workspace, 1, marginals);
        double[] sums = blocks.map().sum(marginals, trellis.stateOffset(0));
        Arrays.setAll(scores, c -> logSum + StrictMath.log(sums[c]));
        return scores;
    }

    @Override
    public double score(Trellis trellis, Workspace workspace, int[] labels) {
        for (int t = 1; t < trellis.length(); t++) {
            if (labels[t] != labels[0]) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return trellis.length() == 0 ? 0 : classScores(trellis, workspace)[labels[0]];
    }

    @Override
    public double[][] marginals(Trellis trellis, Workspace workspace) {
        double[] marginals = new double[trellis.parts()];
        inference.addMarginals(trellis, workspace, 1, marginals);
        double[][] rows = new double[trellis.length()][];
        for (int t = 0; t < rows.length; t++) {
            rows[t] = blocks.map().sum(marginals, trellis.stateOffset(t));
        }
        return rows;
    }

    @Override
    public List<ScoredLabels> nBest(Trellis trellis, Workspace workspace, int n) {
        double[] scores = classScores(trellis, workspace);
        List<ScoredLabels> all = new ArrayList<>();
        for (int c = 0; c < scores.length && (c == 0 || trellis.length() > 0); c++) {
            int[] labels = new int[trellis.length()];
            Arrays.fill(labels, c);
            if (scores[c] > Double.NEGATIVE_INFINITY) {
                all.add(new ScoredLabels(labels, scores[c]));
            }
        }
        all.sort(Comparator.comparingDouble((ScoredLabels one) -> -one.score()));
        return all.subList(0, Math.min(n, all.size()));
    }

    @Override
    public int[] sample(Trellis trellis, Workspace workspace, RandomGenerator random) {
        Path path = inference.sample(trellis, workspace, random);
        return blocks.map().labels(path.states(), trellis.length());
    }
}
