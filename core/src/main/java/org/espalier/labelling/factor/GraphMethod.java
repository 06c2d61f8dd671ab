package org.espalier.labelling.factor;

import java.util.Locale;
import org.espalier.inference.Inference;
import org.espalier.inference.factor.BeliefPropagation;
import org.espalier.inference.factor.IterationOptions;
import org.espalier.inference.factor.JunctionTreeInference;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.espalier.inference.factor.MeanField;
import org.espalier.inference.factor.TreeReweighted;
import org.espalier.structure.factor.FactorGraph;

/** How questions about graphs are answered, in training and in tagging. */
public enum GraphMethod {
    /** The junction tree: exact. */
    JUNCTION_TREE,
    /** Belief propagation: exact on graphs without loops, but it does not say so. */
    BP,
    /** Tree-reweighted belief propagation: an upper bound of log Z. */
    TRW,
    /** Mean field: a lower bound of log Z. */
    MEAN_FIELD;

    /** Whether the answers are exact. */
    public boolean isExact() {
        return this == JUNCTION_TREE;
    }

    /**
     * The inference.
     *
     * @param memory how many bytes a junction tree may take
     */
    public Inference<FactorGraph> inference(long memory, IterationOptions iteration) {
        return switch (this) {
            case JUNCTION_TREE ->
                new JunctionTreeInference(JunctionTreeOptions.usual().withMemory(memory));
            case BP -> new BeliefPropagation(iteration, BeliefPropagation.Schedule.SWEEPS);
            case TRW -> new TreeReweighted(iteration);
            case MEAN_FIELD -> new MeanField(iteration);
        };
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
