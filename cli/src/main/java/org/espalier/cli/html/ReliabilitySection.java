package org.espalier.cli.html;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.espalier.cli.plot.Figure;
import org.espalier.evaluate.ClassificationScores.Bin;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.Coverage;
import org.espalier.evaluate.Reliability;
import org.espalier.model.Model;
import org.espalier.scoring.Normalisation;
import org.jspecify.annotations.Nullable;

/** The reliability diagram: the share of right labels over the probability that the model gave them. */
final class ReliabilitySection {
    private static final Set<String> ONLINE = Set.of("PERCEPTRON", "PA", "MIRA", "AROW");
    private static final Set<String> MARGINS =
            Set.of("HINGE", "SQUARED_HINGE", "SOFTMAX_MARGIN", "ONE_VS_REST_HINGE", "ONE_VS_REST_SQUARED_HINGE");

    private ReliabilitySection() {}

    static void write(EvaluationFindings findings, @Nullable Model model, Markup page) {
        page.open("section").element("h2", "Reliability of the probabilities");
        Reliability reliability = findings.reliability();
        if (reliability.instances() == 0) {
            page.element("p", "There are no probabilities: only labels were compared.");
        } else {
            String caution = model == null ? "" : caution(model);
            if (!caution.isEmpty()) {
                page.element("p", "Note: " + caution, "class", "note");
            }
            page.element(
                    "p",
                    String.format(
                            Locale.ROOT,
                            "Where the model says 80 %%, 8 of 10 labels should be right. Points on the dashed line are reliable;"
                                    + " points below it are overconfident. The mean distance (calibration error) is %.4f over %,d labels.",
                            reliability.calibrationError(),
                            reliability.instances()));
            page.open("div", "class", "side").open("figure").raw(diagram(reliability));
            page.close();
            table(reliability, "labels", page);
            page.close();
            spans(findings.confidence(), page);
        }
        page.close();
    }

    /** What is said of spans, and how much is right of the surest; of tokens only the latter, since the table above is about them. */
    private static void spans(@Nullable ConfidenceScores confidence, Markup page) {
        if (confidence == null || confidence.reliability().instances() == 0) {
            return;
        }
        String subject = confidence.subject().toString();
        page.element("h3", "Confidence of " + subject);
        page.element(
                "p",
                String.format(
                        Locale.ROOT,
                        "Calibration error %.4f over %,d %s. The curve on the right shows how much is right when only the surest"
                                + " are accepted.",
                        confidence.reliability().calibrationError(),
                        confidence.reliability().instances(),
                        subject));
        page.open("figure")
                .raw(ConfidenceFigure.of(confidence)
                        .inline("Reliability of " + subject
                                + ", and accuracy over coverage. The tables below have the numbers."));
        page.close();
        page.open("div", "class", "side");
        table(confidence.reliability(), subject, page);
        page.open("table").head("coverage", "confidence from", "right").open("tbody");
        for (Coverage.Point point : confidence.coverage()) {
            page.open("tr").element("th", Markup.percent(point.coverage()), "scope", "row");
            page.element("td", String.format(Locale.ROOT, "%.4f", point.threshold()));
            page.element("td", Markup.percent(point.accuracy())).close();
        }
        page.close().close();
        page.close();
    }

    /** Why the numbers are no probabilities, or the empty string. */
    static String caution(Model model) {
        Map<?, ?> options = model.provenance().get("options") instanceof Map<?, ?> map ? map : Map.of();
        Object algorithm = options.get("algorithm");
        Object loss = options.get("loss");
        if (model.votes() != null || model.normalisation() == Normalisation.VOTES) {
            return "this model decides by votes; shares of votes are not probabilities.";
        }
        if (algorithm != null && ONLINE.contains(algorithm.toString())) {
            return "this model was trained by " + algorithm.toString().toLowerCase(Locale.ROOT)
                    + ", which does not learn probabilities; what follows is a softmax of its scores.";
        }
        if (loss != null && MARGINS.contains(loss.toString())) {
            return "this model was trained with the loss "
                    + loss.toString().toLowerCase(Locale.ROOT).replace('_', '-')
                    + ", which does not learn probabilities; what follows is made from its scores.";
        }
        return "";
    }

    private static String diagram(Reliability reliability) {
        return Figure.of(ConfidenceFigure.reliability("", "label", reliability))
                .inline(String.format(
                        Locale.ROOT,
                        "Reliability diagram; calibration error %.4f. The table beside it has its numbers.",
                        reliability.calibrationError()));
    }

    private static void table(Reliability reliability, String subject, Markup page) {
        page.open("table").head("probability", subject, "mean", "right").open("tbody");
        for (Bin bin : reliability.bins()) {
            if (bin.instances() > 0) {
                page.open("tr")
                        .element(
                                "th", String.format(Locale.ROOT, "%.1f to %.1f", bin.from(), bin.to()), "scope", "row");
                page.element("td", String.valueOf(bin.instances()));
                page.element("td", Markup.percent(bin.probability()));
                page.element("td", Markup.percent(bin.accuracy())).close();
            }
        }
        page.close().close();
    }
}
