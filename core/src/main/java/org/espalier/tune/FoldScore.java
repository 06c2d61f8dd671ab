package org.espalier.tune;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.model.Model;
import org.espalier.train.TrainingReport;

/**
 * What came of one training.
 *
 * @param score on the test data
 * @param trainScore on the data learnt from; NaN when it was not asked for
 */
record FoldScore(Model model, TrainingReport report, double score, double trainScore) {

    static TrialResult result(Trial trial, FoldScore[] folds, boolean trainScores) {
        List<FoldScore> list = List.of(folds);
        return new TrialResult(
                trial,
                list.stream().map(FoldScore::score).toList(),
                trainScores ? list.stream().map(FoldScore::trainScore).toList() : List.of(),
                Arrays.stream(folds).mapToDouble(fold -> fold.report.seconds()).sum(),
                mean(list, fold -> fold.report.iterations()),
                mean(list, fold -> fold.report.activeFeatures()),
                null);
    }

    static PathPoint point(double lambda, List<FoldScore> folds) {
        return new PathPoint(
                lambda,
                mean(folds, fold -> fold.report.objective()),
                mean(folds, fold -> fold.report.activeFeatures()),
                folds.stream().map(FoldScore::score).toList(),
                mean(folds, fold -> fold.report.iterations()),
                folds.stream().mapToDouble(fold -> fold.report.seconds()).sum());
    }

    private static double mean(List<FoldScore> folds, ToDoubleFunction<FoldScore> value) {
        return folds.stream().mapToDouble(value).sum() / folds.size();
    }
}
