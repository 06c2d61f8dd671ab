package org.espalier.emission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.espalier.feature.EncodedBuilder;
import org.espalier.feature.EncodedSequence;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.structure.chain.StepConstraint;

/**
 * Finds labels for the emissions of a network: a score for every token and label. Immutable and safe to share between threads.
 *
 * <pre>{@code
 * Labels labels = Labels.of(List.of("O", "B-PER", "I-PER"));      // in the order of the network's outputs
 * CrfLayer layer = CrfLayer.read(Path.of("crf.safetensors"), labels);
 * EmissionDecoder decoder = new EmissionDecoder(layer).withValidLabels();
 * Tagging tagging = decoder.decode(List.of("Anna", "sings"), emissions);
 * tagging.labels(); tagging.spans(); tagging.nBest(5); tagging.marginals(); tagging.logProbability();
 * }</pre>
 *
 * Everything that the {@link Tagging} says is exact. One sequence of T tokens and L labels takes O(T·L²).
 */
public final class EmissionDecoder {
    private final CrfLayer layer;
    private final StepConstraint constraint;
    private final Tagger tagger;

    /** A decoder that allows all labels that the layer allows. */
    public EmissionDecoder(CrfLayer layer) {
        this(layer, layer.forbidden());
    }

    private EmissionDecoder(CrfLayer layer, StepConstraint constraint) {
        ChainLabels chain = ChainLabels.plain(layer.labels().size());
        this.layer = layer;
        this.constraint = constraint;
        this.tagger = layer.toModel(constraint.isOpen() ? chain : chain.constrained(constraint))
                .tagger();
    }

    /** Lets only labels follow each other, begin and end that another constraint allows too. */
    public EmissionDecoder withConstraint(StepConstraint other) {
        return new EmissionDecoder(layer, constraint.and(other));
    }

    /**
     * Allows valid labels only: where labels are written as IOB2, for example, I-X stands after B-X and I-X and nowhere else.
     *
     * @throws IllegalArgumentException when the labels follow no scheme
     */
    public EmissionDecoder withValidLabels() {
        TagScheme scheme = tagger.scheme();
        if (scheme == TagScheme.NONE) {
            throw new IllegalArgumentException("the labels follow no tag scheme, so all are valid: "
                    + layer.labels().names());
        }
        return withConstraint(StepConstraint.ofScheme(scheme, layer.labels().names()));
    }

    public CrfLayer layer() {
        return layer;
    }

    /**
     * Decodes one sequence.
     *
     * @param emissions a score for every token and label; −∞ forbids a label // [T][L]
     * @throws IllegalArgumentException when a row has not one score for each label, or a score is NaN or +∞
     */
    public Tagging decode(float[][] emissions) {
        return decode(Collections.nCopies(emissions.length, ""), emissions);
    }

    /**
     * Decodes a sequence whose words are known.
     *
     * @param words one per row of emissions; they change nothing
     */
    public Tagging decode(List<String> words, float[][] emissions) {
        return decode(Sequence.of(words.stream().map(Token::ofColumns).toList(), null), emissions);
    }

    /**
     * Decodes a sequence, such as one of a text, whose spans then have their offsets in it ({@link Tagging#textSpans}).
     *
     * @param sequence has a token for every row of emissions; its columns and attributes change nothing
     */
    public Tagging decode(Sequence sequence, float[][] emissions) {
        if (sequence.length() != emissions.length) {
            throw new IllegalArgumentException("emissions of " + emissions.length + " tokens for a sequence of "
                    + sequence.length() + "; if the network has sub-words, give the row of each word's first one");
        }
        return tagger.tag(sequence, encoded(emissions));
    }

    /**
     * Decodes a padded batch, one sequence after the other.
     *
     * @param emissions // [B][T][L]
     * @param mask which tokens are there; those of a sequence come first, padding follows // [B][T]
     */
    public List<Tagging> decode(float[][][] emissions, boolean[][] mask) {
        if (mask.length != emissions.length) {
            throw new IllegalArgumentException("a mask of " + mask.length + " sequences for " + emissions.length);
        }
        List<Tagging> taggings = new ArrayList<>();
        for (int b = 0; b < mask.length; b++) {
            taggings.add(decode(Arrays.copyOf(emissions[b], length(b, emissions[b].length, mask[b]))));
        }
        return taggings;
    }

    private static int length(int sequence, int rows, boolean[] mask) {
        if (mask.length != rows) {
            throw new IllegalArgumentException("sequence " + sequence + ": a mask of " + mask.length + " tokens for "
                    + rows + " rows of emissions");
        }
        int length = 0;
        while (length < rows && mask[length]) {
            length++;
        }
        for (int t = length; t < rows; t++) {
            if (mask[t]) {
                throw new IllegalArgumentException(
                        "sequence " + sequence + ": token " + t
                                + " is there after padding; expected all padding at the end, so leave sub-words out before decoding");
            }
        }
        return length;
    }

    private EncodedSequence encoded(float[][] emissions) {
        int size = layer.labels().size();
        EncodedBuilder builder = new EncodedBuilder();
        builder.begin();
        for (int t = 0; t < emissions.length; t++) {
            float[] row = emissions[t];
            if (row.length != size) {
                throw new IllegalArgumentException("the emissions of token " + t + " are " + row.length
                        + " numbers; expected " + size + ", one for each label");
            }
            for (int label = 0; label < size; label++) {
                if (Float.isNaN(row[label]) || row[label] == Float.POSITIVE_INFINITY) {
                    throw new IllegalArgumentException("the emission of token " + t + " for the label '"
                            + layer.labels().name(label) + "' is " + row[label]
                            + "; expected a finite number, or −∞ for a label that is forbidden");
                }
                builder.add(label, row[label]);
            }
            if (t == 0) {
                builder.add(size, 1);
            }
            if (t == emissions.length - 1) {
                builder.add(size + 1, 1);
            }
            builder.endPosition();
        }
        return builder.build();
    }

    @Override
    public String toString() {
        return "decoder for a " + layer;
    }
}
