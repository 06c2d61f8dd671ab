package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.inference.Inference;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.tree.ConstituentLabels;
import org.espalier.labelling.tree.Constituents;
import org.espalier.loss.LogLoss;
import org.espalier.loss.Loss;
import org.espalier.loss.SoftmaxMarginLoss;
import org.espalier.math.Kernels;
import org.espalier.parallel.Workers;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.forest.Chart;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.api.Test;

/** The gradient of the training objective of a parser of constituents, against difference quotients. */
class ConstituentGradientTest {
    private static final double STEP = 1e-5;

    private static Sequence sentence(List<Mark> marks, String... tags) {
        return Sequence.of(
                        Arrays.stream(tags)
                                .map(tag -> Token.ofColumns("w" + tag, tag))
                                .toList(),
                        null)
                .withMarks(marks);
    }

    @Test
    void everyWeightHasItsDerivative() {
        List<Sequence> treebank = List.of(
                sentence(
                        List.of(new Mark(0, 4, "S"), new Mark(0, 2, "NP"), new Mark(2, 4, "VP"), new Mark(3, 4, "NP")),
                        "D",
                        "N",
                        "V",
                        "N"),
                sentence(List.of(new Mark(0, 2, "S"), new Mark(0, 2, "VP"), new Mark(1, 2, "NP")), "V", "N"),
                sentence(List.of(new Mark(0, 3, "NP")), "D", "A", "N"),
                sentence(List.of(), "X"));
        for (Constituents spec : List.of(Constituents.USUAL, new Constituents(false, 1, 2))) {
            TrainingOptions options = TrainingOptions.DEFAULTS.withStructure(spec);
            Iterator<Sequence> source = treebank.iterator();
            TrainingData data = Collector.collect(
                    () -> source.hasNext() ? source.next() : null,
                    SpanFeatures.all(spec.isRightFactored()).fit(treebank),
                    options,
                    null,
                    ChunkStore.in(null),
                    PairPlaces.SPANS);
            ConstituentLabels labels = (ConstituentLabels) spec.settle(data);
            ParameterLayout layout = LayoutChoice.of(data, options.selection(), labels, null);
            check(data, labels, layout);
        }
    }

    private static void check(TrainingData data, LabelStructure<Chart> labels, ParameterLayout layout) {
        Inference<Chart> inference = labels.inference(Kernels.scalar());
        for (Loss<Chart> loss : List.of(new LogLoss<>(inference), new SoftmaxMarginLoss<>(inference, 0.7))) {
            try (Workers workers = new Workers(1)) {
                Objective<Chart> objective = new Objective<>(
                        new Task<>(labels, labels.scorer(layout), inference),
                        loss,
                        true,
                        data.instances(),
                        Kernels.scalar(),
                        workers);
                double[] x = new Random(8).doubles(objective.dimension(), -1, 1).toArray();
                double[] gradient = new double[x.length];
                double[] ignored = new double[x.length];
                objective.evaluate(x, gradient);
                for (int k = 0; k < x.length; k += 1 + x.length / 300) {
                    double own = x[k];
                    x[k] = own + STEP;
                    double above = objective.evaluate(x, ignored);
                    x[k] = own - STEP;
                    double below = objective.evaluate(x, ignored);
                    x[k] = own;
                    assertThat(gradient[k]).as("weight %d", k).isCloseTo((above - below) / (2 * STEP), within(1e-6));
                }
            }
        }
    }
}
