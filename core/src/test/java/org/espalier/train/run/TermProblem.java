package org.espalier.train.run;

import java.util.Iterator;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.inference.chain.ChainInference;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LossFunction;
import org.espalier.loss.chain.ChainLosses;
import org.espalier.math.Kernels;
import org.espalier.optimize.SumFunction;
import org.espalier.parallel.Workers;
import org.espalier.scoring.ChainLayoutBuilder;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.chain.Trellis;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.TrainingData;

/** The objective of some sequences with its terms, without a trainer around it. */
public record TermProblem(SumFunction function, LinearScorer<Trellis> scorer, TrainingData data, Workers workers)
        implements AutoCloseable {

    public static TermProblem of(List<Sequence> sequences, LossFunction loss, boolean transitions, int threads) {
        return of(sequences, new GivenAttributes(), loss, transitions, threads);
    }

    public static TermProblem of(
            List<Sequence> sequences,
            AttributeExtractor extractor,
            LossFunction loss,
            boolean transitions,
            int threads) {
        Iterator<Sequence> source = sequences.iterator();
        TrainingData data = Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                extractor,
                TrainingOptions.DEFAULTS,
                null,
                ChunkStore.in(null));
        ChainLayoutBuilder builder = new ChainLayoutBuilder(
                data.labels().size(),
                data.encoder().attributes().size(),
                data.encoder().transitionAttributes().size(),
                transitions);
        LinearScorer<Trellis> scorer = LinearScorer.chain(builder.complete());
        Workers workers = new Workers(threads);
        Objective<Trellis> objective = new Objective<>(
                new Task<>(ChainLabels.plain(scorer.layout().states()), scorer, new ChainInference(Kernels.scalar())),
                ChainLosses.of(loss, new ChainInference(Kernels.best()), 1),
                true,
                data.instances(),
                Kernels.best(),
                workers);
        return new TermProblem(
                new SumObjective<>(objective, objective.terms(data.instances()).withoutIdleParts(), () -> {}),
                scorer,
                data,
                workers);
    }

    public double[] zero() {
        return new double[function.dimension()];
    }

    @Override
    public void close() {
        workers.close();
        data.close();
    }
}
