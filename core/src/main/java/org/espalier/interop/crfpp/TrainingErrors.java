package org.espalier.interop.crfpp;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.scoring.Session;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** Counts what a model gets wrong of the data that it is trained on, on several threads. */
final class TrainingErrors implements AutoCloseable {
    private static final int PER_TASK = 64;

    private final List<Sequence> data;
    private final Workers workers;
    private final ChainInference inference = new ChainInference(Kernels.best());
    private EncodedSequence @Nullable [] encoded;
    private int[][] gold = {};

    TrainingErrors(List<Sequence> data, int threads) {
        this.data = data;
        this.workers = new Workers(threads);
    }

    /**
     * How much is wrong.
     *
     * @param tokens wrong tokens
     * @param sequences sequences with a wrong token
     */
    record Count(long tokens, int sequences) {}

    Count count(Model model) {
        EncodedSequence[] sequences = encode(model);
        List<Session<Trellis>> sessions = Session.several(model.scorer(), workers.threads());
        sessions.forEach(session -> session.use(model.weights()));
        int tasks = (sequences.length + PER_TASK - 1) / PER_TASK;
        double[] wrong = new double[2]; // tokens, sequences
        new LocalSum(workers).add(tasks, model.weights(), 0, wrong, (task, at, worker, share) -> {
            for (int n = task * PER_TASK; n < Math.min(sequences.length, (task + 1) * PER_TASK); n++) {
                int errors = errors(sequences[n], gold[n], sessions.get(worker));
                share[0] += errors;
                share[1] += errors > 0 ? 1 : 0;
            }
            return 0;
        });
        return new Count((long) wrong[0], (int) wrong[1]);
    }

    private int errors(EncodedSequence sequence, int[] expected, Session<Trellis> session) {
        Trellis trellis = session.score(sequence);
        int[] path = new int[expected.length];
        inference.best(trellis, session.workspace(), path);
        int errors = 0;
        for (int t = 0; t < path.length; t++) {
            errors += path[t] == expected[t] ? 0 : 1;
        }
        return errors;
    }

    private EncodedSequence[] encode(Model model) {
        EncodedSequence[] known = encoded;
        if (known == null) {
            known = data.stream().map(model.encoder()::encode).toArray(EncodedSequence[]::new);
            gold = data.stream()
                    .map(sequence -> CrfppTraining.labels(sequence).stream()
                            .mapToInt(model.labels()::indexOf)
                            .toArray())
                    .toArray(int[][]::new);
            encoded = known;
        }
        return known;
    }

    @Override
    public void close() {
        workers.close();
    }
}
