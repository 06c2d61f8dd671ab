package org.espalier.cli.html;

import java.util.List;
import java.util.Locale;
import org.espalier.data.Location;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.Disagreements.Disagreement;
import org.espalier.evaluate.PairedComparison;
import org.espalier.evaluate.errors.TokenText;
import org.jspecify.annotations.Nullable;

/** Two systems on the same sequences: the difference of their scores, and the sequences that they label differently. */
final class ComparisonSection {
    /** So many tokens with the same labels are shown on each side of a different one. */
    private static final int CONTEXT = 8;

    private ComparisonSection() {}

    static void write(@Nullable ComparisonFindings findings, LabelColours colours, Markup page) {
        if (findings == null) {
            return;
        }
        PairedComparison comparison = findings.comparison();
        page.open("section").element("h2", "Compared with " + findings.second());
        page.element("p", "A is " + findings.first() + ", B is " + findings.second() + ".");
        scores(comparison, page);
        page.element("p", capital(comparison.verdict("A", "B")) + ".");
        Disagreements all = findings.disagreements();
        page.element(
                "p",
                String.format(
                        Locale.ROOT,
                        "A and B give different labels to %,d of %,d sequences. A makes fewer errors on %,d, B on %,d.",
                        all.different(),
                        all.sequences(),
                        comparison.firstBetter(),
                        comparison.secondBetter()));
        list("Where A is better", all.firstBetter(), colours, page);
        list("Where B is better", all.secondBetter(), colours, page);
        list("Where both make as many errors, but others", all.equallyWrong(), colours, page);
        page.close();
    }

    private static void scores(PairedComparison comparison, Markup page) {
        page.open("div", "class", "wide").open("table");
        page.element(
                "caption",
                String.format(
                        Locale.ROOT,
                        "Paired bootstrap over %,d sequences, %,d samples",
                        comparison.sequences(),
                        comparison.samples()));
        page.head("", "A", "B", "A − B", "95% interval", "p-value");
        page.open("tbody");
        for (PairedComparison.Difference each : comparison.differences()) {
            page.open("tr").element("th", each.measure().toString(), "scope", "row");
            page.element("td", Markup.percent(each.first())).element("td", Markup.percent(each.second()));
            page.element("td", PairedComparison.signed(each.value()));
            page.element("td", PairedComparison.signed(each.low()) + " to " + PairedComparison.signed(each.high()));
            page.element("td", PairedComparison.shown(each.pValue())).close();
        }
        page.close().close().close();
    }

    private static void list(String title, List<Disagreement> sequences, LabelColours colours, Markup page) {
        if (sequences.isEmpty()) {
            return;
        }
        page.element("h3", title);
        sequences.forEach(each -> sequence(each, colours, page));
    }

    private static void sequence(Disagreement each, LabelColours colours, Markup page) {
        Location location = each.sequence().location();
        String place = location.line() > 0 ? location.toString() : "sequence " + each.number();
        page.open("article")
                .element(
                        "h4", place + ": " + errors(each.firstErrors(), "A") + ", " + errors(each.secondErrors(), "B"));
        page.open("ol", "class", "tokens", "dir", "auto");
        boolean[] shown = each.excerpt(CONTEXT);
        for (int t = 0; t < shown.length; t++) {
            if (shown[t]) {
                token(each, t, colours, page);
            } else if (t == 0 || shown[t - 1]) {
                page.element("li", "…", "class", "gap");
            }
        }
        page.close().close();
    }

    private static String errors(int count, String who) {
        return count + (count == 1 ? " error of " : " errors of ") + who;
    }

    private static void token(Disagreement each, int t, LabelColours colours, Markup page) {
        String gold = each.gold().get(t);
        String first = each.first().get(t);
        page.open("li", "class", each.isDifferent(t) ? "wrong" : "right");
        page.element("bdi", TokenText.of(each.sequence().tokens().get(t)), "class", "word");
        if (each.isDifferent(t)) {
            page.label("gold ", gold, colours.of(gold));
            page.label("A ", first, colours.of(first));
            page.label("B ", each.second().get(t), colours.of(each.second().get(t)));
        } else if (!gold.equals(first)) {
            page.label("gold ", gold, colours.of(gold));
            page.label("A, B ", first, colours.of(first));
        } else {
            page.label("", first, colours.of(first));
        }
        page.close();
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
