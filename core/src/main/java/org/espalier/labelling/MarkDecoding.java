package org.espalier.labelling;

import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;

/**
 * Reads {@link Marks} off a scored structure. The scores are in the workspace and are left as they were. Immutable and safe to share.
 *
 * @param <S> the structure of an instance
 */
public interface MarkDecoding<S extends Structure> {

    /** The chosen output. */
    ScoredMarks best(S structure, Workspace workspace);

    /** log Σ exp(score) over the outputs that have these marks and no others; −∞ when there is none. */
    double score(S structure, Workspace workspace, Marks marks);

    /** p(output has the mark | x) for each of these marks // [marks]. */
    double[] probabilities(S structure, Workspace workspace, Marks marks);

    /** The n best outputs, best first. */
    List<ScoredMarks> nBest(S structure, Workspace workspace, int n);

    /** An output drawn from p(output | x). */
    Marks sample(S structure, Workspace workspace, RandomGenerator random);

    /**
     * An output and its score.
     *
     * @param marks what it consists of
     * @param score its score
     */
    record ScoredMarks(Marks marks, double score) {}
}
