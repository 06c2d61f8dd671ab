package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.EncodedSequence;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.SpanSets;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.text.TextSpan;
import org.espalier.text.TokenizedText;
import org.jspecify.annotations.Nullable;

/**
 * What a tagger says of one sequence. The best labels are there; probabilities, marginals, n-best lists and samples are
 * computed at each call, in time O(T·S²), so keep what is used twice. Immutable and safe to share.
 */
public final class Tagging {
    private final Tagger tagger;
    private final Sequence sequence;
    private final List<String> labels;
    private final double score;
    private final @Nullable AllowedStates allowed; // what was known of the labels

    /** Made when first needed; of several threads that need it at once, each makes an equal one. */
    private @Nullable EncodedSequence encoded;

    Tagging(
            Tagger tagger,
            Sequence sequence,
            List<String> labels,
            double score,
            @Nullable EncodedSequence encoded,
            @Nullable AllowedStates allowed) {
        this.encoded = encoded;
        this.allowed = allowed;
        this.tagger = tagger;
        this.sequence = sequence;
        this.labels = labels;
        this.score = score;
    }

    public Sequence sequence() {
        return sequence;
    }

    /** The labels that the tagger's decoder chooses, usually the most probable ones; one per token. */
    public List<String> labels() {
        return labels;
    }

    /** The spans that the labels stand for, by the scheme of the model's labels; empty when they follow none. */
    public List<Span> spans() {
        return tagger.scheme().decode(labels);
    }

    /**
     * The {@link #spans} as stretches of the text that was tagged: {@code text.substring(start, end)} is what a span covers.
     *
     * @throws IllegalStateException when the sequence was not made of text
     */
    public List<TextSpan> textSpans() {
        TokenizedText text = sequence.text();
        if (text == null) {
            throw new IllegalStateException(
                    "the sequence was given as tokens, so its spans have no offsets in a text; use spans(), or tag text with"
                            + " tagText()");
        }
        List<TextSpan> found = new ArrayList<>();
        for (Span span : spans()) {
            found.add(text.span(span.start(), span.end(), span.type()));
        }
        return found;
    }

    /** The score of {@link #labels}: the sum of the weights of their features; with hidden states, log Σ exp over those. */
    public double score() {
        return score;
    }

    /** log Z(x): the logarithm of the sum of exp(score) over all labellings. */
    public double logPartition() {
        return tagger.logSum(encoded(), allowed);
    }

    /** log p(labels | tokens) of the best labels. */
    public double logProbability() {
        return Math.min(0, score - logPartition());
    }

    /** p(labels | tokens) of the best labels. */
    public double probability() {
        return Math.exp(logProbability());
    }

    /** log p(other | tokens) of any labelling; −∞ when a label is not one of the model's. */
    public double logProbability(List<String> other) {
        if (other.size() != labels.size()) {
            throw new IllegalArgumentException(other.size() + " labels for " + labels.size() + " tokens");
        }
        return Math.min(0, tagger.score(encoded(), allowed, other) - logPartition());
    }

    /**
     * The probability of a span: Σ p(labels | tokens) over all labellings that have exactly this span, whatever the other tokens are. It is 0
     * when the labels cannot write the span.
     *
     * @throws IllegalArgumentException when the span ends after the last token
     */
    public double probability(Span span) {
        Model model = tagger.model();
        LabelStructure<?> structure = model.structure();
        List<AllowedStates> sets =
                SpanSets.of(tagger.scheme(), model.labels(), structure.isAlwaysValid(), span, labels.size());
        double sum = structure.canHave(span) ? tagger.logSum(encoded(), allowed, sets) : Double.NEGATIVE_INFINITY;
        return sum == Double.NEGATIVE_INFINITY ? 0 : Math.min(1, Math.exp(sum - logPartition()));
    }

    /**
     * How often a span is right that has the {@link #probability(Span)} of this one, as the model learned when it was calibrated; the probability
     * itself when it was not.
     *
     * @throws IllegalArgumentException when the span ends after the last token
     */
    public double confidence(Span span) {
        return tagger.confidence().ofSpan(probability(span));
    }

    /** What the model knows about its probabilities. */
    Confidence learned() {
        return tagger.confidence();
    }

    /** How often a label is right that has the marginal of the one chosen, for every token; the marginal itself when the model is not calibrated. // [T] */
    public double[] confidences() {
        double[][] marginals = marginals();
        double[] confidences = new double[marginals.length];
        for (int t = 0; t < confidences.length; t++) {
            int label = tagger.model().labels().indexOf(labels.get(t));
            confidences[t] = tagger.confidence().ofToken(label < 0 ? 0 : marginals[t][label]);
        }
        return confidences;
    }

    /** p(y<sub>t</sub> = label | tokens) for every token and label, labels in the order of the model. // [T][S] */
    public double[][] marginals() {
        return tagger.marginals(encoded(), allowed);
    }

    /** The n most probable labellings, best first; with hidden states, the best of those that a search finds. */
    public List<Labelling> nBest(int n) {
        return tagger.nBest(encoded(), allowed, n);
    }

    /** Labels drawn from p(labels | tokens); the same seed draws the same labels. */
    public List<String> sample(long seed) {
        return tagger.sample(encoded(), allowed, seed);
    }

    /** H(labels | tokens) in nats: 0 when the model is sure; with hidden states, that of labels and hidden states together. */
    public double entropy() {
        return tagger.entropy(encoded(), allowed);
    }

    private EncodedSequence encoded() {
        EncodedSequence known = encoded;
        if (known == null) {
            known = tagger.encode(sequence);
            encoded = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "Tagging" + labels;
    }
}
