package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dependency parsers, from end to end. */
final class TreeCommandTest {
    private static final Path TRAIN = Path.of("../samples/trees/train.conllu");
    private static final Path TEST = Path.of("../samples/trees/test.conllu");

    /** The arcs 3 → 1 and 4 → 2 cross. */
    private static final String CROSSING = """
            1	a	a	NOUN	_	_	3	x	_	_
            2	b	b	NOUN	_	_	4	x	_	_
            3	c	c	VERB	_	_	0	root	_	_
            4	d	d	VERB	_	_	3	y	_	_

            """;

    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void choose() {
        model = folder.resolve("parser.esp");
    }

    private Program.Outcome train(String... options) {
        Object[] all = new Object[options.length + 6];
        all[0] = "train";
        all[1] = "-q";
        all[2] = "--model";
        all[3] = "dependency";
        System.arraycopy(options, 0, all, 4, options.length);
        all[all.length - 2] = "--output=" + model;
        all[all.length - 1] = TRAIN;
        return Program.run(all);
    }

    private static double las(Program.Outcome evaluated) {
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        return ((Number) ((Map<?, ?>) Json.parse(evaluated.out())).get("las")).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--trees all",
                "--algorithm pa",
                "--trees all --algorithm perceptron --roots any",
                "--loss hinge",
                "--crossing-arcs skip",
                "--tree-order 1 --algorithm pa",
                "--tree-order 2 --algorithm pa",
                "--tree-order 2 --roots any --algorithm perceptron --dev ../samples/trees/test.conllu",
                "--dev ../samples/trees/test.conllu --algorithm mira"
            })
    void parsersAreTrainedAndJudged(String options) {
        Program.Outcome trained = train(options.isEmpty() ? new String[0] : options.split(" "));
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(las(Program.run("eval", "-m", model, "--output-format", "json", TEST)))
                .isGreaterThan(0.95);
    }

    @Test
    void whatIsParsedIsConlluAgain() throws IOException {
        train();
        Program.Outcome parsed = Program.run("tag", "-m", model, TEST);
        assertThat(parsed.code()).isZero();
        List<String> given = Files.readAllLines(TEST);
        List<String> found = parsed.out().lines().toList();
        assertThat(found).hasSameSizeAs(given);
        int same = 0;
        for (int n = 0; n < given.size(); n++) {
            String[] before = given.get(n).split("\t", -1);
            String[] after = found.get(n).split("\t", -1);
            assertThat(after).hasSameSizeAs(before);
            for (int k = 0; k < before.length; k++) {
                if (k != 6 && k != 7) {
                    assertThat(after[k]).isEqualTo(before[k]);
                }
            }
            same += given.get(n).equals(found.get(n)) ? 1 : 0;
        }
        assertThat(same).isGreaterThan(given.size() * 9 / 10);
        assertThat(Program.run("tag", "-m", model, "--threads", "3", TEST).out())
                .isEqualTo(parsed.out());
    }

    @Test
    void probabilitiesAndRankedTreesAreWritten() {
        train();
        Program.Outcome ranked = Program.run("tag", "-m", model, "--nbest", "2", "--marginals", TEST);
        assertThat(ranked.out()).contains("# rank = 0", "# rank = 1", "# probability = 0.", "Prob=0.");
        Program.Outcome json =
                Program.run("tag", "-m", model, "--output-format", "json", "--probability", "--marginals", TEST);
        Map<?, ?> first = (Map<?, ?>) Json.parse(json.out().lines().findFirst().orElseThrow());
        int words = ((List<?>) first.get("tokens")).size();
        assertThat((List<?>) first.get("heads")).hasSize(words);
        assertThat((List<?>) first.get("relations")).hasSize(words);
        assertThat((List<?>) first.get("marginals")).hasSize(words);
        assertThat(((Number) first.get("probability")).doubleValue()).isBetween(0.0, 1.0);
    }

    @Test
    void inspectNamesTheAttributesOfArcs() {
        train();
        Program.Outcome inspected = Program.run("inspect", "--top", "2", model);
        assertThat(inspected.code()).isZero();
        assertThat(inspected.out()).contains("projective trees with one root", "of arcs", "nsubj", "hp:");
    }

    @Test
    void smallerParsersParse() {
        train();
        Path small = folder.resolve("small.esp");
        assertThat(Program.run("compress", model, "-o", small, "--bits", "12").code())
                .isZero();
        assertThat(las(Program.run("eval", "-m", small, "--output-format", "json", TEST)))
                .isGreaterThan(0.95);
    }

    /** One command learns the parser and what chooses its arcs, and one file has both. */
    @Test
    void parsersOfSecondOrderDoWhatOthersDo() {
        assertThat(train("--tree-order", "2", "--algorithm", "pa").code()).isZero();
        assertThat(Program.run("inspect", "--top", "2", model).out())
                .contains("projective trees of second order with one root", "siblings=true", "sibling", "grandparent");
        Path small = folder.resolve("small.esp");
        assertThat(Program.run("compress", model, "-o", small, "--bits", "12").code())
                .isZero();
        assertThat(las(Program.run("eval", "-m", small, "--output-format", "json", TEST)))
                .isGreaterThan(0.95);
        String one = Program.run("tag", "-m", model, "--nbest", "2", "--marginals", "--threads", "1", TEST)
                .out();
        assertThat(one).contains("# rank = 1", "Prob=0.");
        assertThat(Program.run("tag", "-m", model, "--nbest", "2", "--marginals", "--threads", "3", TEST)
                        .out())
                .isEqualTo(one);
        Path on = folder.resolve("on.esp");
        Program.Outcome further = Program.run(
                "train",
                "-q",
                "--model",
                "dependency",
                "--tree-order",
                "2",
                "--algorithm",
                "pa",
                "--init",
                model,
                "-o",
                on,
                TRAIN);
        assertThat(further.code()).as(further.err()).isZero();
    }

    @Test
    void crossingArcsAreRefusedSkippedOrLifted() throws IOException {
        Path crossing = folder.resolve("crossing.conllu");
        Files.writeString(crossing, Files.readString(TRAIN) + CROSSING);
        Program.Outcome refused = Program.run("train", "--model", "dependency", "-o", model, crossing);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("crossing.conllu:1477", "1 of 121 trees", "--crossing-arcs lift");
        for (String what : List.of("skip", "lift")) {
            Program.Outcome taken =
                    Program.run("train", "--model", "dependency", "--crossing-arcs", what, "-o", model, crossing);
            assertThat(taken.code()).as(taken.err()).isZero();
            assertThat(taken.err())
                    .contains("1 of 121 trees have crossing arcs and were "
                            + (what.equals("skip") ? "left out" : "lifted"));
        }
        assertThat(Program.run("train", "-q", "--model", "dependency", "--trees", "all", "-o", model, crossing)
                        .code())
                .isZero();
    }

    @Test
    void aParserSaysWhatItCannotDo() {
        train();
        for (Program.Outcome refused : List.of(
                Program.run("tag", "-m", model, "--output-format", "inline", TEST),
                Program.run("tag", "-m", model, "--decoder", "greedy", TEST),
                Program.run("eval", "-m", model, "--output-format", "conlleval", TEST),
                Program.run("check", "--model", "dependency", "--loss", "hinge", TRAIN),
                Program.run("train", "--model", "dependency", "--format", "columns", "-o", model, TRAIN),
                Program.run("train", "--model", "crf", "--format", "conllu", "-o", model, TRAIN),
                Program.run("train", "--model", "crf", "--trees", "all", "-o", model, TRAIN),
                Program.run("train", "--model", "crf", "--tree-order", "2", "-o", model, TRAIN),
                train("--tree-order", "3"),
                train("--tree-order", "2", "--trees", "all"),
                Program.run("compress", model, "-o", folder.resolve("x.esp"), "--test", TEST))) {
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.isClear()).as(refused.err()).isTrue();
        }
    }

    /** Trees are measured by the labelled attachment score. */
    @Test
    void optionsOfParsersAreTuned() throws IOException {
        Path report = folder.resolve("report.json");
        for (String order : List.of("1", "2")) {
            Program.Outcome tuned = Program.run(
                    "tune",
                    "-q",
                    "--model",
                    "dependency",
                    "--tree-order",
                    order,
                    "--algorithm",
                    "pa",
                    "--dev",
                    TEST,
                    "--parameter",
                    "max-iterations=1,5",
                    "--journal",
                    folder.resolve("journal" + order + ".jsonl"),
                    "--report",
                    report,
                    TRAIN);
            assertThat(tuned.code()).as(tuned.err()).isZero();
            assertThat(tuned.out()).contains("accuracy", "best: max-iterations=");
        }
        assertThat(Files.readString(report)).contains("max-iterations");
        Path crossing = folder.resolve("crossing.conllu");
        Files.writeString(crossing, Files.readString(TRAIN) + CROSSING);
        Program.Outcome lifted = Program.run(
                "tune",
                "-q",
                "--model",
                "dependency",
                "--crossing-arcs",
                "lift",
                "--folds",
                "2",
                "--metric",
                "likelihood",
                "--parameter",
                "l2=1,10",
                crossing);
        assertThat(lifted.code()).as(lifted.err()).isZero();
        assertThat(lifted.err()).contains("1 of 121 trees have crossing arcs and were lifted");
        assertThat(lifted.out()).contains("log-likelihood", "best: l2=1");
    }

    @Test
    void twoParsersAreCompared() {
        train("--algorithm", "pa", "--max-iterations", "1");
        Path weak = folder.resolve("weak.esp");
        assertThat(model.toFile().renameTo(weak.toFile())).isTrue();
        train("--tree-order", "2");
        Program.Outcome compared = Program.run("eval", "-m", model, "--against", weak, "--samples", "200", TEST);
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out())
                .contains("LAS", "UAS", "whole trees", "paired bootstrap over 40 sequences, 200 samples");
        Program.Outcome json = Program.run("eval", "-m", model, "--against", model, "--output-format", "json", TEST);
        Map<?, ?> against = (Map<?, ?>) ((Map<?, ?>) Json.parse(json.out())).get("against");
        Map<?, ?> las = (Map<?, ?>) ((Map<?, ?>) against.get("measures")).get("las");
        assertThat(((Number) las.get("difference")).doubleValue()).isZero();
        assertThat(((Number) las.get("first")).doubleValue()).isEqualTo(las(json));
    }

    @Test
    void parsersArePrunedWithinALoss() {
        train();
        Path small = folder.resolve("small.esp");
        Program.Outcome pruned = Program.run("compress", model, "-o", small, "--max-loss", "1", "--data", TEST);
        assertThat(pruned.code()).as(pruned.err()).isZero();
        assertThat(small.toFile().length()).isLessThan(model.toFile().length());
        assertThat(las(Program.run("eval", "-m", small, "--output-format", "json", TEST)))
                .isGreaterThan(0.97);
    }

    @Test
    void treesThatAreReadAsColumnsAreTold() {
        Program.Outcome told = Program.run(
                "train", "-q", "--comments", "#", "--separator", "tab", "-o", model, "--max-iterations", "1", TRAIN);
        assertThat(told.err()).contains("train.conllu is read as columns", "--model dependency");
        Program.Outcome meant = Program.run(
                "train",
                "-q",
                "--format",
                "columns",
                "--comments",
                "#",
                "--separator",
                "tab",
                "-o",
                model,
                "--max-iterations",
                "1",
                TRAIN);
        assertThat(meant.err()).doesNotContain("read as columns");
    }

    @Test
    void whatAParserCannotLearnFromIsSaid() {
        Program.Outcome features = train("--features", "text");
        assertThat(features.code()).isEqualTo(1);
        assertThat(features.err()).contains("looks at arcs between them");
        train();
        Program.Outcome decoder = Program.run("tag", "-m", model, "--decoder", "beam", TEST);
        assertThat(decoder.err())
                .contains("trees are chosen by the decoder viterbi")
                .doesNotContain("Decoder[");
        Program.Outcome scaling = train("--algorithm", "gis");
        assertThat(scaling.code()).isEqualTo(1);
        assertThat(scaling.err()).contains("the outputs are trees");
    }

    @Test
    void goldTreesAreNeeded() {
        byte[] none = "1\ta\ta\tNOUN\t_\t_\t_\t_\t_\t_\n\n".getBytes(StandardCharsets.UTF_8);
        Program.Outcome refused = Program.runWith(none, "train", "--model", "dependency", "-o", model, "-");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("no tree");
        train();
        Program.Outcome unjudged = Program.runWith(none, "eval", "-m", model, "-");
        assertThat(unjudged.code()).isEqualTo(1);
        assertThat(unjudged.err()).contains("no heads to compare with");
    }

    @Test
    void checkCountsRelationsRootsAndCrossingArcs() {
        Program.Outcome good = Program.run("check", TEST);
        assertThat(good.code()).isZero();
        assertThat(good.out())
                .contains(
                        "sentences  40\n",
                        "words      404\n",
                        "one in every tree",
                        "crossing   no arcs",
                        "relations  14");

        Path data = SmallData.write(
                folder,
                "data.conllu",
                CROSSING + "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n2\tb\tb\tX\t_\t_\t0\tzzz\t_\t_\n\n"
                        + "1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n2\tb\tb\tX\t_\t_\t0\troot\t_\t_\n\n"
                        + "1\ta\ta\tX\t_\t_\t_\t_\t_\t_\n\n");
        assertThat(train("--max-iterations=2").code()).isZero();
        Program.Outcome found = Program.run("check", "--against", model, data);
        assertThat(found.code()).as(found.out()).isZero();
        assertThat(found.out())
                .contains(
                        "sentences  4, 3 with a tree",
                        "crossing   1 arc in 1 tree (33.3%), the first at " + data + ":2",
                        "several in 1 tree, the first at " + data + ":7",
                        data + ":2: the arc to 'b' crosses others; use --trees all",
                        data + ":7: 2 words have the head 0",
                        data + ":9: 1 of 2 words have no head",
                        data + ":12: no word has a head",
                        data + ":7: 'zzz' of the word 'b'");

        Path bad = SmallData.write(
                folder,
                "bad.conllu",
                "1\ta\ta\tX\t_\t_\t7\tx\t_\t_\n2\tb\tb\tX\t_\t_\t0\troot\t_\t_\n\n"
                        + "1\ta\ta\tX\t_\t_\t2\tx\t_\t_\n2\tb\tb\tX\t_\t_\t1\tx\t_\t_\n\n"
                        + "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n3\tb\tb\tX\t_\t_\t1\tx\t_\t_\n\n");
        Program.Outcome wrong = Program.run("check", bad);
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out())
                .contains(
                        bad + ":1: word 1 has the head 7 in a sentence of 2 words",
                        bad + ":4: word 1 is above itself",
                        bad + ":8: the word has the number '3'; expected 2",
                        "3 errors, 0 warnings: the data cannot be used");

        Program.Outcome idle = Program.run("check", "--loss", "hinge", TEST);
        assertThat(idle.code()).isEqualTo(2);
        assertThat(idle.err()).contains("--loss has no effect on a check of trees");
        Program.Outcome noTrees = Program.run("check", "--against", model, "../samples/ingredients/train.txt");
        assertThat(noTrees.err()).contains("--against compares the relations of trees");
    }

    @Test
    void verifyComparesTrees() {
        assertThat(train().code()).isZero();
        Path first = model;
        model = folder.resolve("other.esp");
        assertThat(train("--max-iterations=2", "--trees=all").code()).isZero();

        Program.Outcome same = Program.run("verify", "-m", first, "-m", first, TEST);
        assertThat(same.code()).as(same.err()).isZero();
        assertThat(same.out()).contains("IDENTICAL TREES: 40 of 40 sentences", "of 404 words 0 have another head");

        Program.Outcome differ =
                Program.run("verify", "-m", first, "-m", model, "--show", "1", "--output-format", "json", TEST);
        assertThat(differ.code()).isEqualTo(1);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(differ.out());
        assertThat(((Number) figures.get("differentHeads")).intValue()).isPositive();
        assertThat(((Number) figures.get("largestProbabilityDifference")).doubleValue())
                .isBetween(0.01, 1.0);
        Map<?, ?> shown = (Map<?, ?>) ((List<?>) figures.get("differences")).get(0);
        assertThat((List<?>) shown.get("firstHeads")).hasSameSizeAs((List<?>) shown.get("secondHeads"));
        assertThat(Program.run("verify", "-m", first, "-m", model, TEST).out())
                .contains("TREES DIFFER", "more sentences with differences", ": first ", ", second ");

        Program.Outcome labels = Program.run("verify", "-m", first, "--expected", TEST, TEST);
        assertThat(labels.code()).isEqualTo(2);
        assertThat(labels.err()).contains("this model is a parser; compare its trees");
    }

    @Test
    void evalShowsWhatIsWrongWithTrees() throws IOException {
        assertThat(train("--max-iterations=2").code()).isZero();
        Path data = folder.resolve("test.conllu");
        Files.writeString(data, Files.readString(TEST).replace("mushrooms", "qwertz"));
        Program.Outcome text = Program.run("eval", "-m", model, "--errors", "2", data);
        assertThat(text.code()).as(text.err()).isZero();
        assertThat(text.out())
                .contains(
                        "UAS",
                        "length 3 to 6",
                        "head before the word",
                        "unknown words",
                        "gold relation",
                        "words are wrong");
        assertThat(text.out().lines().filter(line -> line.endsWith("words are wrong")))
                .hasSize(2);

        Program.Outcome json = Program.run("eval", "-m", model, "--errors", "1000", "--output-format", "json", data);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(json.out());
        Map<?, ?> errors = (Map<?, ?>) figures.get("errors");
        Map<?, ?> groups = (Map<?, ?>) errors.get("groups");
        long unknown = Files.readString(data)
                .lines()
                .filter(line -> line.contains("\tqwertz\t"))
                .count();
        assertThat(words(groups, "unknown words")).isEqualTo(unknown);
        assertThat(words(groups, "known words") + unknown).isEqualTo(404);
        assertThat(words(groups, "from the root")
                        + words(groups, "head before the word")
                        + words(groups, "head after the word"))
                .isEqualTo(404);
        assertThat(words(groups, "length 1")
                        + words(groups, "length 2")
                        + words(groups, "length 3 to 6")
                        + words(groups, "length 7 or more")
                        + words(groups, "from the root"))
                .isEqualTo(404);
        // Counted again from the trees that are shown: all sentences with a mistake are.
        long wrong = 0;
        for (Object sentence : (List<?>) errors.get("worst")) {
            for (Object each : (List<?>) ((Map<?, ?>) sentence).get("words")) {
                Map<?, ?> word = (Map<?, ?>) each;
                wrong += word.get("head").equals(word.get("predictedHead"))
                                && word.get("relation").equals(word.get("predictedRelation"))
                        ? 0
                        : 1;
            }
        }
        assertThat(404 * (1 - ((Number) figures.get("las")).doubleValue())).isCloseTo(wrong, within(1e-6));
        assertThat(wrong).isPositive();
    }

    private static long words(Map<?, ?> groups, String name) {
        return ((Number) ((Map<?, ?>) groups.get(name)).get("words")).longValue();
    }
}
