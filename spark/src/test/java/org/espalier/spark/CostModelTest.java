package org.espalier.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CostModelTest {
    private static final double[] TERMS = {0.08, 2e-8, 1.5e-8, 1.7e-6};

    private static List<CostModel.Point> points() {
        CostModel truth = new CostModel(TERMS);
        List<CostModel.Point> points = new ArrayList<>();
        for (double executors : new double[] {1, 2, 4}) {
            for (double tokens : new double[] {2e5, 2e6, 1e7}) {
                for (double weights : new double[] {1e4, 1e5, 1e6}) {
                    points.add(
                            new CostModel.Point(executors, tokens, weights, truth.seconds(executors, tokens, weights)));
                }
            }
        }
        return points;
    }

    @Test
    void theTermsThatMadeThePointsAreFound() {
        CostModel fitted = CostModel.fit(points());

        for (int k = 0; k < TERMS.length; k++) {
            assertThat(fitted.terms()[k]).isCloseTo(TERMS[k], within(1e-4 * TERMS[k]));
        }
        // By the formula: more executors than the fan of the tree add no answers.
        assertThat(fitted.seconds(100, 1e9, 1e6)).isCloseTo(0.08 + 0.02 + 16 * 0.015 + 17, within(0.01));
    }

    @Test
    void linesAreReadAndDrawn(@TempDir Path folder) throws IOException {
        Path lines = folder.resolve("lines.tsv");
        StringBuilder text = new StringBuilder("where\tcopies\n");
        for (CostModel.Point point : points()) {
            text.append((int) point.executors())
                    .append(" executors\t1\t")
                    .append(point.weights())
                    .append('\t')
                    .append(point.tokens())
                    .append('\t')
                    .append(point.seconds())
                    .append("\n2 threads\t1\n");
        }
        Files.writeString(lines, text);
        Path picture = folder.resolve("cost.svg");
        CostModel.report(CostModel.read(List.of(lines)), picture);

        assertThat(CostModel.read(List.of(lines))).isEqualTo(points());
        assertThat(picture).content().contains("<svg", "billion tokens");
    }
}
