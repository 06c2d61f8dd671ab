package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GraphCommandTest {
    /** Two variables: 00 weighs 1, 01 weighs 2, 10 weighs 3, 11 nothing; and a third by itself, 1 against 5. */
    private static final String MODEL = "MARKOV\n3\n2 2 2\n2\n2 0 1\n1 2\n\n4\n1 2\n3 0\n\n2\n1 5\n";

    @TempDir
    Path folder;

    private Path model;
    private Path evidence;

    @BeforeEach
    void write() {
        model = SmallData.write(folder, "m.uai", MODEL);
        evidence = SmallData.write(folder, "m.evid", "1 0 0\n");
    }

    @SuppressWarnings("unchecked") // the shape of the output is what is tested
    private static Map<String, Object> json(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return (Map<String, Object>) Json.parse(outcome.out().strip());
    }

    private static double[] marginals(Map<String, Object> found) {
        return ((List<?>) found.get("marginals"))
                .stream()
                        .flatMap(one -> ((List<?>) one).stream())
                        .mapToDouble(p -> ((Number) p).doubleValue())
                        .toArray();
    }

    private static double number(Map<String, Object> map, String key) {
        return ((Number) map.get(key)).doubleValue();
    }

    @Test
    void inferPrintsZAndMarginals() {
        Map<String, Object> found = json("graph", "infer", "--json", model);

        assertThat(found).containsEntry("method", "junction-tree").containsEntry("exact", true);
        assertThat(number(found, "log10Z")).isCloseTo(Math.log10(36), within(1e-12));
        assertThat(number(found, "logZ")).isCloseTo(Math.log(36), within(1e-12));
        assertThat(number(found, "seconds")).isGreaterThan(0);
        assertThat(number(found, "bytes")).isGreaterThan(0);
        assertThat(marginals(found))
                .containsExactly(new double[] {1 / 2.0, 1 / 2.0, 2 / 3.0, 1 / 3.0, 1 / 6.0, 5 / 6.0}, within(1e-12));
        Program.Outcome text = Program.run("graph", "infer", model);
        assertThat(text.out())
                .contains("method     junction-tree (exact)\n", "log10 Z    1.556303\n", "log Z      3.583519\n")
                .contains("       1  0.666667 0.333333\n");
    }

    @Test
    void evidenceIsObserved() {
        Map<String, Object> found = json("graph", "infer", "--json", "--evidence", evidence, model);
        assertThat(number(found, "logZ")).isCloseTo(Math.log(18), within(1e-12));
        assertThat(marginals(found))
                .containsExactly(new double[] {1, 0, 1 / 3.0, 2 / 3.0, 1 / 6.0, 5 / 6.0}, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bp", "trw", "mean-field", "gibbs"})
    void approximateAnswersSaySo(String method) {
        Map<String, Object> found = json("graph", "infer", "--json", "--method", method, model);

        assertThat(found).containsEntry("method", method).containsEntry("exact", false);
        assertThat(found.containsKey("converged")).isEqualTo(!method.equals("gibbs"));
        assertThat(found.containsKey("rHat")).isEqualTo(method.equals("gibbs"));
        if (method.equals("gibbs")) {
            assertThat(found.get("logZ")).isNull();
        } else {
            assertThat(number(found, "logZ")).isLessThanOrEqualTo(Math.log(36) + 1e-9);
        }
        assertThat(Program.run("graph", "infer", "--method", method, model).out())
                .contains(method + " (approximate)");
    }

    @Test
    void mapListsTheBest() {
        Program.Outcome outcome = Program.run("graph", "map", "--n-best", "9", model);
        assertThat(outcome.out())
                .isEqualTo(
                        "2.708050\t1 0 1\n2.302585\t0 1 1\n1.609438\t0 0 1\n1.098612\t1 0 0\n0.693147\t0 1 0\n0.000000\t0 0 0\n");
        Map<String, Object> found = json("graph", "map", "--json", model);
        assertThat(found).containsEntry("exact", true);
        assertThat(((List<?>) found.get("assignments")).toString()).contains("values=[1, 0, 1]");
        Program.Outcome approximate = Program.run("graph", "map", "--method", "bp", model);
        assertThat(approximate.out()).isEqualTo("2.708050\t1 0 1\n");
        assertThat(approximate.err()).contains("the best that bp found, there may be better ones");
    }

    /** The first two variables would rather differ; the third knows three values, and the grid would rather agree. */
    @Test
    void otherMethodsOfMapSayHowGoodTheyAre() {
        Map<String, Object> found = json("graph", "map", "--json", "--method", "trw-s", model);
        assertThat(found).containsEntry("method", "trw-s").containsEntry("exact", true);
        assertThat(found).containsEntry("converged", true).containsKeys("iterations", "seconds", "bytes");
        assertThat(number(found, "bound")).isCloseTo(Math.log(15), within(1e-8));
        assertThat(number(found, "gap")).isLessThan(1e-8);
        assertThat(found.get("assignments").toString()).contains("values=[1, 0, 1]");
        assertThat(Program.run("graph", "map", "--method", "trw-s", model).err())
                .isEmpty();
        Program.Outcome cut = Program.run("graph", "map", "--method", "graph-cut", "--evidence", evidence, model);
        assertThat(cut.out()).isEqualTo("2.302585\t0 1 1\n");
        assertThat(cut.err()).isEmpty();
        assertThat(Program.run("graph", "map", "--method", "graph-cut", model).err())
                .contains("factor 0 has the score -Infinity");
        Map<String, Object> expanded = json("graph", "map", "--json", "--method", "alpha-expansion", grid(4));
        assertThat(expanded).containsEntry("exact", false).doesNotContainKey("bound");
        Program.Outcome two =
                Program.run("graph", "map", "--method", "graph-cut", "--n-best", "2", "--damping", "0.5", grid(4));
        assertThat(two.err())
                .contains("--n-best 2, and graph-cut finds one")
                .contains("--damping has no effect with --method graph-cut");
        assertThat(json("graph", "map", "--json", "--memory", "1k", grid(6)))
                .containsEntry("method", "graph-cut")
                .containsEntry("exact", true);
    }

    /** A frustrated ring of three: every pair would rather differ, and two can. */
    @Test
    void theGapIsSaid() {
        Path ring = SmallData.write(
                folder, "ring.uai", "MARKOV\n3\n2 2 2\n3\n2 0 1\n2 1 2\n2 0 2\n" + "4 1 2 2 1\n".repeat(3));
        Map<String, Object> found = json("graph", "map", "--json", "--method", "trw-s", ring);
        assertThat(found).containsEntry("exact", false);
        assertThat(number(found, "bound")).isCloseTo(3 * Math.log(2), within(1e-8));
        assertThat(number(found, "gap")).isCloseTo(Math.log(2), within(1e-8));
        assertThat(Program.run("graph", "map", "--method", "trw-s", ring).err())
                .contains("none scores above 2.079442; the gap is 0.693");
        assertThat(Program.run("graph", "map", "--method", "graph-cut", ring).err())
                .contains("factor 0 would rather have different values");
    }

    /** On the ring the bound is above: log Z of it is log(6 · 4 + 2). */
    @Test
    void treeReweightedMessagesBoundZ() {
        Path ring = SmallData.write(
                folder, "ring.uai", "MARKOV\n3\n2 2 2\n3\n2 0 1\n2 1 2\n2 0 2\n" + "4 1 2 2 1\n".repeat(3));
        Map<String, Object> found = json("graph", "infer", "--json", "--method", "trw", ring);
        assertThat(found).containsEntry("exact", false).containsEntry("bound", "upper");
        assertThat(number(found, "logZ")).isGreaterThan(Math.log(26)).isLessThan(Math.log(26) + 0.2);
        assertThat(Program.run("graph", "infer", "--method", "trw", ring).out()).contains("log Z      at most 3.");
        assertThat(json("graph", "infer", "--json", "--method", "mean-field", ring))
                .containsEntry("bound", "lower");
    }

    @Test
    void samplesAreThoseOfTheSeed() {
        String first = Program.run("graph", "sample", "--count", "200", model).out();
        assertThat(first.lines()).hasSize(200).allMatch(line -> line.matches("(0 [01]|1 0) [01]"));
        assertThat(Program.run("graph", "sample", "--count", "200", model).out())
                .isEqualTo(first);
        assertThat(Program.run("graph", "sample", "--count", "200", "--seed", "2", model)
                        .out())
                .isNotEqualTo(first);
        Program.Outcome gibbs = Program.run("graph", "sample", "--method", "gibbs", "--count", "9", "--json", model);
        assertThat(gibbs.out()).contains("\"exact\":false");
    }

    @Test
    void infoForecasts() {
        Map<String, Object> found = json("graph", "info", "--json", model);
        assertThat(found)
                .containsEntry("variables", 3L)
                .containsEntry("factors", 2L)
                .containsEntry("treewidth", 1L)
                .containsEntry("fits", true);
        assertThat(Program.run("graph", "info", model).out())
                .contains("variables   3 with up to 2 values; 3 are free\n", "treewidth   at most 1", "yes, it fits");
        assertThat(Program.run("graph", "info", "--memory", "10", model).out()).contains("no, that is more");
    }

    @Test
    void whatDoesNotFitIsRefusedOrApproximated() {
        Program.Outcome refused = Program.run("graph", "infer", "--method", "junction-tree", "--memory", "1k", grid(6));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("the junction tree of this graph needs", "treewidth at most 6", "allow more");
        Program.Outcome approximate = Program.run("graph", "infer", "--memory", "1k", "--json", grid(6));
        assertThat(approximate.code()).isZero();
        assertThat(approximate.err()).contains("more than --memory allows; the answer is an approximation by bp");
        assertThat(approximate.out()).contains("\"method\":\"bp\",\"exact\":false");
    }

    private Path grid(int side) {
        StringBuilder scopes = new StringBuilder();
        int factors = 0;
        for (int v = 0; v < side * side; v++) {
            if (v % side + 1 < side) {
                scopes.append("2 ").append(v).append(' ').append(v + 1).append('\n');
                factors++;
            }
            if (v + side < side * side) {
                scopes.append("2 ").append(v).append(' ').append(v + side).append('\n');
                factors++;
            }
        }
        String text = "MARKOV " + side * side + "\n" + "2 ".repeat(side * side) + "\n" + factors + "\n" + scopes
                + "4 2 1 1 2\n".repeat(factors);
        return SmallData.write(folder, "grid.uai", text);
    }

    @Test
    void problemsAreSaid() {
        Path bad = SmallData.write(folder, "bad.uai", MODEL.replace("3 0", "3 -1"));
        assertThat(Program.run("graph", "infer", bad).err()).contains(bad + ":10: -1 in table 0");
        Path impossible = SmallData.write(folder, "i.evid", "2 0 1 1 1");
        for (String command : List.of("infer", "map", "sample")) {
            Program.Outcome outcome = Program.run("graph", command, "--evidence", impossible, model);
            assertThat(outcome.code()).as(outcome.toString()).isEqualTo(1);
            assertThat(outcome.err()).contains("the tables and the evidence contradict each other");
        }
        assertThat(Program.run("graph", "infer", "--memory", "lots", model).err())
                .contains("--memory = lots; expected a number of bytes");
        assertThat(Program.run("graph", "infer", "--damping", "1", model).err()).contains("--damping = 1.0; expected");
        assertThat(Program.run("graph", "infer", "--sweeps", "1", model).err()).contains("--sweeps = 1; expected");
        assertThat(Program.run("graph", "map", "--method", "gibbs", model).err())
                .contains("expected junction-tree, trw-s, graph-cut, alpha-expansion or bp");
        assertThat(Program.run("graph", "sample", "--count", "0", model).err()).contains("--count 0; expected");
        assertThat(Program.run("graph").code()).isEqualTo(2);
    }
}
