package org.espalier.train;

import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.scoring.Scorer;
import org.espalier.structure.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The losses of the instances one by one, as functions of their parts' scores, for optimisers that visit them singly.
 *
 * <p>The parts of a term are those of its trellis in another order: states, own transitions, shared transitions. A shared
 * transition's gradient is the sum over the positions of the instance.
 */
final class Terms {
    private final Scorer scorer;
    private final Loss loss;
    private final List<Instance> instances;
    private final Trellis[] trellises; // [instances]
    private final Workspace workspace = new Workspace();

    Terms(Scorer scorer, Loss loss, List<Instance> instances, Trellis[] trellises) {
        this.scorer = scorer;
        this.loss = loss;
        this.instances = instances;
        this.trellises = trellises;
    }

    int parts(int term) {
        return trellises[term].parts();
    }

    int stateParts(int term) {
        return trellises[term].length() * trellises[term].states();
    }

    double evaluate(int term, double[] x, double[] partGradient) {
        Trellis trellis = trellises[term];
        Instance instance = instances.get(term);
        workspace.reserve(trellis);
        scorer.scoreShared(x, workspace.scores());
        workspace.sharedChanged();
        scorer.score(x, instance.sequence(), trellis, workspace.scores());
        workspace.clearSharedGradient(trellis);
        double value = loss.evaluate(trellis, instance.gold(), instance.weight(), workspace);
        int shared = trellis.sharedParts();
        int others = trellis.parts() - shared;
        System.arraycopy(workspace.gradient(), shared, partGradient, 0, others);
        System.arraycopy(workspace.gradient(), 0, partGradient, others, shared);
        return value;
    }

    void add(int term, double factor, double[] parts, double[] target) {
        Trellis trellis = trellises[term];
        workspace.reserve(trellis);
        double[] gradient = workspace.gradient();
        int shared = trellis.sharedParts();
        int others = trellis.parts() - shared;
        for (int part = 0; part < others; part++) {
            gradient[shared + part] = factor * parts[part];
        }
        for (int part = 0; part < shared; part++) {
            gradient[part] = factor * parts[others + part];
        }
        scorer.backpropagate(instances.get(term).sequence(), trellis, gradient, target);
        scorer.backpropagateShared(gradient, target);
    }

    /** Σ parts² · Σ values² of the attributes there: as if every attribute met every state, and no attribute came twice. */
    double squaredNorm(int term, double[] parts) {
        EncodedSequence sequence = instances.get(term).sequence();
        Trellis trellis = trellises[term];
        int states = trellis.states();
        double norm = 0;
        for (int t = 0; t < trellis.length(); t++) {
            norm += squaredLength(sequence, t) * squares(parts, t * states, states);
        }
        int arcs = trellis.sharedParts();
        int begin = trellis.length() * states;
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            double length = 0;
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                length += sequence.transitionValue(k) * sequence.transitionValue(k);
            }
            norm += length * squares(parts, begin + c * arcs, arcs);
        }
        return norm + squares(parts, trellis.parts() - arcs, arcs);
    }

    private static double squaredLength(EncodedSequence sequence, int t) {
        double @Nullable [] values = sequence.values();
        if (values == null) {
            return sequence.begin(t + 1) - sequence.begin(t);
        }
        double length = 0;
        for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
            length += values[k] * values[k];
        }
        return length;
    }

    private static double squares(double[] numbers, int begin, int count) {
        double sum = 0;
        for (int i = begin; i < begin + count; i++) {
            sum += numbers[i] * numbers[i];
        }
        return sum;
    }
}
