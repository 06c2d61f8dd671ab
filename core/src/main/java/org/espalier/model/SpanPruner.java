package org.espalier.model;

import java.nio.ByteBuffer;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.span.BinarySpans;
import org.espalier.feature.span.SpanFilter;
import org.espalier.inference.Workspace;
import org.espalier.inference.forest.ChartInference;
import org.espalier.labelling.tree.ConstituentLabels;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Parse;
import org.espalier.structure.forest.SpanSet;

/**
 * Chooses spans by a parser with few labels: those of its best tree, and those that are probable as nodes of a binary tree
 *
 * <pre>
 *   p(span | x) = Σ_symbols p(symbol of the span | x) ≥ least         p(tree | x) ∝ exp(sharpness · score(tree))
 * </pre>
 *
 * as in coarse-to-fine parsing (Charniak et al. 2006). O(n³) per sentence. Immutable and safe to share.
 */
public final class SpanPruner implements SpanFilter {
    private final Model model;
    private final ConstituentLabels labels;
    private final double least;
    private final double sharpness;
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::scratch);

    /**
     * A pruner.
     *
     * @param model a parser of constituents; their labels do not matter
     * @param least the probability that a span must have at least
     * @param sharpness by what scores are multiplied: 1 for those of a model of log-loss; more for those of an online learner, which only make
     *     right trees better by a margin of about 1 per error
     */
    public SpanPruner(Model model, double least, double sharpness) {
        if (!(model.structure() instanceof ConstituentLabels found)) {
            throw new IllegalArgumentException(
                    "spans chosen by a model of " + model.structure().kind() + "; expected a parser of constituents");
        }
        if (!(least >= 0 && least <= 1) || !(sharpness > 0) || Double.isInfinite(sharpness)) {
            throw new IllegalArgumentException("spans with a probability of at least " + least + ", scores times "
                    + sharpness + "; expected a number from 0 to 1, and one above 0");
        }
        this.model = model;
        this.labels = found;
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
    static SpanPruner read(String definition, ByteBuffer bytes) {
        String[] numbers = definition.split(" ", -1);
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        try {
            return new SpanPruner(Model.load(copy), Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
        } catch (ModelFormatException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("the model that chooses spans: " + e.getMessage(), e);
        }
    }

    /** What one thread uses again for every sentence. */
    private record Scratch(Encoder.Reusable encoder, SequenceScorer<Chart> scorer, Workspace sharp) {}

    private Scratch scratch() {
        return new Scratch(
                model.encoder().reusable(),
                SequenceScorer.of(labels.scorer(model.layout()), labels, model.weights(), model.normalisation(), null),
                new Workspace());
    }

    @Override
    public SpanSet spans(Sequence sentence) {
        Scratch scratch = scratches.get();
        ChartInference inference = new ChartInference();
        Chart chart = scratch.scorer.score(scratch.encoder.encode(sentence));
        Workspace workspace = scratch.scorer.workspace();
        double[] wanted = new double[chart.parts()];
        Parse best = inference.best(chart, workspace).output();
        Workspace sharp = scratch.sharp; // the scores of rules stay as they are for the next sentence
        sharp.reserve(chart);
        for (int part = 0; part < wanted.length; part++) {
            sharp.scores()[part] = sharpness * workspace.scores()[part];
        }
        inference.addMarginals(chart, sharp, 1, wanted);
        boolean[] isKept = new boolean[chart.spans()];
        int count = 0;
        for (int k = 0; k < best.size(); k++) {
            isKept[best.span(k)] = true;
        }
        for (int span = 0; span < isKept.length; span++) {
            double sum = 0;
            int first = chart.lowerOffset(span);
            for (int part = first; part < first + chart.grammar().symbols(); part++) {
                sum += wanted[part];
            }
            isKept[span] |= sum >= least;
            count += isKept[span] ? 1 : 0;
        }
        SpanSet all = chart.spanSet();
        int[] pairs = new int[2 * count];
        int at = 0;
        for (int span = 0; span < isKept.length; span++) {
            if (isKept[span]) {
                pairs[at++] = all.begin(span);
                pairs[at++] = all.end(span);
            }
        }
        return new BinarySpans(labels.isRightFactored()).with(SpanSet.of(all.words(), pairs), List.of());
    }

    @Override
    public String definition() {
        return least + " " + sharpness;
    }

    @Override
    public ByteBuffer bytes() {
        return ModelFile.bytes(model);
    }
}
