package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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

    @Test
    void evalCountsWords() throws Exception {
        build();
        Map<?, ?> figures =
                (Map<?, ?>) Json.parse(run("lattice", "eval", "-d", dictionary, "--fields", "0,2,-1", "--json", CORPUS)
                        .out());
        assertThat(((Number) figures.get("words")).intValue()).isEqualTo(164);
        List<?> levels = (List<?>) figures.get("levels");
        assertThat(levels).hasSize(3);
        // Counted again from what tag prints of the same text.
        List<String> gold = Files.readAllLines(CORPUS);
        StringBuilder text = new StringBuilder();
        gold.forEach(line -> text.append(line.equals("EOS") ? "\n" : line.substring(0, line.indexOf('\t'))));
        List<String> tagged = run("lattice", "tag", "-d", dictionary, SmallData.write(folder, "text", text.toString()))
                .out()
                .lines()
                .toList();
        Set<String> common = placed(gold);
        common.retainAll(placed(tagged));
        Map<?, ?> all = (Map<?, ?>) levels.get(2);
        assertThat(all.get("fields")).isEqualTo(-1L);
        assertThat(((Number) all.get("right")).intValue()).isEqualTo(common.size());
        assertThat(run("lattice", "eval", "-d", dictionary, CORPUS).out())
                .contains("24 sentences, 164 words", "precision", "words with 1 feature");

        Program.Outcome wrong = Program.run("lattice", "eval", "-d", dictionary, "--fields", "-3", CORPUS);
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("--fields -3; expected numbers of features");
    }

    /** Every line with its place. */
    private static Set<String> placed(List<String> lines) {
        Set<String> found = new HashSet<>();
        int sentence = 0;
        int place = 0;
        for (String line : lines) {
            if (line.equals("EOS")) {
                sentence++;
                place = 0;
            } else {
                found.add(sentence + ":" + place + ":" + line);
                place += line.indexOf('\t');
            }
        }
        return found;
    }

    @Test
    void trainingStopsOnDevelopmentSentencesAndGoesOn() throws Exception {
        Path whole = folder.resolve("whole.def");
        Path checkpoint = folder.resolve("run.ck");
        Program.Outcome outcome = run(
                "lattice",
                "train",
                "-d",
                SEED,
                "-o",
                whole,
                "--algorithm",
                "perceptron",
                "--dev",
                CORPUS,
                "--json",
                CORPUS);
        assertThat(outcome.err()).contains("dev F1", "F1 100.00 on the development sentences");
        assertThat(((Number) ((Map<?, ?>) Json.parse(outcome.out().strip())).get("devF1")).doubleValue())
                .isEqualTo(1);

        run("lattice", "train", "-q", "-d", SEED, "-o", whole, "--loss", "softmax-margin", CORPUS);
        run(
                "lattice",
                "train",
                "-q",
                "-d",
                SEED,
                "-o",
                model,
                "--loss",
                "softmax-margin",
                "--max-iterations",
                "4",
                "--checkpoint",
                checkpoint,
                "--checkpoint-every",
                "2",
                CORPUS);
        Program.Outcome resumed = run(
                "lattice",
                "train",
                "-d",
                SEED,
                "-o",
                model,
                "--loss",
                "softmax-margin",
                "--checkpoint",
                checkpoint,
                "--resume",
                CORPUS);
        assertThat(resumed.err()).contains("continuing from the checkpoint after iteration 4");
        assertThat(Files.readAllBytes(model)).isEqualTo(Files.readAllBytes(whole));
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        for (List<String> options : List.of(
                List.of("--algorithm", "gis"),
                List.of("--loss", "one-vs-rest-log"),
                List.of("--algorithm", "pa", "--c", "2"),
                List.of("--algorithm", "lbfgs", "--l1", "1"),
                List.of("--loss", "hinge", "--algorithm", "lbfgs"),
                List.of("--resume"),
                List.of("--c", "0"),
                List.of("--patience", "0"))) {
            Program.Outcome refused = Program.run(Stream.concat(
                            Stream.of(
                                    "lattice",
                                    "train",
                                    "-d",
                                    SEED.toString(),
                                    "-o",
                                    model.toString(),
                                    CORPUS.toString()),
                            options.stream())
                    .toArray());
            assertThat(refused.code()).as(options + refused.err()).isEqualTo(2);
            assertThat(refused.isClear()).as(refused.err()).isTrue();
        }
        Program.Outcome idle = run(
                "lattice",
                "train",
                "-q",
                "-d",
                SEED,
                "-o",
                model,
                "--margin",
                "2",
                "--patience",
                "3",
                "--rate",
                "1",
                "--max-iterations",
                "2",
                CORPUS);
        assertThat(idle.err())
                .contains(
                        "--margin has no effect with the loss log",
                        "--patience has no effect without --dev",
                        "--rate has no effect with --algorithm auto");
    }
}
