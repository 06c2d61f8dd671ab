package org.espalier.interop.wapiti;

import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.model.SequenceScorer;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** How many tokens and sequences of some data a model gets wrong while it is trained; the data are encoded once. */
final class ErrorRates implements AutoCloseable {
    private static final int BATCH = 64;

    private final List<Sequence> data;
    private final Workers workers;
    private final ChainInference inference = new ChainInference(Kernels.best());
    private @Nullable List<EncodedSequence> encoded;
    private double tokenErrors;
    private double sequenceErrors;

    ErrorRates(List<Sequence> data, int threads) {
        this.data = data;
        this.workers = new Workers(Workers.teamOf(Math.max(1, threads)));
    }

    /** Measures a model; all models must have the same encoder. */
    void measure(Model model) {
        List<EncodedSequence> sequences = encoded;
        if (sequences == null) {
            sequences = data.stream().map(model.encoder()::encode).toList();
            encoded = sequences;
        }
        List<EncodedSequence> all = sequences;
        ThreadLocal<SequenceScorer<Trellis>> scorers = ThreadLocal.withInitial(model::sequenceScorer);
        double[] counts = new double[3]; // tokens, wrong ones, sequences with wrong ones
        int batches = (data.size() + BATCH - 1) / BATCH;
        new LocalSum(workers).add(batches, model.weights(), 0, counts, (batch, at, worker, share) -> {
            SequenceScorer<Trellis> scorer = scorers.get();
            for (int n = batch * BATCH; n < Math.min(data.size(), (batch + 1) * BATCH); n++) {
                int wrong = errors(scorer, all.get(n), data.get(n), model.labels());
                share[0] += data.get(n).length();
                share[1] += wrong;
                share[2] += wrong > 0 ? 1 : 0;
            }
            return 0;
        });
        tokenErrors = 100.0 * counts[1] / counts[0];
        sequenceErrors = 100.0 * counts[2] / data.size();
    }

    private int errors(SequenceScorer<Trellis> scorer, EncodedSequence sequence, Sequence gold, Labels labels) {
        Trellis trellis = scorer.score(sequence);
        int[] path = new int[trellis.length()];
        inference.best(trellis, scorer.workspace(), path);
        List<String> expected = gold.labels();
        int wrong = 0;
        for (int t = 0; t < path.length; t++) {
            wrong += expected == null || labels.indexOf(expected.get(t)) != path[t] ? 1 : 0;
        }
        return wrong;
    }

    double tokenErrors() {
        return tokenErrors;
    }

    double sequenceErrors() {
        return sequenceErrors;
    }

    @Override
    public void close() {
        workers.close();
    }
}
