package org.espalier.cli.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.evaluate.ClassificationScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Counts;
import org.espalier.evaluate.Scores;

/** The figures: a few large ones, then precision, recall and F1 of every type and label. */
final class ScoreSection {
    /** Of a longer table a part is seen, which scrolls. */
    private static final int MOST_ROWS = 30;

    private ScoreSection() {}

    /** A large figure and what it is. */
    record Tile(String figure, String what) {}

    static List<Tile> tiles(EvaluationFindings findings) {
        Scores scores = findings.scores();
        ClassificationScores instances = findings.instances();
        List<Tile> tiles = new ArrayList<>();
        if (instances != null) {
            tiles.add(new Tile(Markup.percent(instances.accuracy()), "accuracy"));
            tiles.add(new Tile(Markup.percent(instances.macro().f1()), "macro F1"));
            tiles.add(new Tile(String.valueOf(instances.instances()), "instances"));
            return tiles;
        }
        if (hasSpans(scores)) {
            tiles.add(new Tile(Markup.percent(scores.spans().f1()), "F1 of spans"));
            tiles.add(new Tile(Markup.percent(scores.spans().precision()), "precision"));
            tiles.add(new Tile(Markup.percent(scores.spans().recall()), "recall"));
        }
        tiles.add(new Tile(Markup.percent(scores.tokenAccuracy()), "token accuracy"));
        tiles.add(new Tile(Markup.percent(scores.sequenceAccuracy()), "sequence accuracy"));
        tiles.add(new Tile(
                findings.errors().wrong() + " of " + findings.errors().sequences(), "sequences with an error"));
        return tiles;
    }

    private static boolean hasSpans(Scores scores) {
        return !scores.convention().equals(Convention.PLAIN);
    }

    static void write(EvaluationFindings findings, Markup page) {
        Scores scores = findings.scores();
        page.open("section").element("h2", "Scores");
        List<String> notes = findings.instances() == null
                ? scores.notes()
                : findings.instances().notes();
        notes.forEach(note -> page.element("p", "Note: " + note, "class", "note"));
        if (findings.instances() == null && hasSpans(scores)) {
            table("Spans by type (convention: " + scores.convention().name() + ")", "type", scores.types(), page);
        }
        table(
                findings.instances() == null ? "Tokens by label" : "Instances by label",
                "label",
                findings.instances() == null
                        ? scores.labels()
                        : findings.instances().labels(),
                page);
        page.close();
    }

    private static void table(String caption, String name, Map<String, Counts> rows, Markup page) {
        page.open("div", "class", rows.size() > MOST_ROWS ? "wide tall" : "wide");
        page.open("table").element("caption", caption);
        page.head(name, "precision", "recall", "F1", "gold", "predicted", "correct");
        page.open("tbody");
        rows.forEach((label, counts) -> {
            page.open("tr").element("th", label.isEmpty() ? "(no type)" : label, "scope", "row");
            page.element("td", Markup.percent(counts.precision()));
            page.element("td", Markup.percent(counts.recall()));
            page.bar(Markup.percent(counts.f1()), counts.f1());
            page.element("td", String.valueOf(counts.gold()));
            page.element("td", String.valueOf(counts.predicted()));
            page.element("td", String.valueOf(counts.correct())).close();
        });
        page.close().close().close();
    }
}
