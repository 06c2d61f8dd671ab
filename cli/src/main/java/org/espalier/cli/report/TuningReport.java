package org.espalier.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.output.TextTable;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;
import org.espalier.tune.Budget;
import org.espalier.tune.PathPoint;
import org.espalier.tune.RegularisationPath;
import org.espalier.tune.Spread;
import org.espalier.tune.TrialResult;
import org.espalier.tune.TuningResult;
import org.jspecify.annotations.Nullable;

/** The outcome of a search, a curve or a path: as a table, as a figure and as JSON. */
public final class TuningReport {
    private final ScoreText scores;

    public TuningReport(ScoreText scores) {
        this.scores = scores;
    }

    static String budget(Budget budget) {
        if (budget.share() < 1) {
            return String.format(Locale.ROOT, "%.3g%% of the data", 100 * budget.share());
        }
        return budget.iterations() > 0 ? budget.iterations() + " iterations" : "";
    }

    private static String whole(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    /** The best first. */
    public String table(TuningResult result) {
        boolean budgets = result.ranked().stream()
                .anyMatch(one -> !budget(one.trial().budget()).isEmpty());
        List<String> heads = new ArrayList<>(List.of("rank", scores.name(), "features", "iterations", "seconds"));
        if (budgets) {
            heads.add("means");
        }
        heads.add("setting");
        TextTable table = new TextTable(5, heads.toArray(String[]::new));
        int rank = 0;
        for (TrialResult one : result.ranked()) {
            List<String> cells = new ArrayList<>(List.of(
                    one.isFailed() ? "" : String.valueOf(++rank),
                    one.isFailed() ? "failed" : scores.text(one.mean(), one.deviation()),
                    whole(one.activeFeatures()),
                    whole(one.iterations()),
                    seconds(one.seconds())));
            if (budgets) {
                cells.add(budget(one.trial().budget()));
            }
            cells.add(one.trial().setting() + (one.isFailed() ? ": " + one.failure() : ""));
            table.add(cells.toArray(String[]::new));
        }
        return table.toString();
    }

    /** The scores by the share of the data that was learnt from. */
    public String curveTable(TuningResult result) {
        TextTable table = new TextTable(
                6, "data, %", "held-out " + scores.name(), "training", "features", "iterations", "seconds");
        for (TrialResult one : result.rounds().get(0)) {
            Spread train = Spread.of(one.trainScores());
            table.add(
                    String.format(
                            Locale.ROOT, "%.3g", 100 * one.trial().budget().share()),
                    one.isFailed() ? "failed" : scores.text(one.mean(), one.deviation()),
                    one.isFailed() ? "" : scores.text(train.mean(), train.deviation()),
                    whole(one.activeFeatures()),
                    whole(one.iterations()),
                    seconds(one.seconds()));
        }
        return table.toString();
    }

    /** The scores along a path of penalties. */
    public String pathTable(RegularisationPath path, List<PathPoint> points) {
        TextTable table = new TextTable(
                6, path.penalty().toString(), scores.name(), "objective", "features", "iterations", "seconds");
        for (PathPoint point : points) {
            table.add(
                    String.format(Locale.ROOT, "%.4g", point.lambda()),
                    scores.text(point.mean(), point.deviation()),
                    String.format(Locale.ROOT, "%.4f", point.objective()),
                    whole(point.activeFeatures()),
                    whole(point.iterations()),
                    seconds(point.seconds()));
        }
        return table.toString();
    }

    private Series.Point point(double x, double mean, double deviation) {
        return new Series.Point(x, scores.shown(mean), scores.shown(deviation));
    }

    /** The learning curve. */
    public Figure curveFigure(TuningResult result) {
        List<Series.Point> held = new ArrayList<>();
        List<Series.Point> train = new ArrayList<>();
        for (TrialResult one : result.rounds().get(0)) {
            if (!one.isFailed()) {
                double share = 100 * one.trial().budget().share();
                Spread inside = Spread.of(one.trainScores());
                held.add(point(share, one.mean(), one.deviation()));
                train.add(point(share, inside.mean(), inside.deviation()));
            }
        }
        return Figure.of(new Chart(
                "Learning curve",
                Axis.logarithmic("training data, %"),
                Axis.linear(scores.unit()),
                List.of(
                        new Series("held-out data", held, Series.Style.LINE_AND_MARKS),
                        new Series("training data", train, Series.Style.LINE_AND_MARKS))));
    }

    /** The score and the number of weights along a path. */
    public Figure pathFigure(RegularisationPath path, List<PathPoint> points) {
        Axis lambda = path.lambdas().get(path.lambdas().size() - 1) > 0
                ? Axis.logarithmic(path.penalty().toString())
                : Axis.linear(path.penalty().toString());
        return Figure.of(
                new Chart(
                        "Score along the path",
                        lambda,
                        Axis.linear(scores.unit()),
                        List.of(new Series(
                                scores.name(),
                                points.stream()
                                        .map(point -> point(point.lambda(), point.mean(), point.deviation()))
                                        .toList(),
                                Series.Style.LINE_AND_MARKS))),
                new Chart(
                        "Features along the path",
                        lambda,
                        Axis.logarithmic("non-zero features"),
                        List.of(new Series(
                                "features",
                                points.stream()
                                        .map(point -> new Series.Point(point.lambda(), point.activeFeatures()))
                                        .toList(),
                                Series.Style.LINE_AND_MARKS))));
    }

    /** JSON for machines; scores are fractions. */
    public Map<String, @Nullable Object> json(TuningResult result) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("metric", scores.metric().name());
        map.put("interrupted", result.interrupted());
        map.put("best", result.best().map(one -> one.trial().setting().values()).orElse(null));
        map.put("trials", result.ranked().stream().map(TuningReport::json).toList());
        return map;
    }

    private static Map<String, @Nullable Object> json(TrialResult one) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("setting", one.trial().setting().values());
        map.put("share", one.trial().budget().share());
        if (one.trial().budget().iterations() > 0) {
            map.put("budgetIterations", one.trial().budget().iterations());
        }
        map.put("mean", one.isFailed() ? null : one.mean());
        map.put("deviation", one.isFailed() ? null : one.deviation());
        map.put("scores", one.scores());
        if (!one.trainScores().isEmpty()) {
            map.put("trainScores", one.trainScores());
        }
        map.put("activeFeatures", one.activeFeatures());
        map.put("iterations", one.iterations());
        map.put("seconds", one.seconds());
        if (one.isFailed()) {
            map.put("failure", one.failure());
        }
        return map;
    }

    /** A path as JSON values. */
    public Map<String, @Nullable Object> json(RegularisationPath path, List<PathPoint> points) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("metric", scores.metric().name());
        map.put("penalty", path.penalty().toString());
        map.put("interrupted", points.size() < path.lambdas().size());
        List<Object> list = new ArrayList<>();
        for (PathPoint point : points) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("lambda", point.lambda());
            entry.put("objective", point.objective());
            entry.put("activeFeatures", point.activeFeatures());
            entry.put("mean", point.mean());
            entry.put("deviation", point.deviation());
            entry.put("scores", point.scores());
            entry.put("iterations", point.iterations());
            entry.put("seconds", point.seconds());
            list.add(entry);
        }
        map.put("points", list);
        return map;
    }
}
