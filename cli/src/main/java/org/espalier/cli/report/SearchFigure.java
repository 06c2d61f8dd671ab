package org.espalier.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.cli.plot.Axis;
import org.espalier.cli.plot.Chart;
import org.espalier.cli.plot.Figure;
import org.espalier.cli.plot.Series;
import org.espalier.tune.TrialResult;
import org.espalier.tune.TuningResult;

/** Draws the scores of a search: a chart per numeric parameter; by rank when there is none. */
public final class SearchFigure {
    private static final int MOST_CHARTS = 3;
    private static final int MOST_LINES = 7;

    /** Numbers that span more than this are shown by their logarithms. */
    private static final double WIDE = 20;

    private final ScoreText scores;
    private final List<TrialResult> results;

    private SearchFigure(ScoreText scores, List<TrialResult> results) {
        this.scores = scores;
        this.results = results;
    }

    public static Figure of(TuningResult result, ScoreText scores) {
        List<TrialResult> shown =
                result.ranked().stream().filter(one -> !one.isFailed()).toList();
        return new SearchFigure(scores, shown).figure();
    }

    private Figure figure() {
        Set<String> names = new LinkedHashSet<>();
        results.forEach(one -> names.addAll(one.trial().setting().values().keySet()));
        List<Chart> charts = new ArrayList<>();
        for (String name : names) {
            if (charts.size() < MOST_CHARTS && isNumeric(name)) {
                charts.add(chart(name));
            }
        }
        return charts.isEmpty() ? Figure.of(byRank()) : new Figure(charts);
    }

    private static OptionalDouble number(TrialResult one, String name) {
        String text = one.trial().setting().values().get(name);
        try {
            return text == null ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    private boolean isNumeric(String name) {
        return results.stream().allMatch(one -> number(one, name).isPresent())
                && results.stream()
                                .mapToDouble(one -> number(one, name).orElseThrow())
                                .distinct()
                                .count()
                        > 1;
    }

    private Chart chart(String name) {
        Map<String, List<TrialResult>> lines = new LinkedHashMap<>();
        for (TrialResult one : results) {
            lines.computeIfAbsent(others(one, name), key -> new ArrayList<>()).add(one);
        }
        boolean joined = lines.size() <= MOST_LINES && lines.values().stream().anyMatch(line -> line.size() > 2);
        List<Series> series = new ArrayList<>();
        if (joined) {
            lines.forEach((others, line) -> series.add(new Series(
                    others.isEmpty() ? scores.name() : others, points(line, name), Series.Style.LINE_AND_MARKS)));
            series.sort(Comparator.comparing(Series::name));
        } else {
            Map<String, List<TrialResult>> budgets = new LinkedHashMap<>();
            for (TrialResult one : results) {
                budgets.computeIfAbsent(TuningReport.budget(one.trial().budget()), key -> new ArrayList<>())
                        .add(one);
            }
            budgets.forEach((budget, line) -> series.add(new Series(
                    budget.isEmpty() ? "trials" : budget, withoutBars(points(line, name)), Series.Style.MARKS)));
        }
        double[] values = results.stream()
                .mapToDouble(one -> number(one, name).orElseThrow())
                .sorted()
                .toArray();
        boolean wide = values[0] > 0 && values[values.length - 1] / values[0] > WIDE;
        return new Chart(
                scores.name() + " by " + name,
                wide ? Axis.logarithmic(name) : Axis.linear(name),
                Axis.linear(scores.unit()),
                series);
    }

    /** What a line of the chart has in common. */
    private static String others(TrialResult one, String name) {
        String budget = TuningReport.budget(one.trial().budget());
        String rest = one.trial().setting().values().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(name))
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
        return budget.isEmpty() ? rest : rest.isEmpty() ? budget : rest + ", " + budget;
    }

    private List<Series.Point> points(List<TrialResult> line, String name) {
        return line.stream()
                .map(one -> new Series.Point(
                        number(one, name).orElseThrow(), scores.shown(one.mean()), scores.shown(one.deviation())))
                .sorted(Comparator.comparingDouble(Series.Point::x))
                .toList();
    }

    /** Where many settings share a place, their bars would hide each other. */
    private static List<Series.Point> withoutBars(List<Series.Point> points) {
        return points.stream()
                .map(point -> new Series.Point(point.x(), point.y()))
                .toList();
    }

    private Chart byRank() {
        List<Series.Point> points = new ArrayList<>();
        for (TrialResult one : results) {
            points.add(new Series.Point(points.size() + 1, scores.shown(one.mean()), scores.shown(one.deviation())));
        }
        return new Chart(
                scores.name() + " by rank",
                Axis.linear("rank"),
                Axis.linear(scores.unit()),
                List.of(new Series(scores.name(), points, Series.Style.MARKS)));
    }
}
