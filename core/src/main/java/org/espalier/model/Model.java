package org.espalier.model;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.chain.Trellis;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;

/**
 * A trained model: labels, attributes, weights, and where they come from. Immutable.
 *
 * <pre>{@code
 * Tagger tagger = Model.load(Path.of("model.esp")).tagger();
 * Tagging tagging = tagger.tag(Sequence.ofWords("2", "cups", "flour"));
 * tagging.labels(); // [B-QTY, B-UNIT, B-NAME]
 * }</pre>
 */
public final class Model {
    /**
     * The member of the provenance that names the scheme of the labels, where their names alone do not show it because the
     * training data have a few others.
     */
    public static final String SCHEME = "scheme";

    /** The member of the provenance that names the tokeniser by which text is cut, where the model was trained on text. */
    public static final String TOKENIZER = "tokenizer";

    private final Labels labels;
    private final Encoder encoder;
    private final ScoredStructure<?> scored;
    private final double[] weights;
    private final int columns;
    private final Map<String, Object> provenance;
    private final FileForm form;
    private final Normalisation normalisation;
    private final @Nullable VotedWeights votes;

    /**
     * A model from its pieces.
     *
     * @param weights θ, in the order of the layout; not copied, not to be changed
     * @param columns how many observed columns the training data had; 0 when they had none
     * @param provenance options, data fingerprint and scores, as JSON values; no clock and no thread count, so that equal
     *     training gives equal files
     */
    public Model(
            Labels labels,
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            int columns,
            Map<String, Object> provenance) {
        this(labels, encoder, layout, weights, columns, provenance, FileForm.PLAIN);
    }

    /**
     * A model whose file takes a form of its own.
     *
     * @param weights θ, rounded to the form, see {@link FileForm#round}
     */
    public Model(
            Labels labels,
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            int columns,
            Map<String, Object> provenance,
            FileForm form) {
        this(labels, encoder, layout, weights, columns, provenance, form, Normalisation.GLOBAL);
    }

    /**
     * A model with a normalisation of its own.
     *
     * @param normalisation what makes its scores probabilities; votes and coupling need a structure of pairs
     */
    public Model(
            Labels labels,
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            int columns,
            Map<String, Object> provenance,
            FileForm form,
            Normalisation normalisation) {
        this(
                labels,
                encoder,
                layout,
                weights,
                columns,
                provenance,
                form,
                normalisation,
                ChainLabels.plain(labels.size()),
                null);
    }

    /**
     * A model of any structure.
     *
     * @param structure what labels mean
     */
    public Model(
            Labels labels,
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            int columns,
            Map<String, Object> provenance,
            FileForm form,
            Normalisation normalisation,
            LabelStructure<?> structure) {
        this(labels, encoder, layout, weights, columns, provenance, form, normalisation, structure, null);
    }

    private Model(
            Labels labels,
            Encoder encoder,
            ParameterLayout layout,
            double[] weights,
            int columns,
            Map<String, Object> provenance,
            FileForm form,
            Normalisation normalisation,
            LabelStructure<?> structure,
            @Nullable VotedWeights votes) {
        if (labels.size() != structure.labels()) {
            throw new IllegalArgumentException(labels.size() + " labels, but a structure of " + structure.labels());
        }
        if (!structure.isNormalisedBy(normalisation)) {
            throw new IllegalArgumentException("the normalisation " + normalisation + " does not fit the structure '"
                    + structure.kind()
                    + "'; expected VOTES or COUPLED for pairs of labels, GLOBAL for others, or any but"
                    + " those two where every label is a state");
        }
        if (weights.length != layout.parameters()) {
            throw new IllegalArgumentException(
                    weights.length + " weights for a layout of " + layout.parameters() + " weights");
        }
        for (FeatureFamily family : layout.families()) {
            int attributes = family.places() == 0
                    ? encoder.attributes().size()
                    : encoder.transitionAttributes().size();
            if (!family.isConstant() && family.lists().attributes() != attributes) {
                throw new IllegalArgumentException(attributes + " attributes for the family " + family.name()
                        + " with features of " + family.lists().attributes());
            }
        }
        this.labels = labels;
        this.encoder = encoder;
        this.scored = ScoredStructure.of(structure, layout);
        this.weights = weights;
        this.columns = columns;
        this.provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        this.form = form;
        this.normalisation = normalisation;
        this.votes = votes;
    }

    /**
     * The same model, decided by the votes of many weight vectors instead of by its weights, which stay what they are: the
     * vectors' linear stand-in, such as their average.
     *
     * @throws IllegalArgumentException when the vectors are of another size, or the model is not one of whole sequences in the
     *     plain form
     */
    public Model withVotes(VotedWeights value) {
        if (value.parameters() != weights.length) {
            throw new IllegalArgumentException(
                    "vectors of " + value.parameters() + " weights for a model of " + weights.length);
        }
        if (form.compact()
                || normalisation != Normalisation.GLOBAL
                || !structure().isPlainChain()) {
            throw new IllegalArgumentException("votes in a model that is " + form + ", its normalisation "
                    + normalisation + "; expected a plain model with the global one");
        }
        return new Model(
                labels, encoder, layout(), weights, columns, provenance, form, normalisation, structure(), value);
    }

