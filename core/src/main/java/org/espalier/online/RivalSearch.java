package org.espalier.online;

import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.structure.Output;
import org.espalier.structure.Structure;

/**
 * How an online learner finds the best output, and how far the gold standard leads it.
 *
 * <p>{@link #by} asks inference. Another program's ties and rounding are another search, and live in that program's room.
 *
 * @param <S> the structure that is searched
 */
public interface RivalSearch<S extends Structure> {

    /** The output with the highest score. */
    ScoredOutput<?> best(S structure, Workspace workspace);

    /** score(gold) − score(rival). */
    default double margin(Output gold, ScoredOutput<?> rival, Workspace workspace) {
        return gold.score(workspace.scores()) - rival.score();
    }

    /** The search that inference makes. */
    static <S extends Structure> RivalSearch<S> by(Inference<S> inference) {
        return inference::best;
    }
}
