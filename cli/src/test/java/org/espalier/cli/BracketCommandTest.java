package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

/** Parsers of constituents, from end to end. */
final class BracketCommandTest {
    private static final Path TRAIN = Path.of("../samples/brackets/train.mrg");
    private static final Path TEST = Path.of("../samples/brackets/test.mrg");

    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void choose() {
        model = folder.resolve("phrases.esp");
    }

    private Program.Outcome train(String options) {
        String[] given = options.isEmpty() ? new String[0] : options.split(" ");
        Object[] all = new Object[given.length + 6];
        all[0] = "train";
        all[1] = "-q";
        all[2] = "--model";
        all[3] = "constituency";
        System.arraycopy(given, 0, all, 4, given.length);
        all[all.length - 2] = "--output=" + model;
        all[all.length - 1] = TRAIN;
        return Program.run(all);
    }

    private static Map<?, ?> figures(Program.Outcome evaluated) {
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        return (Map<?, ?>) Json.parse(evaluated.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--algorithm pa",
                "--algorithm pa --factor left --horizontal 1",
                "--algorithm pa --vertical 2 --spans all",
                "--loss hinge",
                "--algorithm perceptron --dev ../samples/brackets/test.mrg --function-tags keep"
            })
    void parsersAreTrainedAndJudged(String options) {
        Program.Outcome trained = train(options);
        assertThat(trained.code()).as(trained.err()).isZero();
        Map<?, ?> figures = figures(Program.run("eval", "-m", model, "--output-format", "json", "--oracle", "5", TEST));
        double f1 = ((Number) figures.get("f1")).doubleValue();
        assertThat(f1).isGreaterThan(0.9);
        assertThat(((Number) ((Map<?, ?>) figures.get("oracle")).get("f1")).doubleValue())
                .isGreaterThanOrEqualTo(f1);
    }

    @Test
    void treesAreWrittenInBracketsAndJson() throws IOException {
        train("--algorithm pa");
        Program.Outcome tagged = Program.run("tag", "-m", model, "--threads", "1", TEST);
        Path parsed = folder.resolve("parsed.mrg");
        Files.writeString(parsed, tagged.out());
        assertThat(tagged.out().lines()).hasSize(30).allMatch(line -> line.startsWith("(TOP ("));
        Program.Outcome same = Program.run("eval", "-m", model, "--output-format", "json", parsed);
        assertThat(((Number) figures(same).get("f1")).doubleValue()).isEqualTo(1.0);
        assertThat(Program.run("tag", "-m", model, "--threads", "3", TEST).out())
                .isEqualTo(tagged.out());
        Program.Outcome listed = Program.run("tag", "-m", model, "--nbest", "2", "--marginals", TEST);
        assertThat(listed.out()).contains("# rank = 1", "# probability = ", "(TOP (S=0.");
        Path again = folder.resolve("listed.mrg");
        Files.writeString(again, listed.out());
        assertThat(Program.run("eval", "-m", model, again).code()).isZero();
        Path columns = folder.resolve("words.txt");
        Files.writeString(columns, "Stir VB\nit PRP\n. .\n");
        Program.Outcome json = Program.run(
                "tag", "-m", model, "--format", "columns", "--output-format", "json", "--probability", columns);
        Map<?, ?> record = (Map<?, ?>) Json.parse(json.out());
        assertThat(record.get("tags")).isEqualTo(List.of("VB", "PRP", "."));
        assertThat(record.keySet().stream().map(String::valueOf)).contains("tree", "probability", "logPartition");
    }