    /** The same model with another story of its making. */
    public Model withProvenance(Map<String, Object> value) {
        return new Model(labels, encoder, layout(), weights, columns, value, form, normalisation, structure(), votes);
    }

    /**
     * Loads a model file. It is read as a whole and verified; what becomes of the file afterwards does not matter.
     *
     * @param file a path of any file system, such as one of a jar
     * @throws ModelFormatException when the file is not a model, too new, truncated or corrupt
     */
    public static Model load(Path file) {
        return load(file, Loading.COPIED);
    }

    /**
     * Loads a model file, and says whether it may be needed further.
     *
     * @throws ModelFormatException when the file is not a model, too new, truncated or corrupt
     */
    public static Model load(Path file, Loading loading) {
        return ModelFile.read(file, loading, unknown -> null);
    }

    /**
     * Loads the model file of an extractor that is not built in.
     *
     * @param others makes the extractor from its definition; null when it does not know that kind
     * @throws ModelFormatException when the file is not a model, too new, truncated or corrupt, or its extractor unknown
     */
    public static Model load(Path file, Function<FeatureDefinition, ? extends @Nullable AttributeExtractor> others) {
        return ModelFile.read(file, Loading.COPIED, others);
    }

    /**
     * Loads a model from a stream, such as a resource of a jar or an answer from the network.
     *
     * @param input holds the bytes of a model file and nothing else; read to its end, not closed
     * @throws ModelFormatException when the bytes are not a model, too new, truncated or corrupt
     * @throws java.io.UncheckedIOException when reading fails
     */
    public static Model load(InputStream input) {
        return load(input, unknown -> null);
    }

    /**
     * Loads from a stream the model of an extractor that is not built in.
     *
     * @param input holds the bytes of a model file and nothing else; read to its end, not closed
     * @param others makes the extractor from its definition; null when it does not know that kind
     * @throws ModelFormatException when the bytes are not a model, too new, truncated or corrupt, or its extractor unknown
     * @throws java.io.UncheckedIOException when reading fails
     */
    public static Model load(
            InputStream input, Function<FeatureDefinition, ? extends @Nullable AttributeExtractor> others) {
        return ModelFile.read(input, others);
    }

    /**
     * Loads a model from the bytes of its file, which are copied.
     *
     * @throws ModelFormatException when the bytes are not a model, too new, truncated or corrupt
     */
    public static Model load(byte[] bytes) {
        return load(new ByteArrayInputStream(bytes));
    }

    /** Writes a model file: beside the target first, then renamed, so that a reader never sees a part of it. */
    public void save(Path file) {
        ModelFile.write(this, file);
    }

    /** The bytes of its file. */
    public byte[] toBytes() {
        ByteBuffer bytes = ModelFile.bytes(this);
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        return copy;
    }

    /**
     * The sections of a model file and their bytes, in the order of the file; every checksum is verified.
     *
     * @throws ModelFormatException when the file is not a model, too new, truncated or corrupt
     */
    public static Map<String, Integer> sections(Path file) {
        return ModelFile.sections(file);
    }

    /** A tagger, safe to share between threads. */
    public Tagger tagger() {
        return new Tagger(this);
    }

    /**
     * A parser, safe to share between threads.
     *
     * @throws IllegalArgumentException when the model gives labels to tokens, not trees to sentences
     */
    public Parser parser() {
        return new Parser(this);
    }

    MarkSession<?> markSession(Decoder decoder) {
        return MarkSession.of(this, scored, decoder);
    }

    public Labels labels() {
        return labels;
    }

    public Encoder encoder() {
        return encoder;
    }

    /** What labels mean: the structure of the outputs. */
    public LabelStructure<?> structure() {
        return scored.structure();
    }

    /**
     * The scorer of a chain.
     *
     * @throws IllegalStateException when the model is none
     */
    @SuppressWarnings("unchecked") // the structures of a chain are trellises
    public LinearScorer<Trellis> scorer() {
        if (!(scored.structure() instanceof ChainLabels)) {
            throw new IllegalStateException("the model is one of " + structure().kind() + "; expected a chain");
        }
        return (LinearScorer<Trellis>) scored.scorer();
    }

    public ParameterLayout layout() {
        return scored.scorer().layout();
    }

    /** The weights θ; not to be changed. */
    public double[] weights() {
        return weights;
    }

    /** How many observed columns the training data had, the label not counted. */
    public int columns() {
        return columns;
    }

    /** Options, data fingerprint and scores of the training. */
    public Map<String, Object> provenance() {
        return provenance;
    }

