package org.espalier.train.run;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.NormBound;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * The losses of the instances one by one, as functions of their parts' scores, for optimisers that visit them singly.
 *
 * <p>The parts of a term are those of its structure. The gradient of a shared part is the sum over the places of the instance
 * where it occurs. When the data are on disk, the terms are those of a sample that fits into memory; the others have no parts
 * and the weight 0.
 *
 * @param <S> the structure of the instances
 */
final class Terms<S extends Structure> {
    /** The sample of data on disk, in parts. */
    private static final long SAMPLED_PARTS = 16_000_000;

    private final Task<S> task;
    private final LinearScorer<S> scorer;
    private final Loss<S> loss;
    private final @Nullable Instance[] instances; // null for those that are not in the sample
    private final List<S> structures; // [instances]
    private final List<Session<S>> sessions; // [threads]

    private Terms(Task<S> task, Loss<S> loss, @Nullable Instance[] instances, List<S> structures, int threads) {
        this.task = task;
        this.scorer = task.scorer();
        this.loss = loss;
        this.instances = instances;
        this.structures = structures;
        this.sessions = Session.several(scorer, threads);
    }

    static <S extends Structure> Terms<S> of(
            Task<S> task, Loss<S> loss, InstanceStore store, List<S> structures, int threads) {
        @Nullable Instance[] instances = new Instance[store.size()];
        long parts = store.tokens() * task.scorer().layout().states();
        double share = !store.isOnDisk() ? 1 : Math.min(1, SAMPLED_PARTS / (double) parts);
        int n = 0;
        for (int c = 0; c < store.chunks(); c++) {
            boolean sampled = c == 0 || Math.floor((c + 1) * share) > Math.floor(c * share);
            for (Instance instance : store.chunk(c)) {
                instances[n++] = sampled ? instance : null;
            }
        }
        return new Terms<>(task, loss, instances, structures, threads);
    }

    /** The same without shared parts in the structures that do not use them. */
    Terms<S> withoutIdleParts() {
        List<S> lighter =
                structures.stream().map(scorer.topology()::withoutIdleParts).toList();
        return new Terms<>(task, loss, instances, lighter, sessions.size());
    }

    int size() {
        return instances.length;
    }

    double weight(int term) {
        Instance instance = instances[term];
        return instance == null ? 0 : instance.weight();
    }

    int parts(int term) {
        return instances[term] == null ? 0 : structures.get(term).parts();
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
        long work = (long) structures.get(term).parts() + instance.sequence().size();
        return (int) Math.min(Integer.MAX_VALUE, work);
    }

    /** The first part of the first kind of place, of which an output has exactly one at every place. */
    int statesBegin(int term) {
        return structures.get(term).sharedParts();
    }

    int statesEnd(int term) {
        S structure = structures.get(term);
        return structure.sharedParts() + structure.places(0) * firstWidth();
    }

    private int firstWidth() {
        return scorer.topology().families().get(0).width();
    }

    LinearScorer<S> scorer() {
        return scorer;
    }

    S structure(int term) {
        return structures.get(term);
    }

    Instance instance(int term) {
        return Objects.requireNonNull(instances[term]);
    }

    Supervision<S> gold(int term) {
        return task.labels().supervision(instance(term).gold(), structures.get(term));
    }

    double evaluate(int term, double[] x, double scale, int worker, double[] partGradient) {
        Session<S> session = sessions.get(worker);
        Workspace workspace = session.workspace();
        S structure = structures.get(term);
        Instance instance = instance(term);
        session.use(x); // which changes from term to term, and the last scale may have changed the shared scores
        session.score(instance.sequence(), structure);
        if (scale != 1) {
            double[] scores = workspace.scores();
            for (int part = 0; part < structure.parts(); part++) {
                scores[part] *= scale;
            }
        }
        workspace.clearSharedGradient(structure);
        double value = loss.evaluate(structure, gold(term), instance.weight(), workspace);
        System.arraycopy(workspace.gradient(), 0, partGradient, 0, structure.parts());
        return value;
    }

    double[] scores(int worker) {
        return sessions.get(worker).workspace().scores();
    }

    /** The weights of each attribute, and those of the shared parts. */
    int[] ranges(int term) {
        return scorer.ranges(instance(term).sequence(), structures.get(term));
    }

    /** A share of the attributes, and the first share the shared parts too. */
    void add(int term, double[] parts, double[] target, int share, int shares) {
        scorer.backpropagate(instance(term).sequence(), structures.get(term), parts, target, share, shares);
        if (share == 0 && structures.get(term).usesSharedParts()) {
            scorer.backpropagateShared(parts, target);
        }
    }

    double squaredNorm(int term, double[] parts) {
        return scorer.squaredNorm(instance(term).sequence(), structures.get(term), parts);
    }

    /** Lets go of the instances; no term is asked for any more. */
    void release() {
        Arrays.fill(instances, null);
    }

    NormBound normBound(int together) {
        return Recurrence.of(this, together, sessions.size());
    }
}
