package org.espalier.labelling;

import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.structure.Structure;

/**
 * Reads labels off a scored structure. The scores are in the workspace and are left as they were. Immutable and safe to share.
 *
 * @param <S> the structure of an instance
 */
public interface LabelDecoding<S extends Structure> {

    /** Writes the chosen labels and returns their {@link #score}; −∞ when every output is forbidden. */
    double decode(S structure, Workspace workspace, int[] labels);

    /** log Σ exp(score) over the outputs that have these labels; −∞ when none has. */
    double score(S structure, Workspace workspace, int[] labels);

    /** p(y<sub>t</sub> = label | x) // [T][labels]. */
    double[][] marginals(S structure, Workspace workspace);

    /** The n best labellings, best first; the implementation says whether that is exact. */
    List<ScoredLabels> nBest(S structure, Workspace workspace, int n);

    /** Labels drawn from p(labels | x). */
    int[] sample(S structure, Workspace workspace, RandomGenerator random);

    /**
     * A labelling and its score.
     *
     * @param labels one per token; not to be changed
     * @param score log Σ exp(score) over its outputs
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record ScoredLabels(int[] labels, double score) {}
}