    /** How the labels describe spans: as the training data did, or as the names of the labels suggest. */
    public TagScheme scheme() {
        return scheme(provenance, labels);
    }

    static TagScheme scheme(Map<String, Object> provenance, Labels labels) {
        if (provenance.get(SCHEME) instanceof String name) {
            for (TagScheme scheme : TagScheme.values()) {
                if (scheme.name().equals(name)) {
                    return scheme;
                }
            }
        }
        return TagScheme.ofLabels(labels.names());
    }

    /**
     * The tokeniser that cuts text as the training data were cut, or null when the model does not say.
     *
     * @throws IllegalArgumentException when this version does not know it
     */
    public @Nullable Tokenizer tokenizer() {
        return provenance.get(TOKENIZER) instanceof String definition ? Tokenizer.parse(definition) : null;
    }

    /** The same model, which cuts raw text by this tokeniser; its file keeps the choice. */
    public Model withTokenizer(Tokenizer value) {
        Map<String, Object> story = new LinkedHashMap<>(provenance);
        story.put(TOKENIZER, value.definition());
        return withProvenance(story);
    }

    /**
     * What the model has learned about its own probabilities; {@link Confidence#NONE} when nothing.
     *
     * @throws IllegalArgumentException when this version cannot read it
     */
    public Confidence confidence() {
        return provenance.get(Confidence.MEMBER) instanceof Map<?, ?> map ? Confidence.ofMap(map) : Confidence.NONE;
    }

    /** The same model, which knows the curves of this; its file keeps them. The temperature is not applied: {@link #withTemperature} does that. */
    public Model withConfidence(Confidence value) {
        Map<String, Object> story = new LinkedHashMap<>(provenance);
        story.put(Confidence.MEMBER, value.toMap());
        return withProvenance(story);
    }

    /**
     * The same model at another temperature T: p(y | x) ∝ exp(score(y) / T). Scores are linear in the weights, so all weights are divided by T. A
     * temperature above 1 makes the model less sure, one below 1 surer. The best labels stay the same, except that of hidden states, whose
     * scores are summed, others may win. What was learned of its probabilities before is forgotten.
     *
     * @throws IllegalArgumentException when votes or pairs of labels decide, so that there is no such distribution
     */
    public Model withTemperature(double temperature) {
        if (votes != null || normalisation.isPairwise()) {
            throw new IllegalArgumentException("a temperature for a model that decides by "
                    + (votes != null ? "votes" : "pairs of labels")
                    + "; expected probabilities that are made of scores");
        }
        Confidence changed = new Confidence(confidence().temperature() * temperature, null, null);
        double[] scaled = new double[weights.length];
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] = weights[k] / temperature;
        }
        return new Model(
                        labels,
                        encoder,
                        layout(),
                        form.round(layout(), scaled),
                        columns,
                        provenance,
                        form,
                        normalisation,
                        structure())
                .withConfidence(changed);
    }

    /** What makes the scores probabilities. */
    public Normalisation normalisation() {
        return normalisation;
    }

    /**
     * The same model, whose labels always follow their tag scheme: what breaks it has no probability any more. The same model where
     * labels follow no scheme, or are always valid.
     *
     * @throws IllegalArgumentException when its scores are not those of whole sequences
     */
    public Model withValidLabels() {
        if (structure().constraint() != null || scheme() == TagScheme.NONE) {
            return this;
        }
        if (normalisation != Normalisation.GLOBAL || votes != null) {
            throw new IllegalArgumentException(
                    "valid labels in a model whose scores are normalised token by token, or voted; expected probabilities of"
                            + " whole sequences, as in a conditional random field");
        }
        LabelStructure<?> valid = ValidLabels.of(structure(), labels, scheme());
        return new Model(labels, encoder, layout(), weights, columns, provenance, form, normalisation, valid, null);
    }

    /** What the weights of tokens speak of: the labels, or the hidden states of labels. */
    public List<String> stateNames() {
        return structure().targetNames(0, labels);
    }

    /** The weight vectors whose votes decide, or null when the {@link #weights} decide. */
    public @Nullable VotedWeights votes() {
        return votes;
    }

    /**
     * A scorer of the sequences of a chain, or of tokens by pairs of labels, for one thread, for what a {@link Tagger} does not offer.
     *
     * @throws IllegalStateException when the model is neither
     */
    @SuppressWarnings("unchecked") // the structures of a chain are trellises, as those of pairs are
    public SequenceScorer<Trellis> sequenceScorer() {
        LinearScorer<Trellis> linear = normalisation.isPairwise() ? (LinearScorer<Trellis>) scored.scorer() : scorer();
        return SequenceScorer.of(linear, (LabelStructure<Trellis>) structure(), weights, normalisation, votes);
    }

    /** One thread's answers about labels. */
    LabelSession<?> session(Decoder decoder) {
        return LabelSession.of(this, scored, decoder);
    }

    /** The form of the file that {@link #save} writes. */
    public FileForm form() {
        return form;
    }
}
