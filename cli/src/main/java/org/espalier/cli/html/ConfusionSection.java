package org.espalier.cli.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.espalier.evaluate.Counts;
import org.espalier.evaluate.Scores;

/** The confusion matrix of labels; of many labels, those with most errors. */
final class ConfusionSection {
    private static final int MOST_LABELS = 24;
    private static final int MOST_ACROSS = 12; // names of more columns stand upright
    private static final int MOST_PAIRS = 20;
    private static final double DARKEST = 0.55; // the number stays readable in front of it, on light and dark pages

    private ConfusionSection() {}

    private record Pair(String gold, String predicted, long count) {}

    static void write(Scores scores, Markup page) {
        page.open("section").element("h2", "Confusion matrix");
        List<String> labels = labels(scores);
        int all = scores.labels().size();
        String shown = labels.size() < all
                ? " The " + labels.size() + " of " + all + " labels with the most errors are shown."
                : "";
        page.element(
                "p",
                "Rows are gold labels, columns are predicted labels. Correct answers are blue, errors are orange; a darker"
                        + " cell is a larger share of its row." + shown);
        matrix(scores, labels, page);
        pairs(scores, page);
        page.close();
    }

    private static List<String> labels(Scores scores) {
        if (scores.labels().size() <= MOST_LABELS) {
            return List.copyOf(scores.labels().keySet());
        }
        List<String> most = scores.labels().entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, Counts> entry) -> -errors(entry.getValue())))
                .limit(MOST_LABELS)
                .map(Map.Entry::getKey)
                .toList();
        return scores.labels().keySet().stream().filter(most::contains).toList();
    }

    private static long errors(Counts counts) {
        return counts.gold() + counts.predicted() - 2 * counts.correct();
    }

    private static void matrix(Scores scores, List<String> labels, Markup page) {
        page.open("div", "class", "wide")
                .open("table", "class", labels.size() > MOST_ACROSS ? "matrix many" : "matrix");
        page.open("thead").open("tr").element("td", "gold ↓ predicted →");
        labels.forEach(label -> page.element("th", label, "scope", "col"));
        page.close().close().open("tbody");
        for (String gold : labels) {
            SortedMap<String, Long> row = scores.confusion().get(gold);
            long sum = row == null
                    ? 0
                    : row.values().stream().mapToLong(Long::longValue).sum();
            page.open("tr").element("th", gold, "scope", "row");
            for (String predicted : labels) {
                long count = row == null ? 0 : row.getOrDefault(predicted, 0L);
                if (count == 0) {
                    page.element("td", "·", "class", "none");
                } else {
                    String colour = gold.equals(predicted) ? "0,114,178" : "213,94,0";
                    double shade = Math.max(0.08, DARKEST * count / sum);
                    page.element(
                            "td",
                            String.valueOf(count),
                            "style",
                            String.format(Locale.ROOT, "background:rgba(%s,%.3f)", colour, shade),
                            "title",
                            String.format(
                                    Locale.ROOT,
                                    "gold %s, predicted %s: %.1f %% of the row",
                                    gold,
                                    predicted,
                                    100.0 * count / sum));
                }
            }
            page.close();
        }
        page.close().close().close();
    }

    private static void pairs(Scores scores, Markup page) {
        List<Pair> pairs = new ArrayList<>();
        scores.confusion()
                .forEach((gold, row) -> row.forEach((predicted, count) -> {
                    if (!gold.equals(predicted)) {
                        pairs.add(new Pair(gold, predicted, count));
                    }
                }));
        if (pairs.isEmpty()) {
            page.element("p", "No label is confused with another.");
            return;
        }
        pairs.sort(Comparator.comparingLong(Pair::count).reversed());
        page.open("details").element("summary", "The most frequent confusions").open("table");
        page.head("gold", "predicted", "count").open("tbody");
        pairs.stream().limit(MOST_PAIRS).forEach(pair -> {
            page.open("tr").element("th", pair.gold(), "scope", "row");
            page.element("td", pair.predicted()).element("td", String.valueOf(pair.count()));
            page.close();
        });
        page.close().close().close();
    }
}
