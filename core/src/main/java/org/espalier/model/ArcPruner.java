package org.espalier.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.espalier.data.Sequence;
import org.espalier.feature.arc.ArcFilter;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.EisnerInference;
import org.espalier.labelling.tree.DependencyLabels;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.spanning.ArcSet;
import org.espalier.structure.spanning.Arcs;
import org.espalier.structure.spanning.DependencyTree;
import org.espalier.structure.spanning.SpanningTrees;

/**
 * Chooses arcs by a parser of first order: those of the best tree, and of every word the arcs with the highest probabilities
 *
 * <pre>
 *   p(h → m | x) ≥ least · max_h p(h → m | x)         at most so many per word;   p(tree | x) ∝ exp(sharpness · score(tree))
 * </pre>
 *
 * as in coarse-to-fine parsing (Carreras, Collins &amp; Koo 2008). O(n³) per sentence. Immutable and safe to share.
 */
public final class ArcPruner implements ArcFilter {
    private final Model model;
    private final int most;
    private final double least;
    private final double sharpness;
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::scratch);

    /**
     * A pruner.
     *
     * @param model a projective dependency parser of first order; its relations do not matter
     * @param most how many heads a word keeps at most, beside that of the best tree
     * @param least the share of the highest probability that a head must have at least
     * @param sharpness by what scores are multiplied: 1 for those of a model of log-loss; more for those of an online learner, which only make
     *     right trees better by a margin of about 1 per error
     */
    public ArcPruner(Model model, int most, double least, double sharpness) {
        if (!(model.structure() instanceof DependencyLabels labels) || !labels.isProjective()) {
            throw new IllegalArgumentException("arcs chosen by a model of "
                    + model.structure().kind() + "; expected a projective dependency parser of first order");
        }
        if (most < 1 || !(least >= 0 && least <= 1) || !(sharpness > 0) || Double.isInfinite(sharpness)) {
            throw new IllegalArgumentException("at most " + most + " heads with at least " + least
                    + " of the highest probability, scores times " + sharpness
                    + "; expected a head or more, a share from 0 to 1, and a number above 0");
        }
        this.model = model;
        this.most = most;
        this.least = least;
        this.sharpness = sharpness;
    }

    /**
     * Makes a pruner again.
     *
     * @param definition what {@link #definition()} gave
     * @param bytes what {@link #bytes()} gave
     * @throws IllegalArgumentException when they are damaged
     */
    static ArcPruner read(String definition, ByteBuffer bytes) {
        String[] numbers = definition.split(" ", -1);
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        try {
            return new ArcPruner(
                    Model.load(copy),
                    Integer.parseInt(numbers[0]),
                    Double.parseDouble(numbers[1]),
                    Double.parseDouble(numbers[2]));
        } catch (ModelFormatException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the model that chooses arcs: " + e.getMessage(), e);
        }
    }

    /** What one thread uses again for every sentence. */
    private record Scratch(Encoder.Reusable encoder, SequenceScorer<SpanningTrees> scorer, EisnerInference inference) {}

    private Scratch scratch() {
        DependencyLabels labels = (DependencyLabels) model.structure();
        LinearScorer<SpanningTrees> scorer = labels.scorer(model.layout());
        return new Scratch(
                model.encoder().reusable(),
                SequenceScorer.of(scorer, labels, model.weights(), model.normalisation(), null),
                new EisnerInference());
    }

    @Override
    public ArcSet arcs(Sequence sentence) {
        Scratch scratch = scratches.get();
        SpanningTrees trees = scratch.scorer.score(scratch.encoder.encode(sentence));
        Workspace workspace = scratch.scorer.workspace();
        DependencyTree best = scratch.inference.best(trees, workspace).output();
        double[] parts = new double[trees.parts()];
        for (int part = 0; part < parts.length; part++) {
            workspace.scores()[part] *= sharpness;
        }
        scratch.inference.addMarginals(trees, workspace, 1, parts);
        Arcs arcs = trees.arcs();
        int words = arcs.words();
        double[] chances = new double[words + 1]; // of the heads of one word
        int[] pairs = new int[2 * words * (Math.min(most, words) + 1)];
        int count = 0;
        for (int m = 1; m <= words; m++) {
            for (int h = 0; h <= words; h++) {
                chances[h] = h == m ? 0 : probability(parts, arcs, h, m);
            }
            double needed = needed(chances);
            int kept = 0;
            for (int h = 0; h <= words; h++) {
                boolean isLikely = chances[h] >= needed && h != m && kept < most;
                kept += isLikely ? 1 : 0;
                if (isLikely || h == best.head(m)) {
                    pairs[count++] = h;
                    pairs[count++] = m;
                }
            }
        }
        return ArcSet.of(words, Arrays.copyOf(pairs, count));
    }

    private static double probability(double[] parts, Arcs arcs, int head, int modifier) {
        double sum = 0;
        int first = arcs.part(head, modifier, 0);
        for (int part = first; part < first + arcs.relations(); part++) {
            sum += parts[part];
        }
        return sum;
    }

    private double needed(double[] chances) {
        double[] sorted = chances.clone();
        Arrays.sort(sorted);
        double last = sorted[Math.max(0, sorted.length - most)];
        return Math.max(Math.max(last, least * sorted[sorted.length - 1]), Double.MIN_VALUE);
    }

    @Override
    public String definition() {
        return most + " " + least + " " + sharpness;
    }

    @Override
    public ByteBuffer bytes() {
        return ModelFile.bytes(model);
    }
}
