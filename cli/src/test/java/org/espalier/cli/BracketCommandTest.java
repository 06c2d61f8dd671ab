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
                "check --format brackets {t}",
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
}
