package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelDecoding;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.text.TokenizedText;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * Labels sequences with a model; immutable and safe to share between threads, each of which gets a workspace of its own.
 */
public final class Tagger {
    private final Model model;
    private final Labels labels;
    private final TagScheme scheme;
    private final Decoder decoder;
    private final Confidence confidence;
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::scratch);

    Tagger(Model model) {
        this(model, model.structure().usualDecoder());
    }

    private Tagger(Model model, Decoder decoder) {
        this.model = model;
        this.decoder = decoder;
        this.labels = model.labels();
        this.scheme = model.scheme();
        this.confidence = model.confidence();
        model.session(decoder); // which may not know this decoder
    }

    /** What one thread uses again for every sequence. */
    private record Scratch(Encoder.Reusable encoder, LabelSession<?> session) {}

    private Scratch scratch() {
        return new Scratch(model.encoder().reusable(), model.session(decoder));
    }

    public Model model() {
        return model;
    }

    /**
     * A tagger that chooses labels in another way than usual; what {@link Tagging} computes when it is asked for, such as
     * n-best lists and probabilities, stays exact.
     */
    public Tagger withDecoder(Decoder value) {
        return new Tagger(model, value);
    }

    /** How labels are chosen. */
    public Decoder decoder() {
        return decoder;
    }

    /** The scheme that the model's labels follow, by which {@link Tagging#spans} reads them. */
    public TagScheme scheme() {
        return scheme;
    }

    /** What the model knows about its probabilities. */
    Confidence confidence() {
        return confidence;
    }

    /**
     * The labels of a sequence that the {@link #decoder} chooses; what else {@link Tagging} offers is computed when it is asked for.
     *
     * <p>Little more is allocated than the result.
     */
    public Tagging tag(Sequence sequence) {
        Scratch scratch = scratches.get();
        EncodedSequence encoded = scratch.encoder.encode(sequence);
        double score = scratch.session.decode(encoded, null);
        return new Tagging(this, sequence, names(scratch.session.labels(), encoded.length()), score, null, null);
    }

    /**
     * The same for a sequence whose attributes are known as numbers already, such as the emissions of a network.
     *
     * @param encoded with the numbers of the model's {@linkplain Model#encoder encoder}; kept by what is returned
     */
    public Tagging tag(Sequence sequence, EncodedSequence encoded) {
        if (encoded.length() != sequence.length()) {
            throw new IllegalArgumentException(
                    "attributes of " + encoded.length() + " tokens for a sequence of " + sequence.length());
        }
        LabelSession<?> session = session();
        double score = session.decode(encoded, null);
        return new Tagging(this, sequence, names(session.labels(), encoded.length()), score, encoded, null);
    }

    /**
     * The same where something is known of the labels already: all others have no probability, in the best labels as in marginals, n-best
     * lists and samples. So with a token whose label is known, its neighbours are chosen to fit it.
     *
     * @param allowed the numbers of the allowed labels of each token
     * @throws IllegalArgumentException when there are not as many sets as tokens, or no labelling is allowed
     */
    public Tagging tag(Sequence sequence, AllowedStates allowed) {
        if (allowed.length() != sequence.length()) {
            throw new IllegalArgumentException(
                    "allowed labels of " + allowed.length() + " tokens for a sequence of " + sequence.length());
        }
        EncodedSequence encoded = encode(sequence);
        LabelSession<?> session = session();
        double score = session.decode(encoded, allowed);
        if (score == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException("no labelling is possible with the allowed labels; allow more of them");
        }
        return new Tagging(this, sequence, names(session.labels(), encoded.length()), score, encoded, allowed);
    }

    /**
     * Tags a text as one sequence; {@link Tagging#textSpans} are its spans.
     *
     * @throws IllegalStateException when the model does not say how text is cut into tokens, see {@link Model#withTokenizer}
     */
    public Tagging tagText(String text) {
        return tag(Sequence.ofText(text, tokenizer()));
    }

    /**
     * Tags a long text sentence by sentence; the spans of each tagging have their offsets in the whole text.
     *
     * @throws IllegalStateException when the model does not say how text is cut into tokens, see {@link Model#withTokenizer}
     */
    public List<Tagging> tagDocument(String text) {
        List<Tagging> taggings = new ArrayList<>();
        for (TokenizedText sentence : TokenizedText.sentences(text, tokenizer())) {
            taggings.add(tag(Sequence.ofText(sentence, null, List.of(), Location.NONE)));
        }
        return taggings;
    }

    private Tokenizer tokenizer() {
        Tokenizer known = model.tokenizer();
        if (known == null) {
            throw new IllegalStateException(
                    "the model does not say how to split text into tokens; give it the tokenizer of its training data, such as"
                            + " model.withTokenizer(Tokenizer.WORDS)");
        }
        return known;
    }

    EncodedSequence encode(Sequence sequence) {
        return model.encoder().encode(sequence);
    }

    private LabelSession<?> session() {
        return scratches.get().session;
    }

    double logSum(EncodedSequence encoded, @Nullable AllowedStates allowed) {
        return session().logSum(encoded, allowed);
    }

    /** log Σ exp(score) over the labellings of disjoint sets. */
    double logSum(EncodedSequence encoded, @Nullable AllowedStates allowed, List<AllowedStates> sets) {
        return session().logSum(encoded, allowed, sets);
    }

    /** The score of any labelling; −∞ when a label is not one of the model's. */
    double score(EncodedSequence encoded, @Nullable AllowedStates allowed, List<String> wanted) {
        int[] numbers = new int[wanted.size()];
        for (int t = 0; t < numbers.length; t++) {
            numbers[t] = labels.indexOf(wanted.get(t));
            if (numbers[t] < 0) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return session().score(encoded, allowed, numbers);
    }

    double[][] marginals(EncodedSequence encoded, @Nullable AllowedStates allowed) {
        return session().marginals(encoded, allowed);
    }

    List<Labelling> nBest(EncodedSequence encoded, @Nullable AllowedStates allowed, int n) {
        LabelSession.Ranked ranked = session().nBest(encoded, allowed, n);
        List<Labelling> list = new ArrayList<>();
        for (LabelDecoding.ScoredLabels found : ranked.labellings()) {
            double logProbability = Math.min(0, found.score() - ranked.logSum());
            list.add(new Labelling(names(found.labels(), encoded.length()), found.score(), logProbability));
        }
        return list;
    }

    List<String> sample(EncodedSequence encoded, @Nullable AllowedStates allowed, long seed) {
        return names(session().sample(encoded, allowed, seed), encoded.length());
    }

    double entropy(EncodedSequence encoded, @Nullable AllowedStates allowed) {
        return session().entropy(encoded, allowed);
    }

    private List<String> names(int[] numbers, int length) {
        String[] names = new String[length];
        for (int t = 0; t < length; t++) {
            names[t] = labels.name(numbers[t]);
        }
        return List.of(names);
    }
}
