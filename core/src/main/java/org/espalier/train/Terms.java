package org.espalier.train;

import java.util.Arrays;
import java.util.Objects;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.NormBound;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * The losses of the instances one by one, as functions of their parts' scores, for optimisers that visit them singly.
 *
 * <p>The parts of a term are those of its trellis. A shared
 * transition's gradient is the sum over the positions of the instance. When the data are on disk, the terms are those of a
 * sample that fits into memory; the others have no parts and the weight 0.
 */
final class Terms {
    /** The sample of data on disk, in parts. */
    private static final long SAMPLED_PARTS = 16_000_000;

    private static final int[] NO_ARCS = {};

    private final LinearScorer scorer;
    private final int sharedBegin;
    private final int transitionBegin;
    private final Loss<Trellis> loss;
    private final @Nullable Instance[] instances; // null for those that are not in the sample
    private final Trellis[] trellises; // [instances]
    private final Workspace[] workspaces; // [threads]

    private Terms(
            LinearScorer scorer, Loss<Trellis> loss, @Nullable Instance[] instances, Trellis[] trellises, int threads) {
        this.scorer = scorer;
        this.sharedBegin = scorer.layout().sharedBegin();
        this.transitionBegin = scorer.layout().transitionBegin();
        this.loss = loss;
        this.instances = instances;
        this.trellises = trellises;
        this.workspaces = new Workspace[threads];
        Arrays.setAll(workspaces, worker -> new Workspace());
    }

    static Terms of(LinearScorer scorer, Loss<Trellis> loss, InstanceStore store, Trellis[] trellises, int threads) {
        @Nullable Instance[] instances = new Instance[store.size()];
        long parts = store.tokens() * scorer.layout().states();
        double share = !store.isOnDisk() ? 1 : Math.min(1, SAMPLED_PARTS / (double) parts);
        int n = 0;
        for (int c = 0; c < store.chunks(); c++) {
            boolean sampled = c == 0 || Math.floor((c + 1) * share) > Math.floor(c * share);
            for (Instance instance : store.chunk(c)) {
                instances[n++] = sampled ? instance : null;
            }
        }
        return new Terms(scorer, loss, instances, trellises, threads);
    }

    /** The same with no transition parts where there are no steps: S² parts less to go through for a single token. */
    Terms withoutIdleTransitions() {
        Transitions none = Transitions.of(scorer.layout().states(), NO_ARCS);
        Trellis empty = Trellis.chain(0, none, NO_ARCS);
        Trellis single = Trellis.chain(1, none, NO_ARCS);
        Trellis[] lighter = trellises.clone();
        for (int n = 0; n < lighter.length; n++) {
            if (lighter[n].length() <= 1) {
                lighter[n] = lighter[n].length() == 0 ? empty : single;
            }
        }
        return new Terms(scorer, loss, instances, lighter, workspaces.length);
    }

    int size() {
        return instances.length;
    }

    double weight(int term) {
        Instance instance = instances[term];
        return instance == null ? 0 : instance.weight();
    }

    int parts(int term) {
        return instances[term] == null ? 0 : trellises[term].parts();
    }

    boolean isPresent(int term) {
        return instances[term] != null;
    }

    /** The parts, and the attributes of the tokens. */
    int work(int term) {
        Instance instance = instances[term];
        if (instance == null) {
            return 0;
        }
        long work = (long) trellises[term].parts()
                + instance.sequence().begin(instance.sequence().length());
        return (int) Math.min(Integer.MAX_VALUE, work);
    }

    int statesBegin(int term) {
        return trellises[term].stateOffset(0);
    }

    int statesEnd(int term) {
        return trellises[term].stateOffset(trellises[term].length());
    }

    LinearScorer scorer() {
        return scorer;
    }

    Trellis trellis(int term) {
        return trellises[term];
    }

    Instance instance(int term) {
        return Objects.requireNonNull(instances[term]);
    }

    double evaluate(int term, double[] x, double scale, int worker, double[] partGradient) {
        Workspace workspace = workspaces[worker];
        Trellis trellis = trellises[term];
        Instance instance = instance(term);
        workspace.reserve(trellis);
        if (trellis.length() > 1) {
            scorer.scoreShared(x, workspace.scores());
            workspace.sharedChanged();
        }
        scorer.score(x, instance.sequence(), trellis, workspace.scores());
        if (scale != 1) {
            double[] scores = workspace.scores();
            for (int part = 0; part < trellis.parts(); part++) {
                scores[part] *= scale;
            }
        }
        workspace.clearSharedGradient(trellis);
        double value = loss.evaluate(trellis, instance.gold(), instance.weight(), workspace);
        System.arraycopy(workspace.gradient(), 0, partGradient, 0, trellis.parts());
        return value;
    }

    double[] scores(int worker) {
        return workspaces[worker].scores();
    }

    /** The weights of each attribute, and those of the shared transitions. */
    int[] ranges(int term) {
        EncodedSequence sequence = instance(term).sequence();
        ParameterLayout layout = scorer.layout();
        int steps = 0;
        Trellis trellis = trellises[term];
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            steps += sequence.transitionBegin(t + 1) - sequence.transitionBegin(t);
        }
        int count = sequence.begin(trellis.length());
        int[] ranges = new int[2 * (1 + count + steps)];
        int at = 0;
        ranges[at++] = sharedBegin;
        ranges[at++] = transitionBegin;
        int[] attributes = sequence.attributes();
        int[] offsets = layout.stateFeatures().offsets();
        for (int k = sequence.begin(0); k < count; k++) {
            ranges[at++] = offsets[attributes[k]];
            ranges[at++] = offsets[attributes[k] + 1];
        }
        offsets = layout.transitionFeatures().offsets();
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                ranges[at++] = transitionBegin + offsets[sequence.transitionAttribute(k)];
                ranges[at++] = transitionBegin + offsets[sequence.transitionAttribute(k) + 1];
            }
        }
        return at == ranges.length ? ranges : Arrays.copyOf(ranges, at);
    }

    /** A share of the attributes, and the first share the shared transitions too. */
    void add(int term, double[] parts, double[] target, int share, int shares) {
        scorer.backpropagate(instance(term).sequence(), trellises[term], parts, target, share, shares);
        if (share == 0 && trellises[term].length() > 1) {
            scorer.backpropagateShared(parts, target);
        }
    }

    /** Σ parts² · Σ values² of the attributes there: as if every attribute met every state, and no attribute came twice. */
    double squaredNorm(int term, double[] parts) {
        EncodedSequence sequence = instance(term).sequence();
        Trellis trellis = trellises[term];
        int states = trellis.states();
        double norm = 0;
        for (int t = 0; t < trellis.length(); t++) {
            norm += squaredLength(sequence, t) * squares(parts, trellis.stateOffset(t), states);
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            int t = trellis.ownPosition(c);
            double length = 0;
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                length += sequence.transitionValue(k) * sequence.transitionValue(k);
            }
            norm += length * squares(parts, trellis.ownOffset(c), trellis.ownParts());
        }
        return norm + squares(parts, 0, trellis.sharedParts());
    }

    NormBound normBound(int together) {
        return Recurrence.of(this, together, workspaces.length);
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

    static double squares(double[] numbers, int begin, int count) {
        double even = 0;
        double odd = 0;
        int i = begin;
        for (; i + 1 < begin + count; i += 2) {
            even += numbers[i] * numbers[i];
            odd += numbers[i + 1] * numbers[i + 1];
        }
        return i < begin + count ? even + odd + numbers[i] * numbers[i] : even + odd;
    }
}
