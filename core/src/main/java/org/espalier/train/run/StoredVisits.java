package org.espalier.train.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.Workspace;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.Session;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.Structure;
import org.espalier.structure.Supervision;
import org.espalier.train.corpus.Instance;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * Visits to the encoded sequences of a store. Those in memory are all at hand, of those on disk the ones of a chunk.
 *
 * @param <S> the structure of the instances
 */
final class StoredVisits<S extends Structure> implements Visits<S> {
    private final Task<S> task;
    private final LinearScorer<S> scorer;
    private final InstanceStore store;
    private final Session<S> session;
    private final int[] firsts; // [pieces + 1]: the number of a piece's first instance
    private List<Instance> piece = List.of();
    private int pieceAtHand = -1;
    private @Nullable Instance instance;
    private @Nullable S structure;

    StoredVisits(Task<S> task, InstanceStore store) {
        this.task = task;
        this.scorer = task.scorer();
        this.store = store;
        this.session = new Session<>(scorer);
        this.firsts = store.isOnDisk() ? new int[store.chunks() + 1] : new int[] {0, store.size()};
        for (int c = 0; store.isOnDisk() && c < store.chunks(); c++) {
            firsts[c + 1] = firsts[c] + store.chunk(c).size();
        }
    }

    @Override
    public int size() {
        return store.size();
    }

    @Override
    public int pieces() {
        return store.isOnDisk() ? firsts.length - 1 : 0;
    }

    @Override
    public int first(int number) {
        return firsts[number];
    }

    @Override
    public void use(double[] weights) {
        session.use(weights);
    }

    private Instance at(int number) {
        int wanted = pieceAtHand;
        if (wanted < 0 || number < firsts[wanted] || number >= firsts[wanted + 1]) {
            int found = Arrays.binarySearch(firsts, number);
            wanted = found >= 0 ? found : -found - 2;
            piece = store.isOnDisk() ? store.chunk(wanted) : all();
            pieceAtHand = wanted;
        }
        return piece.get(number - firsts[wanted]);
    }

    private List<Instance> all() {
        List<Instance> instances = new ArrayList<>(store.size());
        store.forEach(instances::add);
        return instances;
    }

    @Override
    public boolean visit(int number) {
        Instance next = at(number);
        if (next.weight() == 0 || next.sequence().length() == 0) {
            return false;
        }
        instance = next;
        structure = scorer.structure(next.sequence());
        return true;
    }

    private Instance instance() {
        return Objects.requireNonNull(instance);
    }

    private EncodedSequence sequence() {
        return instance().sequence();
    }

    @Override
    public double weight() {
        return instance().weight();
    }

    @Override
    public S structure() {
        return Objects.requireNonNull(structure);
    }

    @Override
    public Supervision<S> gold() {
        return task.labels().supervision(instance().gold(), structure());
    }

    @Override
    public void score() {
        session.score(sequence(), structure());
    }

    @Override
    public Workspace workspace() {
        return session.workspace();
    }

    @Override
    public void backpropagate(SparseVector into) {
        scorer.backpropagate(sequence(), structure(), workspace().gradient(), into);
    }
}
