package org.espalier.model;

import java.util.List;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.math.Exponential;
import org.jspecify.annotations.Nullable;

/**
 * What a parser says of one sentence. The tree is there; probabilities, n-best lists and samples are computed at each call, so keep what is used
 * twice. Immutable and safe to share.
 */
public final class Parsing {
    private final Parser parser;
    private final Sequence sequence;
    private final List<Mark> marks;
    private final double score;

    /** Made when first needed; of several threads that need it at once, each makes an equal one. */
    private @Nullable EncodedSequence encoded;

    Parsing(Parser parser, Sequence sequence, List<Mark> marks, double score) {
        this.parser = parser;
        this.sequence = sequence;
        this.marks = List.copyOf(marks);
        this.score = score;
    }

    /** The sentence; of a parser that finds tags, with these in the second column. */
    public Sequence sequence() {
        return sequence;
    }

    /** The tree, as marks: in a dependency tree one for every word, from its head. */
    public List<Mark> marks() {
        return marks;
    }

    /** The score of the tree: the sum of the weights of its features. */
    public double score() {
        return score;
    }

    /** log Z(x): the logarithm of the sum of exp(score) over all trees. */
    public double logPartition() {
        return parser.logSum(encoded());
    }

    /** log p(tree | sentence). */
    public double logProbability() {
        return Math.min(0, score - logPartition());
    }

    /** p(tree | sentence). */
    public double probability() {
        return Exponential.of(logProbability());
    }

    /**
     * log p(other | sentence) of any tree; −∞ when it is none, or has a label that the model does not have. A parser that finds tags takes those of {@link #sequence}.
     */
    public double logProbability(List<Mark> other) {
        return Math.min(0, parser.score(sequence, encoded(), other) - logPartition());
    }

    /** p(mark | sentence) for each of these marks // [marks]. */
    public double[] probabilities(List<Mark> asked) {
        return parser.probabilities(encoded(), asked);
    }

    /** The n most probable trees, best first. */
    public List<Parsing> nBest(int n) {
        return parser.nBest(sequence, encoded(), n);
    }

    /** A tree drawn from p(tree | sentence); the same seed draws the same tree. */
    public List<Mark> sample(long seed) {
        return parser.sample(sequence, encoded(), seed);
    }

    /** H(tree | sentence) in nats: 0 when the model is sure. */
    public double entropy() {
        return parser.entropy(encoded());
    }

    private EncodedSequence encoded() {
        EncodedSequence known = encoded;
        if (known == null) {
            known = parser.encode(sequence);
            encoded = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return "Parsing" + marks;
    }
}
