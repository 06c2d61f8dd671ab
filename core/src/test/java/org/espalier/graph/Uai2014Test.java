package org.espalier.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.espalier.inference.factor.GraphTooLargeException;
import org.espalier.inference.factor.JunctionTreeOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The smaller instances of the UAI 2014 competition, against its answers, when the data are there.
 *
 * <p>log10 Z is that of the competition's PR task, which it prints with six digits. The files {@code *.PR} beside the models are
 * something else: bounds in natural logarithms, which another program gave for the same models.
 */
class Uai2014Test {
    private static final Path FOLDER = Path.of("../../shared/data/uai2014");

    private static final Map<String, String> LOG10_Z = Map.ofEntries(
            Map.entry("Alchemy_11", "606.279"),
            Map.entry("Grids_11", "169.408"),
            Map.entry("Grids_13", "333.321"),
            Map.entry("Pedigree_11", "-17.2155"),
            Map.entry("Pedigree_13", "-15.2129"),
            Map.entry("Promedus_11", "-8.39145"),
            Map.entry("Promedus_13", "-4.50703"),
            Map.entry("Promedus_15", "-3.63667"),
            Map.entry("Promedus_21", "-5.58012"),
            Map.entry("Promedus_27", "-8.13576"),
            Map.entry("Promedus_29", "-10.4527"),
            Map.entry("Promedus_31", "-1.79979"),
            Map.entry("Promedus_33", "-2.80866"),
            Map.entry("Promedus_35", "-1.74295"),
            Map.entry("Segmentation_11", "-23.9961"),
            Map.entry("Segmentation_13", "-33.3688"),
            Map.entry("Segmentation_15", "-26.2441"));

    static Stream<String> names() {
        return LOG10_Z.keySet().stream().sorted();
    }

    @BeforeEach
    void needsData() {
        Assumptions.assumeTrue(Files.isDirectory(FOLDER), "skipped: the UAI 2014 instances are not in " + FOLDER);
    }

    private static GraphSolver solver(String name, JunctionTreeOptions options) {
        GraphModel model = GraphFormat.UAI.read(FOLDER.resolve(name + ".uai.gz"));
        return new GraphSolver(
                model,
                EvidenceFile.read(model, FOLDER.resolve(name + ".uai.evid.gz")),
                GraphOptions.usual().withMethod(GraphMethod.JUNCTION_TREE).withJunctionTree(options));
    }

    @ParameterizedTest
    @MethodSource("names")
    void theAnswersAreTheCompetitions(String name) throws IOException {
        GraphAnswer answer = solver(name, JunctionTreeOptions.usual()).infer();

        String published = String.valueOf(LOG10_Z.get(name));
        double lastDigit = Math.pow(10, -(published.length() - published.indexOf('.') - 1));
        assertThat(answer.log10Z()).isCloseTo(Double.parseDouble(published), within(lastDigit * 0.51));
        Iterator<String> marginals = words(name + ".uai.MAR.gz");
        assertThat(marginals.next()).isEqualTo("MAR");
        assertThat(marginals.next()).isEqualTo(String.valueOf(answer.marginals().size()));
        for (double[] one : answer.marginals()) {
            assertThat(marginals.next()).isEqualTo(String.valueOf(one.length));
            for (double p : one) {
                assertThat(p).isCloseTo(Double.parseDouble(marginals.next()), within(1e-6));
            }
        }
    }

    private static Iterator<String> words(String file) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FOLDER.resolve(file))), StandardCharsets.UTF_8))) {
            return Arrays.asList(reader.lines()
                            .reduce("", (a, b) -> a + " " + b)
                            .trim()
                            .split("\\s+"))
                    .iterator();
        }
    }

    /** Its published answers are wrong: it falls into 100 parts of ten binary variables, whose assignments can be listed. */
    @Test
    void relationalIsTheSumOverAllAssignmentsOfItsParts() {
        GraphAnswer answer = solver("relational_3", JunctionTreeOptions.usual()).infer();
        assertThat(answer.log10Z()).isCloseTo(376.71656622680626, within(1e-9));
    }

    @Test
    void whatDoesNotFitIsRefusedWithTheNumber() {
        GraphSolver solver = solver(
                "linkage_15", JunctionTreeOptions.usual().withMemory(1 << 30).withTries(4));
        assertThat(solver.fits()).isFalse();
        assertThatThrownBy(solver::infer)
                .isInstanceOf(GraphTooLargeException.class)
                .hasMessageContaining("the junction tree of this graph needs")
                .hasMessageContaining("1.1 GB are allowed");
    }
}
