package org.espalier.cli.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.espalier.cli.html.ScoreSection.Tile;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * One HTML file about an evaluation: scores, the comparison with another system, confusion matrix, worst sequences, reliability, strongest features.
 *
 * <p>It holds its style and pictures, has no script, and is well-formed XML. The same evaluation gives the same bytes.
 *
 * @param subject what was evaluated, such as the name of the model's file
 * @param data the names of the gold data
 * @param model the model, or null when labels were predicted elsewhere
 */
public record EvaluationPage(
        String subject,
        List<String> data,
        EvaluationFindings findings,
        @Nullable Model model) {
    /** By this a page of ours is known. */
    public static final String MARK = "Written by espalier eval --html.";

    private static final String STYLE = "style.css";

    public EvaluationPage {
        Objects.requireNonNull(subject, "subject");
        data = List.copyOf(data);
        Objects.requireNonNull(findings, "findings");
    }

    /** The whole file. */
    public String html() {
        String title = "Evaluation of " + subject;
        Markup page = new Markup();
        page.raw("<!DOCTYPE html>\n").open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
        page.open("head").empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "name", "color-scheme", "content", "light dark");
        page.element("title", title).open("style").raw(style()).close().close();
        page.open("body").open("header").element("h1", title);
        page.element("p", "Gold data: " + String.join(", ", data));
        tiles(page);
        page.close().open("main");
        LabelColours colours = new LabelColours(findings.scores());
        ScoreSection.write(findings, page);
        ComparisonSection.write(findings.against(), colours, page);
        ConfusionSection.write(findings.scores(), page);
        ErrorSection.write(findings.errors(), colours, page);
        ReliabilitySection.write(findings, model, page);
        FeatureSection.write(model, colours, page);
        page.close().element("footer", MARK);
        return page.close().close().toString();
    }

    private void tiles(Markup page) {
        page.open("ul", "class", "tiles");
        for (Tile tile : ScoreSection.tiles(findings)) {
            page.open("li").element("strong", tile.figure()).element("span", tile.what());
            page.close();
        }
        page.close();
    }

    private static String style() {
        try (InputStream input = EvaluationPage.class.getResourceAsStream(STYLE)) {
            return new String(Objects.requireNonNull(input, STYLE).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(STYLE, e);
        }
    }
}
