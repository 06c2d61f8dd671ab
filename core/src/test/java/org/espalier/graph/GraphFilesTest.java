package org.espalier.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphFilesTest {
    private static final String UAI =
            "MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n\n4\n 4.0 2.4\n 1.0 0\n\n6\n 2.2 3.2 3.7\n 4.1e-3 5.3 6\n";
    private static final String LIBDAI =
            "# a comment\n\n2\n\n2\n0 4\n2 3\n5\n0 1.5\n1 0.25\n2 7\n3 1e-3\n5 2\n\n1\n0\n2\n2\n0 3\n1 4\n";

    private static GraphModel read(GraphFormat format, String text) {
        return format.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "f");
    }

    private static String written(GraphFormat format, GraphModel model) throws IOException {
        StringBuilder text = new StringBuilder();
        format.write(model, text);
        return text.toString();
    }

    @Test
    void aUaiTableHasTheLastVariableFastest() {
        GraphModel model = read(GraphFormat.UAI, UAI);

        assertThat(model.kind()).isEqualTo(GraphModel.Kind.MARKOV);
        assertThat(model.graph().cardinalities()).containsExactly(2, 2, 3);
        assertThat(score(model, 0, 1, 2)).isEqualTo(2.4 * 6);
        assertThat(score(model, 1, 0, 1)).isEqualTo(1.0 * 3.2);
        assertThat(score(model, 1, 1, 0)).isZero();
    }

    /** The product of the potentials of an assignment. */
    private static double score(GraphModel model, int... values) {
        FactorGraph graph = model.graph();
        double product = 1;
        for (int f = 0; f < graph.factors(); f++) {
            product *= model.potential(f, graph.factorPart(f, values) - graph.factorOffset(f));
        }
        return product;
    }

    @Test
    void scoresAreLogarithmsOfPotentials() {
        GraphModel model = read(GraphFormat.UAI, UAI);
        Workspace workspace = new Workspace();
        model.load(workspace);

        assertThat(new Assignment(model.graph(), 0, 1, 2).score(workspace.scores()))
                .isEqualTo(Math.log(2.4) + Math.log(6));
        assertThat(new Assignment(model.graph(), 1, 1, 0).score(workspace.scores()))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void aLibdaiTableHasTheFirstVariableFastestAndLeavesZerosOut() {
        GraphModel model = read(GraphFormat.LIBDAI, LIBDAI);

        assertThat(model.name(0)).isZero();
        assertThat(model.name(1)).isEqualTo(4);
        assertThat(model.variable(4)).isEqualTo(1);
        assertThat(model.variable(3)).isEqualTo(-1);
        assertThat(model.graph().cardinalities()).containsExactly(2, 3);
        assertThat(score(model, 1, 0)).isEqualTo(0.25 * 4); // entry 1
        assertThat(score(model, 0, 1)).isEqualTo(7.0 * 3); // entry 2
        assertThat(score(model, 0, 2)).isZero(); // entry 4 is not listed
    }

    @Test
    void whatIsWrittenReadsBackAsTheSame() throws IOException {
        GraphModel uai = read(GraphFormat.UAI, UAI.replace("MARKOV", "BAYES"));
        String text = written(GraphFormat.UAI, uai);
        assertThat(written(GraphFormat.UAI, read(GraphFormat.UAI, text))).isEqualTo(text);
        assertThat(read(GraphFormat.UAI, text).kind()).isEqualTo(GraphModel.Kind.BAYES);
        assertThat(score(read(GraphFormat.UAI, text), 0, 1, 0)).isEqualTo(2.4 * 4.1e-3);

        String libdai = written(GraphFormat.LIBDAI, uai);
        assertThat(written(GraphFormat.UAI, read(GraphFormat.LIBDAI, libdai)))
                .isEqualTo(text.replace("BAYES", "MARKOV"));
        String gaps = written(GraphFormat.LIBDAI, read(GraphFormat.LIBDAI, LIBDAI));
        assertThat(written(GraphFormat.LIBDAI, read(GraphFormat.LIBDAI, gaps))).isEqualTo(gaps);
    }

    @Test
    void libdaisFormatHasNoPlaceForAVariableWithoutFactor() {
        GraphModel model = read(GraphFormat.UAI, "MARKOV 2 2 2 1 1 0 2 1 1");
        assertThatThrownBy(() -> written(GraphFormat.LIBDAI, model))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("variable 1 has no factor");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""                                   | f:1: the file is empty; expected MARKOV or BAYES
            GRAPH 1                              | f:1: 'GRAPH'; expected MARKOV or BAYES
            MARKOV 1 0                           | 0 for the number of values of variable 0; expected at least 1
            MARKOV 1 2 1 1 1                     | 1 for a variable in the scope of table 0; expected 0 to 0
            MARKOV 2 2 2 1 2 0 0                 | variable 0 twice in the scope of table 0
            MARKOV 2 2 2 1 2 0 1 3 1 1 1         | 3 entries in table 0; expected 4, because its variables [0, 1] have [2, 2] values
            MARKOV 1 2 1 1 0 2 1                 | the file ends before table 0; is it cut off?
            MARKOV 1 2 1 1 0 2 1 -0.5            | -0.5 in table 0; expected a potential that is not negative
            MARKOV 1 2 1 1 0 2 1 NaN             | NaN in table 0; expected a potential
            MARKOV 1 2 1 1 0 2 1 1e999           | 1e999 in table 0; expected a potential
            MARKOV 1 2 1 1 0 2 1 x               | 'x' in table 0; expected a number
            MARKOV 1 2 1 1 0 2 1 1 7             | '7' after the last table; expected the end of the file
            MARKOV 2.5                           | '2.5' for the number of variables; expected a whole number
            MARKOV -1                            | -1 for the number of variables; expected at least 0
            """)
    void aWrongUaiFileIsRefusedWithLineAndTable(String text, String message) {
        assertThatThrownBy(() -> read(GraphFormat.UAI, text == null ? "" : text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void theLineIsThatOfTheWrongNumber() {
        assertThatThrownBy(() -> read(GraphFormat.UAI, UAI.replace("5.3", "-5.3")))
                .hasMessageStartingWith("f:14: -5.3 in table 1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            1 1 0 2 2 0 1 0 2       | entry 0 twice in factor 0
            1 1 0 2 1 2 1           | 2 for an entry of factor 0; expected 0 to 1
            1 1 0 2 3 0 1           | 3 for the number of entries of factor 0 that are not zero; expected 0 to 2
            2 1 0 2 0 1 0 3 0       | 3 values of variable 0 in factor 1; expected 2 as in an earlier factor
            1 2 0 0 2 2 0           | variable 0 twice in factor 0
            1 1 0 0                 | 0 for the number of values of variable 0 in factor 0; expected at least 1
            1 4 0 1 2 3 99999 99999 99999 99999 0 | the table of factor 0 has too many entries
            """)
    void aWrongLibdaiFileIsRefusedWithItsFactor(String text, String message) {
        assertThatThrownBy(() -> read(GraphFormat.LIBDAI, text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(message);
    }

    private static AllowedValues evidence(String text) {
        return EvidenceFile.read(
                read(GraphFormat.UAI, UAI), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "e");
    }

    @Test
    void bothDialectsOfEvidenceAreRead() {
        for (String text : new String[] {"2 0 1 2 2", "1\n2 0 1 2 2\n"}) {
            AllowedValues evidence = evidence(text);
            assertThat(evidence.allows(0, 1)).isTrue();
            assertThat(evidence.allows(0, 0)).isFalse();
            assertThat(evidence.allows(1, 0)).isTrue();
            assertThat(evidence.allows(2, 2)).isTrue();
            assertThat(evidence.allows(2, 1)).isFalse();
        }
        for (String text : new String[] {"0", "0\n", "1 0", "0 0"}) {
            assertThat(evidence(text).allows(0, 0)).as(text).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ""             | the file ends before the number of observed variables
            2 0 1          | 2 observed variables, and 2 numbers after that; expected two for each
            1 9 0          | variable 9 is observed, and the model has none of that number
            1 2 3          | variable 2 is observed as 3; expected a value from 0 to 2
            2 0 1 0 0      | variable 0 is observed as 1 and as 0
            2 1 0 0 1 1 1  | 2 observed variables, and 6 numbers after that
            2 1 0 0 1 1 1 0 | 2 samples of evidence; expected one
            1 x 0          | 'x' in the evidence; expected a whole number
            """)
    void wrongEvidenceIsRefused(String text, String message) {
        assertThatThrownBy(() -> evidence(text == null ? "" : text))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining(message);
    }

    /** Truncates valid files and flips their bytes: only a format exception may escape. */
    @Test
    void damagedFilesAreRefusedOrRead() {
        for (GraphFormat format : GraphFormat.values()) {
            byte[] valid = (format == GraphFormat.UAI ? UAI : LIBDAI).getBytes(StandardCharsets.UTF_8);
            for (int length = 0; length < valid.length; length++) {
                survives(format, Arrays.copyOf(valid, length), "length " + length);
            }
            int refused = 0;
            for (long seed = 0; seed < 3000; seed++) {
                byte[] bytes = valid.clone();
                Random random = new Random(seed);
                for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                    bytes[random.nextInt(bytes.length)] = (byte)
                            (random.nextBoolean()
                                    ? random.nextInt(256)
                                    : "\t\n 0123456789e-.".charAt(random.nextInt(16)));
                }
                refused += survives(format, bytes, "seed " + seed) ? 0 : 1;
            }
            assertThat(refused).isGreaterThan(500);
        }
    }

    private static boolean survives(GraphFormat format, byte[] bytes, String what) {
        try {
            return format.read(new ByteArrayInputStream(bytes), "f").graph() != null;
        } catch (DataFormatException expected) {
            assertThat(expected).hasMessageStartingWith("f:");
            return false;
        } catch (RuntimeException other) {
            return fail(what + " of " + format, other);
        }
    }

    @Test
    void damagedEvidenceIsRefusedOrRead() {
        byte[] valid = "2 0 1 2 2\n".getBytes(StandardCharsets.UTF_8);
        GraphModel model = read(GraphFormat.UAI, UAI);
        for (long seed = 0; seed < 1000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = Arrays.copyOf(valid, 1 + random.nextInt(valid.length));
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            try {
                EvidenceFile.read(model, new ByteArrayInputStream(bytes), "e").requireFit(model.graph());
            } catch (DataFormatException expected) {
                assertThat(expected).hasMessageStartingWith("e:");
            }
        }
    }
}
