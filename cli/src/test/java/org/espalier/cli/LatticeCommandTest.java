package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LatticeCommandTest {
    private static final Path SAMPLE = Path.of("..", "samples", "morphemes");
    private static final Path SEED = SAMPLE.resolve("seed");
    private static final Path CORPUS = SAMPLE.resolve("train.txt");

    @TempDir
    Path folder;

    private Path model;
    private Path dictionary;

    @BeforeEach
    void name() {
        model = folder.resolve("model.def");
        dictionary = folder.resolve("dictionary");
    }

    private static Program.Outcome run(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return outcome;
    }

    private void build() {
        run("lattice", "train", "-q", "-d", SEED, "-o", model, CORPUS);
        run("lattice", "build", "-d", SEED, "-m", model, "-o", dictionary);
    }

    @Test
    void trainShowsProgressAndFigures() throws Exception {
        Program.Outcome outcome = run("lattice", "train", "-d", SEED, "-o", model, "--json", "--threads", "1", CORPUS);

        assertThat(outcome.err()).contains("24 sequences, 164 tokens", "iteration", "model written to " + model);
        Map<?, ?> figures = (Map<?, ?>) Json.parse(outcome.out().strip());
        assertThat(((Number) figures.get("sentences")).intValue()).isEqualTo(24);
        assertThat(((Number) figures.get("morphemes")).intValue()).isEqualTo(164);
        assertThat(((Number) figures.get("missing")).intValue()).isZero();
        assertThat(((Number) figures.get("objective")).doubleValue()).isPositive();
        assertThat(Files.readString(model)).startsWith("eta: ").contains("\ncharset: UTF-8\n\n");

        Path more = folder.resolve("more.def");
        Program.Outcome again =
                run("lattice", "train", "-q", "--json", "-d", SEED, "--init", model, "-o", more, CORPUS);
        Map<?, ?> then = (Map<?, ?>) Json.parse(again.out().strip());
        assertThat(((Number) then.get("objective")).doubleValue())
                .isLessThan(((Number) figures.get("objective")).doubleValue());
        assertThat(again.err()).isEmpty();
    }

    @Test
    void tagPrintsMorphemes() {
        build();
        Path text = SmallData.write(folder, "text", "東京都に住む。\n\n");

        assertThat(run("lattice", "tag", "-d", dictionary, text).out())
                .isEqualTo(
                        "東京\t名詞,固有,東京,トウキョウ\n都\t接尾,地域,都,ト\nに\t助詞,格助詞,に,ニ\n住む\t動詞,自立,住む,スム\n。\t記号,句点,。,。\nEOS\nEOS\n");
        String several = run("lattice", "tag", "-d", dictionary, "--nbest", "3", "--marginals", text)
                .out();
        assertThat(several.lines().filter("EOS"::equals)).hasSize(4);
        assertThat(several.lines().findFirst().orElseThrow()).matches("東京\t名詞,固有,東京,トウキョウ\t0\\.[0-9]{6}");
    }

    @Test
    void tagPrintsJson() {
        build();
        Path text = SmallData.write(folder, "text", "𠮷 都にいる\n");
        String out = run("lattice", "tag", "-d", dictionary, "--nbest", "2", "--marginals", "--json", text)
                .out();
        Map<?, ?> line = (Map<?, ?>) Json.parse(out.strip());
        List<?> paths = (List<?>) line.get("paths");
        Map<?, ?> best = (Map<?, ?>) paths.get(0);
        List<?> morphemes = (List<?>) best.get("morphemes");
        Map<?, ?> second = (Map<?, ?>) morphemes.get(1);

        assertThat(line.get("text")).isEqualTo("𠮷 都にいる");
        assertThat(paths).hasSize(2);
        assertThat(second.get("surface")).isEqualTo("都");
        assertThat(((Number) second.get("begin")).intValue()).isEqualTo(2);
        assertThat(((Number) second.get("end")).intValue()).isEqualTo(3);
        assertThat(second.get("unknown")).isEqualTo(false);
        assertThat(((Map<?, ?>) morphemes.get(0)).get("unknown")).isEqualTo(true);
        double costs = morphemes.stream()
                .mapToDouble(each -> ((Number) ((Map<?, ?>) each).get("cost")).doubleValue())
                .sum();
        assertThat(((Number) best.get("cost")).doubleValue()).isCloseTo(costs, within(5_000.0));
        assertThat(((Number) best.get("probability")).doubleValue()).isBetween(0.0, 1.0);
    }

    @Test
    void threadsChangeNothing() {
        build();
        String one = run("lattice", "tag", "-d", dictionary, "--threads", "1", "--marginals", SAMPLE.resolve("raw.txt"))
                .out();
        assertThat(run("lattice", "tag", "-d", dictionary, "--threads", "3", "--marginals", SAMPLE.resolve("raw.txt"))
                        .out())
                .isEqualTo(one);
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(Program.run("lattice").code()).isEqualTo(2);
        assertThat(Program.run("lattice", "train", "-d", SEED, "-o", model, "--c", "0", CORPUS)
                        .err())
                .contains("--c = 0.0; expected a finite number above 0");
        assertThat(Program.run("lattice", "train", "-d", SEED, "-o", model, "--encoding", "KOI8-R", CORPUS)
                        .err())
                .contains("--encoding KOI8-R; expected UTF-8, EUC-JP");
        assertThat(Program.run("lattice", "tag", "-d", SEED, "--nbest", "0", CORPUS)
                        .err())
                .contains("--nbest 0; expected at least 1");
        assertThat(Program.run("lattice", "tag", "-d", folder.resolve("none"), CORPUS)
                        .err())
                .contains("there is no such directory");
        assertThat(Program.run("lattice", "build", "-d", SEED, "-m", folder.resolve("none"), "-o", dictionary)
                        .code())
                .isEqualTo(1);
        Path corpus = SmallData.write(folder, "corpus", "猫\t名詞,渾名,猫,ネコ\nEOS\n");
        assertThat(run("lattice", "train", "-q", "-d", SEED, "-o", model, corpus)
                        .err())
                .contains("warning: 1 of 1 morphemes are neither in the dictionary", "corpus:1: 猫");
    }
}
