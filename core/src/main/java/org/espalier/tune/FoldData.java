package org.espalier.tune;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.compress.Measure;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.model.Model;
import org.espalier.train.Learner;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.jspecify.annotations.Nullable;

/** A fold, ready to be learnt and measured by any thread. */
final class FoldData {
    private final Fold fold;
    private final Measure test;
    private final int[] order; // [train]: smaller shares are beginnings of it, so that they contain each other

    FoldData(Fold fold, Measure.Metric metric, LabelNotation notation, TagScheme scheme, long seed) {
        this.fold = fold;
        this.test = new Measure(metric, fold.test(), notation, scheme);
        this.order = Permutation.of(fold.train().size(), new SplittableRandom(seed));
    }

    FoldScore learn(Learner learner, double share, boolean trainScore) {
        List<Sequence> train = train(share);
        Finish finish = new Finish();
        Model model = learner.withListener(finish).train(train);
        TrainingReport report = finish.report;
        if (report == null) {
            throw new IllegalStateException("training ended without a report");
        }
        double onTrain = trainScore
                ? new Measure(test.metric(), train, test.notation(), test.scheme()).applyAsDouble(model)
                : Double.NaN;
        return new FoldScore(model, report, test.applyAsDouble(model), onTrain);
    }

    /** A part of the training data, in their own order. */
    private List<Sequence> train(double share) {
        if (share == 1) {
            return fold.train();
        }
        int count = Math.max(1, (int) Math.round(share * order.length));
        int[] chosen = IntStream.of(order).limit(count).toArray();
        Arrays.sort(chosen);
        return IntStream.of(chosen).mapToObj(fold.train()::get).toList();
    }

    private static final class Finish implements TrainingListener {
        private @Nullable TrainingReport report;

        @Override
        public void onFinish(TrainingReport finished) {
            report = finished;
        }
    }
}