    @Test
    void parsersAreComparedAndMadeSmaller() {
        train("--algorithm pa");
        Path other = folder.resolve("other.esp");
        Program.Outcome compressed =
                Program.run("compress", "--max-loss", "5", "--data", TEST, "--output=" + other, model);
        assertThat(compressed.code()).as(compressed.err()).isZero();
        Program.Outcome compared = Program.run("eval", "-m", model, "--against", other, "--samples", "50", TEST);
        assertThat(compared.out()).contains("bracket F1", "whole trees");
        Program.Outcome inspected = Program.run("inspect", other);
        assertThat(inspected.out()).contains("symbols", "rule  ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "train --model crf --factor left -o {m} {t}",
                "train --model constituency --format columns -o {m} {t}",
                "train --model crf --format brackets -o {m} {t}",
                "train --model constituency --horizontal 10 -o {m} {t}",
                "train --model constituency --spans all --features text -o {m} {t}",
                "train --spans all -o {m} ../samples/ingredients/train.txt",
                "train --function-tags keep -o {m} ../samples/ingredients/train.txt",
                "train --model pcfg --spans all -o {m} {t}",
                "train --model pcfg --format columns -o {m} {t}",
                "train --model pcfg --algorithm pa -o {m} {t}",
                "train --model pcfg --tags given --unknown shape -o {m} {t}",
                "train --model pcfg --word-column 1 -o {m} {t}",
                "train --model hmm --tags given -o {m} ../samples/ingredients/train.txt",
                "tune --model pcfg {t}",
                "check --loss hinge {t}",
                "check --against {p} ../samples/trees/test.conllu",
                "verify -m {p} -m {p} --format conllu {t}",
                "eval -m {p} --oracle 0 {t}",
                "eval -m {p} --format columns {t}",
                "tag -m {p} --decoder greedy {t}",
                "tag -m {p} --output-format inline {t}"
            })
    void whatMakesNoSenseIsRefused(String line) {
        train("--algorithm pa");
        String own = folder.resolve("own.esp").toString();
        Object[] arguments = line.replace("{p}", model.toString())
                .replace("{m}", own)
                .replace("{t}", TRAIN.toString())
                .split(" ");
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.out()).isEqualTo(2);
        assertThat(outcome.err()).isNotBlank();
    }

    @Test
    void aFaultInATreeIsNamed() throws IOException {
        Path broken = folder.resolve("broken.mrg");
        Files.writeString(broken, "(TOP (S (NN a)))\n(TOP (S (NN a) b))\n");
        Program.Outcome outcome = Program.run("train", "--model", "constituency", "--output=" + model, broken);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("broken.mrg:2:16: 'b' after a bracket");
        Program.Outcome columns = Program.run("train", "-q", "--output=" + model, TRAIN);
        assertThat(columns.err()).contains("--model constituency");
    }

    @Test
    void checkCountsLabelsAndFindsWhatLooksWrong() throws IOException {
        Program.Outcome good = Program.run("check", TRAIN);
        assertThat(good.code()).as(good.out()).isZero();
        assertThat(good.out()).contains("sentences  90", "NP ", "deepest ", "tags ");

        assertThat(train("--algorithm perceptron --max-iterations 1").code()).isZero();
        Path data = folder.resolve("data.mrg");
        Files.writeString(
                data,
                "(TOP (S (VP (VB Run)) (. .)))\n(TOP (S (NP (PRP it)) (VP (VBZ runs))))\n(TOP (NP (NP (PRP it))))\n"
                        + "(TOP (S (VP (VBZ Run)) (. .)))\n(TOP (S (S (S (S (VB Stir)))) (. .)))\n(TOP (NP (PRP it)) (ZZ (. .)))\n(TOP (. !))\n");
        Program.Outcome found = Program.run("check", "--against", model, data);
        assertThat(found.code()).as(found.out()).isZero();
        assertThat(found.out())
                .contains(
                        "sentences  7, of which 1 has the words of one before",
                        "words      12",
                        "labels     4 of 15 constituents, 2.1 in a sentence",
                        "deepest    4 levels, at " + data + ":5",
                        data + ":3: NP from the word 'it' stands right below another",
                        data + ":5: the parser cannot answer with this tree",
                        data + ":6: the first one, NP, has 1 word of 2",
                        data + ":6: 'ZZ' from the word '.'",
                        data + ":6: 'ZZ'\n",
                        data + ":7: only words stand below");
    }

    @Test
    void checkGoesOnAfterABrokenTree() throws IOException {
        Path bad = folder.resolve("bad.mrg");
        Files.writeString(
                bad,
                "(TOP (S (NP (DT the)\n  (NN dog)) (VP (VBZ runs)))\n(TOP (S (NP PRP it)))\n(TOP (S (VP (VB Run)) (. .)))\n"
                        + "( (S (S (VP (VB Run)) (. .)))\n( (S (VP (VB Go)) (. .)))\nx\n(TOP (S (VP (VB Stop)))) (TOP (S (VP (VB Sit))))\n"
                        + "(TOP (S (VP (VB Sleep)\n");
        Program.Outcome wrong = Program.run("check", bad);
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out())
                .contains(
                        "sentences  4\n",
                        bad + ":3:17: 'it' after the word 'PRP'",
                        bad + ":6:1: a bracket without a label",
                        bad + ":7:1: 'x' stands outside of brackets",
                        bad + ":9:1: the tree that begins here has 3 brackets without an end",
                        "4 errors, 0 warnings: the data cannot be used");
    }

    @Test
    void verifyComparesConstituents() {
        train("--algorithm pa");
        Path first = model;
        model = folder.resolve("other.esp");
        train("--algorithm perceptron --max-iterations 1");
        Program.Outcome same = Program.run("verify", "-m", first, "-m", first, TEST);
        assertThat(same.code()).as(same.err()).isZero();
        assertThat(same.out()).contains("IDENTICAL TREES: 30 of 30 sentences", "the second lacks 0, and has 0 others");

        Program.Outcome text = Program.run("verify", "-m", first, "-m", model, TEST);
        assertThat(text.code()).isEqualTo(1);
        Program.Outcome differ =
                Program.run("verify", "-m", first, "-m", model, "--show", "100", "--output-format", "json", TEST);
        assertThat(differ.code()).isEqualTo(1);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(differ.out());
        // Counted again from the differences that are shown: all are.
        long left = 0;
        long right = 0;
        for (Object each : (List<?>) figures.get("differences")) {
            left += ((List<?>) ((Map<?, ?>) each).get("onlyFirst")).size();
            right += ((List<?>) ((Map<?, ?>) each).get("onlySecond")).size();
        }
        assertThat(figures.get("onlyFirst")).isEqualTo(left);
        assertThat(figures.get("onlySecond")).isEqualTo(right);
        assertThat(left + right).isPositive();
        assertThat(text.out().lines().filter(line -> line.startsWith("  first only: ")))
                .isNotEmpty();
    }

    @Test
    void errorsAreShownByLabelLengthAndSentence() throws IOException {
        train("--algorithm perceptron --max-iterations 1");
        Path data = folder.resolve("test.mrg");
        Files.writeString(data, Files.readString(TEST).replace("soup)", "qwertz)"));
        Program.Outcome text = Program.run("eval", "-m", model, "--errors", "1", data);
        assertThat(text.out())
                .contains("3 to 5 words", "with unknown words", "gold label", "constituents are missed", "  missed ");
        Program.Outcome json = Program.run("eval", "-m", model, "--errors", "100", "--output-format", "json", data);
        Map<?, ?> figures = figures(json);
        Map<?, ?> errors = (Map<?, ?>) figures.get("errors");
        long gold = ((Number) figures.get("constituents")).longValue();
        long predicted = ((Number) figures.get("predicted")).longValue();
        long correct = ((Number) figures.get("correct")).longValue();
        for (String table : List.of("groups", "labels")) {
            long times = table.equals("groups") ? 2 : 1; // by length, and by words
            assertThat(sum((Map<?, ?>) errors.get(table), "gold")).as(table).isEqualTo(times * gold);
            assertThat(sum((Map<?, ?>) errors.get(table), "predicted"))
                    .as(table)
                    .isEqualTo(times * predicted);
        }
        long missed = 0;
        long invented = 0;
        for (Object sentence : (List<?>) errors.get("worst")) {
            missed += ((List<?>) ((Map<?, ?>) sentence).get("missed")).size();
            invented += ((List<?>) ((Map<?, ?>) sentence).get("invented")).size();
        }
        assertThat(missed).isEqualTo(gold - correct).isPositive();
        assertThat(invented).isEqualTo(predicted - correct);
        long confused = 0;
        for (Object each : (List<?>) errors.get("confusions")) {
            Map<?, ?> one = (Map<?, ?>) each;
            confused += "".equals(one.get("gold")) ? 0 : ((Number) one.get("constituents")).longValue();
        }
        assertThat(confused).isEqualTo(missed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--tags given",
                "--vertical 2 --horizontal 1 --factor left",
                "--unknown shape --replace-rare --smoothing additive:0.1",
                "--unknown suffix --suffix-length 3 --rare 2"
            })
    void grammarsAreCountedAndFindTags(String options) throws IOException {
        String[] given = ("train -q --model pcfg " + options).strip().split(" +");
        Object[] all = new Object[given.length + 2];
        System.arraycopy(given, 0, all, 0, given.length);
        all[given.length] = "--output=" + model;
        all[given.length + 1] = TRAIN;
        Program.Outcome trained = Program.run(all);
        assertThat(trained.code()).as(trained.err()).isZero();
        boolean isGiven = options.contains("given");
        for (String decoder : List.of("viterbi", "posterior")) {
            Map<?, ?> figures =
                    figures(Program.run("eval", "-m", model, "--decoder", decoder, "--output-format", "json", TEST));
            assertThat(((Number) figures.get("f1")).doubleValue()).isGreaterThan(0.85);
            Object tags = figures.get("tags");
            if (isGiven) {
                assertThat(tags).isNull();
            } else {
                assertThat(((Number) ((Map<?, ?>) tags).get("accuracy")).doubleValue())
                        .isBetween(0.9, 0.999);
            }
        }
        Path lines = folder.resolve("lines.txt");
        Files.writeString(lines, "Stir it slowly.\nWash the hot soup.\n");
        Program.Outcome raw = Program.run("tag", "-m", model, "--format", "lines", lines);
        assertThat(raw.code()).as(raw.err()).isEqualTo(isGiven ? 2 : 0);
        Path columns = folder.resolve("columns.txt");
        Files.writeString(columns, isGiven ? "Stir VB\nit PRP\n. .\n" : "Stir\nit\n.\n");
        Program.Outcome tagged = Program.run(
                "tag", "-m", model, "--format", "columns", "--output-format", "json", "--probability", columns);
        assertThat(tagged.code()).as(tagged.err()).isZero();
        Map<?, ?> record = (Map<?, ?>) Json.parse(tagged.out());
        assertThat((List<?>) record.get("tags")).hasSize(3);
        assertThat(((Number) record.get("probability")).doubleValue()).isBetween(0.0, 1.0);
        Program.Outcome best = Program.run("tag", "-m", model, "--nbest", "3", "--marginals", TEST);
        assertThat(best.out()).contains("# rank = 2");
        assertThat(Program.run("verify", "-m", model, "-m", model, TEST).code()).isZero();
        assertThat(Program.run("inspect", model).out()).contains("trees with tags by a grammar");
    }

    @Test
    void parsersOfPlainWordsFindTagsFirst() throws IOException {
        assertThat(train("--algorithm pa --tags predicted").code()).isZero();
        Map<?, ?> figures = figures(Program.run("eval", "-m", model, "--output-format", "json", TEST));
        assertThat(((Number) figures.get("f1")).doubleValue()).isBetween(0.8, 0.99);
        assertThat(((Number) ((Map<?, ?>) figures.get("tags")).get("accuracy")).doubleValue())
                .isBetween(0.9, 0.999);

        // Tags of the data do not matter: nobody looks at them.
        Path wrong = folder.resolve("wrong.mrg");
        Files.writeString(wrong, Files.readString(TEST).replaceAll("\\((NN|VB|DT) ", "(RB "));
        String trees = Program.run("tag", "-m", model, "--threads", "1", TEST).out();
        assertThat(Program.run("tag", "-m", model, "--threads", "3", wrong).out())
                .isEqualTo(trees);

        Path lines = folder.resolve("lines.txt");
        Files.writeString(lines, "Stir it slowly.\n");
        Path columns = folder.resolve("columns.txt");
        Files.writeString(columns, "Stir\nit\nslowly\n.\n");
        String tree =
                Program.run("tag", "-m", model, "--format", "lines", lines).out();
        assertThat(tree).startsWith("(TOP (").contains(" Stir)");
        assertThat(Program.run("tag", "-m", model, "--format", "columns", columns)
                        .out())
                .isEqualTo(tree);
    }

    private static long sum(Map<?, ?> table, String what) {
        return table.values().stream()
                .mapToLong(one -> ((Number) ((Map<?, ?>) one).get(what)).longValue())
                .sum();
    }
}
