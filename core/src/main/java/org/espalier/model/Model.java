package org.espalier.model;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.encoding.Encoder;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.scoring.VotedWeights;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * A trained linear-chain model: labels, attributes, weights, and where they come from. Immutable.
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

    private final Labels labels;
    private final Encoder encoder;
    private final LinearScorer<Trellis> scorer;
    private final double[] weights;
    private final int columns;
    private final Map<String, Object> provenance;
    private final FileForm form;
    private final Normalisation normalisation;
    private final @Nullable VotedWeights votes;
    private final StateMap states;

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
     * @param normalisation what makes its scores probabilities
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
                StateMap.identity(labels.size()),
                null);
    }

    /**
     * A model whose states may not be its labels.
     *
     * @param states which label each state stands for
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
            StateMap states) {
        this(labels, encoder, layout, weights, columns, provenance, form, normalisation, states, null);
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
            StateMap states,
            @Nullable VotedWeights votes) {
        if (labels.size() != states.labels()) {
            throw new IllegalArgumentException(labels.size() + " labels, but states for " + states.labels());
        }
        if (!states.isIdentity() && normalisation != Normalisation.GLOBAL) {
            throw new IllegalArgumentException(
                    "the normalisation " + normalisation + " is about labels, so every label must be a state");
        }
        if (states.states() != layout.states() || weights.length != layout.parameters()) {
            throw new IllegalArgumentException(
                    states.states() + " states and " + weights.length + " weights for a layout of " + layout.states()
                            + " states and " + layout.parameters() + " weights");
        }
        if (encoder.attributes().size() != layout.stateFeatures().attributes()
                || encoder.transitionAttributes().size()
                        != layout.transitionFeatures().attributes()) {
            throw new IllegalArgumentException(encoder.attributes().size() + " attributes and "
                    + encoder.transitionAttributes().size() + " transition attributes for a layout of "
                    + layout.stateFeatures().attributes() + " and "
                    + layout.transitionFeatures().attributes());
        }
        this.labels = labels;
        this.encoder = encoder;
        this.scorer = LinearScorer.chain(layout);
        this.weights = weights;
        this.columns = columns;
        this.provenance = Collections.unmodifiableMap(new LinkedHashMap<>(provenance));
        this.form = form;
        this.normalisation = normalisation;
        this.votes = votes;
        this.states = states;
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
        if (form.compact() || normalisation != Normalisation.GLOBAL || !states.isIdentity()) {
            throw new IllegalArgumentException("a vote in a model that is " + form + ", its normalisation "
                    + normalisation + "; expected a plain model with the global one");
        }
        return new Model(labels, encoder, layout(), weights, columns, provenance, form, normalisation, states, value);
    }

    /** The same model with another story of its making. */
    public Model withProvenance(Map<String, Object> value) {
        return new Model(labels, encoder, layout(), weights, columns, value, form, normalisation, states, votes);
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

    public Labels labels() {
        return labels;
    }

    public Encoder encoder() {
        return encoder;
    }

    public LinearScorer<Trellis> scorer() {
        return scorer;
    }

    public ParameterLayout layout() {
        return scorer.layout();
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
        if (provenance.get(SCHEME) instanceof String name) {
            for (TagScheme scheme : TagScheme.values()) {
                if (scheme.name().equals(name)) {
                    return scheme;
                }
            }
        }
        return TagScheme.ofLabels(labels.names());
    }

    /** What makes the scores probabilities. */
    public Normalisation normalisation() {
        return normalisation;
    }

    /** Which label each state stands for; in most models the states are the labels. */
    public StateMap states() {
        return states;
    }

    /** The name of a state: its label, and which of the label's states it is where there are several. */
    public String stateName(int state) {
        String label = labels.name(states.label(state));
        return states.isIdentity() ? label : label + "#" + (states.rank(state) + 1);
    }

    /** The names of all states: the labels, where these are the states. */
    public List<String> stateNames() {
        return states.isIdentity()
                ? labels.names()
                : IntStream.range(0, states.states()).mapToObj(this::stateName).toList();
    }

    /** The weight vectors whose votes decide, or null when the {@link #weights} decide. */
    public @Nullable VotedWeights votes() {
        return votes;
    }

    /** A scorer of sequences for one thread, for what a {@link Tagger} does not offer. */
    public SequenceScorer sequenceScorer() {
        return new SequenceScorer(this);
    }

    /** The form of the file that {@link #save} writes. */
    public FileForm form() {
        return form;
    }
}
