package org.espalier.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class FigureTest {
    private static Series falling(String name, double factor, Series.Style style) {
        List<Series.Point> points = new ArrayList<>();
        double value = 1000;
        for (int k = 1; k <= 30; k++) {
            points.add(new Series.Point(k, value));
            value *= factor;
        }
        return new Series(name, points, style);
    }

    private static final Chart FALLING = new Chart(
            "Falling",
            Axis.linear("passes"),
            Axis.logarithmic("objective − best"),
            List.of(falling("slow", 0.9, Series.Style.LINE), falling("fast <&\">", 0.5, Series.Style.LINE_AND_MARKS)));

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document document) {
        NodeList nodes = document.getElementsByTagName("text");
        List<String> texts = new ArrayList<>();
        for (int k = 0; k < nodes.getLength(); k++) {
            texts.add(nodes.item(k).getTextContent());
        }
        return texts;
    }

    @Test
    void svgIsWellFormedAndHasEveryText() throws Exception {
        Document document = parse(Figure.of(FALLING).svg());

        assertThat(texts(document))
                .contains("Falling", "passes", "objective − best", "slow", "fast <&\">", "10", "100");
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 31); // background, marks, legend
    }

    @Test
    void charactersThatXmlForbidsDoNotBreakIt() throws Exception {
        Chart chart = new Chart("a\u0000b\u000bc\ud800", Axis.linear("x"), Axis.linear("y"), List.of());
        assertThat(texts(parse(Figure.of(chart).svg()))).contains("a?b?c?");
    }

    @Test
    void pointsStandWhereTheScaleSaysAndInsideTheFrame() throws Exception {
        Document document = parse(Figure.of(FALLING).svg());
        Element line = (Element) document.getElementsByTagName("polyline").item(0);
        String[] points = line.getAttribute("points").split(" ");
        assertThat(points).hasSize(30);
        double[] y = new double[30];
        for (int k = 0; k < 30; k++) {
            String[] pair = points[k].split(",");
            assertThat(Double.parseDouble(pair[0])).isBetween(68.0, 420.0);
            y[k] = Double.parseDouble(pair[1]);
            assertThat(y[k]).isBetween(34.0, 270.0);
        }
        // A geometric series is a straight line where the scale is logarithmic.
        for (int k = 2; k < 30; k++) {
            assertThat(y[k] - y[k - 1]).isEqualTo(y[1] - y[0], within(0.21));
        }
    }

    @Test
    void whatHasNoPlaceIsLeftOut() throws Exception {
        Series series = new Series(
                "odd",
                List.of(
                        new Series.Point(1, 10),
                        new Series.Point(2, 0),
                        new Series.Point(3, Double.NaN),
                        new Series.Point(Double.POSITIVE_INFINITY, 1),
                        new Series.Point(4, 1, 5)));
        String svg = Figure.of(new Chart("odd", Axis.linear("x"), Axis.logarithmic("y"), List.of(series)))
                .svg();

        assertThat(svg).doesNotContain("NaN", "Infinity");
        Element line = (Element) parse(svg).getElementsByTagName("polyline").item(0);
        assertThat(line.getAttribute("points").split(" ")).hasSize(2);
    }

    @Test
    void emptyAndFlatChartsCanBeDrawn() throws Exception {
        for (Axis y : List.of(Axis.linear("y"), Axis.logarithmic("y"))) {
            for (List<Series.Point> points : List.of(
                    List.<Series.Point>of(),
                    List.of(new Series.Point(5, 7)),
                    List.of(new Series.Point(5, 7), new Series.Point(6, 7)))) {
                Figure figure = Figure.of(new Chart("flat", Axis.linear("x"), y, List.of(new Series("one", points))));
                assertThat(figure.svg()).doesNotContain("NaN", "Infinity");
                assertThat(figure.text(60, 8)).contains("flat");
                assertThat(figure.png()).isNotEmpty();
            }
        }
    }

    @Test
    void pngIsAPictureOfTwiceTheSizeWithInkOnIt() throws Exception {
        BufferedImage image = ImageIO.read(
                new ByteArrayInputStream(Figure.of(FALLING, FALLING).png()));

        assertThat(image.getWidth()).isEqualTo(2 * 2 * 440);
        assertThat(image.getRGB(1, 1) & 0xffffff).isEqualTo(0xffffff);
        boolean blue = false;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                blue |= (image.getRGB(x, y) & 0xffffff) == 0x0072b2;
            }
        }
        assertThat(blue).isTrue();
    }

    @Test
    void textShowsSignsTicksAndLegend() {
        String text = Figure.of(FALLING).text(78, 12);

        assertThat(text).contains("Falling", "o slow", "x fast", "passes", "objective − best");
        assertThat(text.lines().count()).isEqualTo(12 + 6);
        assertThat(text.lines()).allMatch(line -> line.length() <= 88);
        List<String> lines = text.lines().toList();
        assertThat(lines.get(2)).contains("x"); // both begin at the top
        assertThat(lines.get(13)).contains("x").doesNotContain("o"); // only the fast one comes down to the ground
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.25, 0.25",
        "-3, -3",
        "9500, 9500",
        "20000, 20k",
        "0.0001, 0.0001",
        "0.00001, 1e-5",
        "2500000, 2.5e6",
        "-0.0000025, -2.5e-6",
        "0.30000000000000004, 0.3"
    })
    void numbersAreShort(double value, String text) {
        assertThat(Ticks.text(value)).isEqualTo(text);
    }

    @Test
    void ticksAreRound() {
        assertThat(Ticks.of(Axis.Scale.LINEAR, new double[] {0, 97}, 5).values())
                .containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
        assertThat(Ticks.of(Axis.Scale.LINEAR, new double[] {92.1, 93.4}, 5).values())
                .containsExactly(92.0, 92.5, 93.0, 93.5);
        assertThat(Ticks.of(Axis.Scale.LOGARITHMIC, new double[] {0.01, 100}, 6).values())
                .containsExactly(0.01, 0.1, 1.0, 10.0, 100.0);
        assertThat(Ticks.of(Axis.Scale.LOGARITHMIC, new double[] {1, 30}, 6).values())
                .containsExactly(1.0, 2.0, 5.0, 10.0, 20.0);
        assertThat(Ticks.of(Axis.Scale.LOGARITHMIC, new double[] {1e-9, 1e9}, 6).values())
                .hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void filesAreNamedByTheirKind(@TempDir Path folder) {
        Figure figure = Figure.of(FALLING);
        figure.write(folder.resolve("a.svg"));
        figure.write(folder.resolve("a.PNG"));

        assertThat(folder.resolve("a.svg")).content().startsWith("<svg");
        assertThat(folder.resolve("a.PNG")).binaryContent().startsWith((byte) 0x89, 'P', 'N', 'G');
        assertThatThrownBy(() -> figure.write(folder.resolve("a.pdf"))).hasMessageContaining(".svg or .png");
    }
}
