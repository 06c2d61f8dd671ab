package org.espalier.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.espalier.cli.Program;
import org.espalier.cli.SmallData;
import org.espalier.data.LabelNotation;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class EvaluationPageTest {
    private static final String NASTY = "<script>alert(\"1\")</script>";

    @TempDir
    Path folder;

    private static Document parsed(String html) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(html)));
    }

    private static List<String> texts(Document page, String element) {
        NodeList nodes = page.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int k = 0; k < nodes.getLength(); k++) {
            texts.add(nodes.item(k).getTextContent());
        }
        return texts;
    }

    /** Everything that a browser would load from elsewhere or run. */
    private static void isSelfContained(Document page) {
        assertThat(texts(page, "script")).isEmpty();
        assertThat(texts(page, "link")).isEmpty();
        assertThat(texts(page, "style").get(0)).doesNotContain("url(", "@import", "http");
        NodeList all = page.getElementsByTagName("*");
        for (int k = 0; k < all.getLength(); k++) {
            Element element = (Element) all.item(k);
            assertThat(element.hasAttribute("src") || element.hasAttribute("href"))
                    .as(element.getTagName())
                    .isFalse();
        }
    }

    private Document page(Object... arguments) throws Exception {
        Path html = folder.resolve("report.html");
        List<Object> all = new ArrayList<>(List.of("eval", "--html", html));
        all.addAll(List.of(arguments));
        Program.Outcome outcome = Program.run(all.toArray());
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("wrote " + html);
        Document page = parsed(Files.readString(html));
        isSelfContained(page);
        return page;
    }

    @Test
    void aModelsPageHasEverySection() throws Exception {
        Path model = SmallData.model(folder);
        Path gold = SmallData.write(folder, "gold.txt", SmallData.columns(60, 2));

        Document page = page("-m", model, gold);

        assertThat(texts(page, "h1")).containsExactly("Evaluation of " + model);
        assertThat(texts(page, "h2"))
                .containsExactly(
                        "Scores",
                        "Confusion matrix",
                        "Errors",
                        "Reliability of the probabilities",
                        "Strongest features");
        String text = page.getDocumentElement().getTextContent();
        assertThat(text)
                .contains("F1 of spans", "B-NP", "predicted B-NP", "calibration error", "Strongest transitions");
        assertThat(text).doesNotContain("does not learn probabilities");
        assertThat(text).contains("Confidence of spans", "coverage");
        assertThat(page.getElementsByTagName("svg").getLength()).isEqualTo(2);
        Element svg = (Element) page.getElementsByTagName("svg").item(0);
        assertThat(svg.getAttribute("role")).isEqualTo("img");
        assertThat(svg.getAttribute("aria-label")).contains("calibration error");
        assertThat(((Element) page.getElementsByTagName("svg").item(1)).getAttribute("aria-label"))
                .contains("Reliability of spans, and accuracy over coverage");
        assertThat(texts(page, "h4"))
                .hasSizeLessThanOrEqualTo(ErrorAnalysis.USUAL_WORST)
                .isNotEmpty();
    }

    @Test
    void theComparisonShowsWhatTheTwoLabelDifferently() throws Exception {
        Path one = SmallData.write(
                folder, "one.txt", "a B-X B-X\nb O O\n\nc B-X O\nd O O\n\ne B-X O\n\nf O O\ng B-X B-X\n");
        Path other = SmallData.write(
                folder, "other.txt", "a B-X O\nb O O\n\nc B-X B-X\nd O O\n\ne B-X B-Y\n\nf O O\ng B-X B-X\n");

        Document page = page("--columns", one, "--against", other);

        assertThat(texts(page, "h2")).contains("Compared with " + other);
        assertThat(texts(page, "h3")).contains("Where A is better", "Where B is better", "The worst sequences");
        String text = page.getDocumentElement().getTextContent();
        assertThat(text)
                .contains(
                        "Paired bootstrap over 4 sequences, 10,000 samples",
                        "A and B give different labels to 3 of 4 sequences. A makes fewer errors on 2, B on 1.",
                        "could be chance");
        assertThat(texts(page, "li")).contains("agold B-XA B-XB O", "cgold B-XA OB B-X", "egold B-XA OB B-Y");
        assertThat(texts(page, "h4")).anySatisfy(title -> assertThat(title).endsWith("0 errors of A, 1 error of B"));
    }

    @Test
    void asManySequencesAreComparedAsAreAskedFor() throws Exception {
        Path one = SmallData.write(folder, "one.txt", "a B-X B-X\n\nb B-X B-X\n\nc O O\n");
        Path other = SmallData.write(folder, "other.txt", "a B-X O\n\nb B-X B-Y\n\nc O O\n");

        Document page = page("--columns", one, "--against", other, "--errors", "1");

        assertThat(texts(page, "li")).contains("bgold B-XA B-XB B-Y").doesNotContain("agold B-XA B-XB O");
    }

    @Test
    void theFiguresAreThoseOfTheTables() throws Exception {
        Path file = SmallData.write(folder, "pairs.txt", "a B-X B-X\nb I-X O\nc O O\nd B-Y B-Y\n\ne B-X B-X\nf O O\n");

        Document page = page("--columns", file);

        assertThat(texts(page, "strong")).containsExactly("66.67", "66.67", "66.67", "83.33", "50.00", "1 of 2");
        assertThat(texts(page, "h4")).singleElement().asString().contains("pairs.txt:1", "1 of 4 tokens wrong");
        assertThat(texts(page, "li")).contains("bgold I-Xpredicted O");
        assertThat(page.getDocumentElement().getTextContent())
                .contains("There are no probabilities", "There is no model to show");
    }

    @Test
    void whateverTokensAndLabelsHoldIsText() throws Exception {
        Path file = SmallData.write(
                folder,
                "nasty.txt",
                NASTY + "\tB-<b>\tO\n\u0001&amp;]]>\tO\tB-<b>\n\u202e\u05d0 \ud83d\ude00\tB-<b>\tB-<b>\n");

        Document page = page("--columns", "--separator", "tab", file);

        assertThat(texts(page, "bdi")).contains(NASTY, " &amp;]]>", "\u202e\u05d0 \ud83d\ude00");
        assertThat(texts(page, "th")).contains("B-<b>");
        assertThat(texts(page, "b")).isEmpty();
    }

    @Test
    void tokensGoInTheDirectionOfTheirScript() throws Exception {
        Path file = SmallData.write(
                folder,
                "both.txt",
                "7 O O\n\u05E9\u05DC\u05D5\u05DD B-X O\nAnna O O\n\n7 O O\nAnna B-X O\n\u0645\u0631\u062D O O\n");

        Document page = page("--columns", file);

        List<String> directions = new ArrayList<>();
        for (int k = 0; k < page.getElementsByTagName("ol").getLength(); k++) {
            directions.add(((Element) page.getElementsByTagName("ol").item(k)).getAttribute("dir"));
        }
        assertThat(directions).containsExactlyInAnyOrder("rtl", "ltr");
        // The text by itself: what stands behind it must not follow its direction.
        assertThat(texts(page, "bdi")).contains("\u05E9\u05DC\u05D5\u05DD");
        assertThat(texts(page, "li")).contains("“\u05E9\u05DC\u05D5\u05DD” X missed");
    }

    @Test
    void manyLabelsKeepThePageShort() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int label = 0; label < 100; label++) {
            lines.append("w B-T")
                    .append(label)
                    .append(" B-T")
                    .append(label % 90)
                    .append("\n\n");
        }
        Path file = SmallData.write(folder, "many.txt", lines.toString());

        Document page = page("--columns", file);

        assertThat(page.getDocumentElement().getTextContent())
                .contains(
                        "The 24 of 100 labels with the most errors are shown.",
                        "Spans by type (convention: conlleval)");
        List<String> classes = new ArrayList<>();
        for (String element : List.of("div", "table")) {
            for (int k = 0; k < page.getElementsByTagName(element).getLength(); k++) {
                classes.add(((Element) page.getElementsByTagName(element).item(k)).getAttribute("class"));
            }
        }
        assertThat(classes).contains("wide tall", "matrix many");
    }

    @Test
    void aPerceptronIsSaidToLearnNoProbabilities() throws Exception {
        Path data = SmallData.write(folder, "data.txt", SmallData.columns(40, 1));
        Path model = folder.resolve("perceptron.esp");
        assertThat(Program.run("train", "-q", "--algorithm", "perceptron", "-o", model, data)
                        .code())
                .isZero();

        assertThat(page("-m", model, data).getDocumentElement().getTextContent())
                .contains("trained by perceptron, which does not learn probabilities");
    }

    @Test
    void oneLabelIsEnough() throws Exception {
        Path data = SmallData.write(folder, "one.txt", "a O\nb O\n\nc O\n");
        Path model = folder.resolve("one.esp");
        assertThat(Program.run("train", "-q", "-o", model, data).code()).isZero();

        Document page = page("-m", model, data);

        assertThat(page.getDocumentElement().getTextContent())
                .contains("No label is confused with another.", "0 errors in 0 of 2 sequences.");
        assertThat(texts(page, "h4")).isEmpty();
    }

    @Test
    void classifiersHaveAccuracyAndNoSpans() throws Exception {
        Path data = SmallData.write(
                folder, "texts.tsv", "good\tfine words\nbad\tpoor words\ngood\tfine day\nbad\tpoor day\n");
        Path model = folder.resolve("texts.esp");
        assertThat(Program.run("train", "-q", "--format", "text", "-o", model, data)
                        .code())
                .isZero();

        Document page = page("-m", model, data);

        assertThat(page.getDocumentElement().getTextContent())
                .contains("macro F1", "Instances by label", "calibration error")
                .doesNotContain("F1 of spans");
    }

    @Test
    void nothingToEvaluateLeavesTheOldFileAlone() throws Exception {
        Path html = SmallData.write(folder, "report.html", "old");
        Path empty = SmallData.write(folder, "empty.txt", "\n\n");

        Program.Outcome outcome = Program.run("eval", "-m", SmallData.model(folder), "--html", html, empty);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(Files.readString(html)).isEqualTo("old");
    }

    @Test
    void theDataAreNotOverwritten() throws Exception {
        Path gold = SmallData.write(folder, "gold.txt", SmallData.columns(5, 2));
        String before = Files.readString(gold);

        Program.Outcome outcome = Program.run("eval", "-m", SmallData.model(folder), "--html", gold, gold);

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("the report would overwrite the data");
        assertThat(Files.readString(gold)).isEqualTo(before);
    }

    @Test
    void aMissingDirectoryIsToldBeforeAnythingIsRead() {
        Program.Outcome outcome = Program.run(
                "eval",
                "-m",
                SmallData.model(folder),
                "--html",
                folder.resolve("no/where.html"),
                folder.resolve("none"));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("the report cannot be written: there is no directory");
    }

    @Test
    void thePageOfNothingIsWellFormedAndTheSameEveryTime() throws Exception {
        EvaluationFindings nothing = new EvaluationFindings(
                new Evaluation(Convention.CONLLEVAL).scores(),
                null,
                new ErrorAnalysis(null, Convention.CONLLEVAL, LabelNotation.DEFAULT, 10).summary(),
                new Reliability());
        EvaluationPage page = new EvaluationPage("nothing", List.of(), nothing, null);

        isSelfContained(parsed(page.html()));
        assertThat(page.html()).isEqualTo(page.html());
    }

    @Test
    void manyLabelsAreCutToThoseWithMostErrors() throws Exception {
        StringBuilder pairs = new StringBuilder();
        for (int n = 0; n < 40; n++) {
            pairs.append("w L")
                    .append(n)
                    .append(" L")
                    .append(n < 30 ? n : n - 1)
                    .append("\n");
        }

        Document page = page("--columns", SmallData.write(folder, "many.txt", pairs.toString()));

        assertThat(page.getDocumentElement().getTextContent()).contains("24 of 40 labels with the most errors");
    }
}
