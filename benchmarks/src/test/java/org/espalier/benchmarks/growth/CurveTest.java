package org.espalier.benchmarks.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class CurveTest {
    private static final Curve CURVE = new Curve(
            "labels",
            List.of(
                    new Curve.Point(9, 1_000, 80, 5_000, 0.001, 1.5, 3, 200_000_000),
                    new Curve.Point(500, 1_000, 4_000, 9_000, 0.5, 1.5, 9, 400_000_000)));

    @Test
    void tablesGiveTimePerTokenToo() {
        assertThat(CURVE.table()).contains("| 9 | 1,000 | 80 | 5,000 | 0.0010 | 1000 | 1.50 | 3.0 | 200 |");
    }

    @Test
    void thePlotIsASmallWellFormedPicture() throws Exception {
        Curve single = new Curve("threads", CURVE.points().subList(0, 1));
        String svg = CurvePlot.svg(List.of(CURVE, single));
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(6);
        assertThat(svg).doesNotContain("NaN", "Infinity").hasSizeLessThan(50_000);
    }
}
