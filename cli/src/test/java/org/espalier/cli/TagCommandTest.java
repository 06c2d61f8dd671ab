package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.cli.output.Streams;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TagCommandTest {
    @TempDir
    static Path folder;

    static Path model;
    static Path data;

    @BeforeAll
    static void train() {
        model = SmallData.model(folder);
        data = SmallData.write(folder, "gold.txt", SmallData.columns(50, 77));
    }

    private static List<List<String>> expected() {
        Tagger tagger = Model.load(model).tagger();
        List<List<String>> labels = new ArrayList<>();
        for (Sequence sequence : Sequences.read(DataOptions.COLUMNS, data)) {
            labels.add(tagger.tag(sequence).labels());
        }
        return labels;
    }

    @Test
    void theColumnsAreKeptAndTheLabelIsAppended() {
        Program.Outcome outcome = Program.run("tag", "-m", model, "--threads", 4, data);

        assertThat(outcome.code()).isZero();
        Path tagged = SmallData.write(folder, "tagged.txt", outcome.out());
        List<Sequence> gold = Sequences.read(DataOptions.COLUMNS, data);
        List<Sequence> read = Sequences.read(DataOptions.COLUMNS, tagged);
        List<List<String>> expected = expected();
        assertThat(read).hasSameSizeAs(gold);
        for (int n = 0; n < read.size(); n++) {
            assertThat(read.get(n).labels()).isEqualTo(expected.get(n));
            for (int t = 0; t < read.get(n).length(); t++) {
                List<String> columns =
                        new ArrayList<>(gold.get(n).tokens().get(t).columns());
                columns.add(gold.get(n).labels().get(t));
                assertThat(read.get(n).tokens().get(t).columns()).isEqualTo(columns);
            }
        }
    }

    @Test
    void theOrderIsKeptForAnyNumberOfThreads() {
        String one = Program.run("tag", "-m", model, "--threads", 1, data, data, data)
                .out();

        assertThat(one.lines().filter(String::isEmpty).count()).isEqualTo(150);
        assertThat(Program.run("tag", "-m", model, "--threads", 5, data, data, data)
                        .out())
                .isEqualTo(one);
    }

    @Test
    void labelsMayBeMissing() {
        byte[] input = "cat\tN\nsees\tV\n\ntea\tN\n".getBytes(StandardCharsets.UTF_8);

        assertThat(Program.runWith(input, "tag", "-m", model).out())
                .isEqualTo("cat\tN\tB-NP\nsees\tV\tO\n\ntea\tN\tB-NP\n\n");
    }

    @Test
    void aLabelColumnStaysAtItsPlaceAndCommentsStay() {
        Path first = SmallData.write(folder, "first.txt", "# one\nB-NP cat N\nO sees V\n\nB-NP dog N\n");
        Path trained = folder.resolve("first.esp");
        assertThat(Program.run("train", "-q", "--label-column", 0, "--comments", "#", "-o", trained, first)
                        .code())
                .isZero();

        assertThat(Program.run("tag", "-m", trained, first).out())
                .isEqualTo("# one\nB-NP cat N B-NP\nO sees V O\n\nB-NP dog N B-NP\n\n");
    }

    @Test
    void moreColumnsThanTheLabelCanBeToldFromAreRefused() {
        Path first = SmallData.write(folder, "front.txt", "B-NP cat\nO sees\n");
        Path trained = folder.resolve("front.esp");
        assertThat(Program.run("train", "-q", "--label-column", 0, "-o", trained, first)
                        .code())
                .isZero();
        Path wide = SmallData.write(folder, "wide.txt", "B-NP cat x\nO sees y\n");

        Program.Outcome outcome = Program.run("tag", "-m", trained, wide);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains(wide + ":1: 3 columns; expected the 1");
    }

    @Test
    void labelsAlone() {
        List<String> flat = expected().stream().flatMap(List::stream).toList();

        assertThat(Program.run("tag", "-m", model, "--output-format", "labels", data)
                        .out()
                        .lines()
                        .filter(s -> !s.isEmpty()))
                .containsExactlyElementsOf(flat);
    }

    @Test
    void probabilityMarginalsAndNBest() {
        byte[] input = "cat N\nsees V\n".getBytes(StandardCharsets.UTF_8);

        List<String> lines = Program.runWith(input, "tag", "-m", model, "--probability", "--marginals")
                .out()
                .lines()
                .toList();
        List<String> best = Program.runWith(input, "tag", "-m", model, "--nbest", 3)
                .out()
                .lines()
                .toList();

        assertThat(lines.get(0)).matches("# probability: 0\\.\\d{6} score: -?\\d+\\.\\d{6}");
        assertThat(lines.get(1)).matches("cat N B-NP/0\\.\\d{6}");
        assertThat(lines.get(3)).isEmpty();
        assertThat(best.get(0)).matches("# 0 0\\.\\d{6}");
        assertThat(best.get(4)).matches("# 1 0\\.\\d{6}");
        assertThat(best.get(8)).matches("# 2 0\\.\\d{6}");
        assertThat(best).hasSize(12);
        assertThat(best.get(0).substring(4)).isEqualTo(lines.get(0).substring(15, 23));
        assertThat(best.get(0).substring(4)).isGreaterThan(best.get(4).substring(4));
    }

    @Test
    void jsonHasEverything() {
        byte[] input = "cat N\nsees V\n".getBytes(StandardCharsets.UTF_8);

        String line = Program.runWith(
                        input,
                        "tag",
                        "-m",
                        model,
                        "--output-format",
                        "json",
                        "--probability",
                        "--marginals",
                        "--nbest",
                        2)
                .out();

        Map<?, ?> record = (Map<?, ?>) Json.parse(line.strip());
        assertThat(record.get("tokens")).isEqualTo(List.of(List.of("cat", "N"), List.of("sees", "V")));
        assertThat(record.get("labels")).isEqualTo(List.of("B-NP", "O"));
        Map<?, ?> span = (Map<?, ?>) ((List<?>) record.get("spans")).get(0);
        assertThat(span.get("start")).isEqualTo(0L);
        assertThat(span.get("end")).isEqualTo(1L);
        assertThat(span.get("type")).isEqualTo("NP");
        double probability = (Double) record.get("probability");
        List<?> nBest = (List<?>) record.get("nBest");
        assertThat(((Map<?, ?>) nBest.get(0)).get("probability")).isEqualTo(probability);
        assertThat(nBest).hasSize(2);
        for (Object token : (List<?>) record.get("marginals")) {
            double sum = ((Map<?, ?>) token)
                    .values().stream()
                            .mapToDouble(v -> ((Number) v).doubleValue())
                            .sum();
            assertThat(sum).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
        }
    }

    /** The probability of a span is that of all labellings that have it. */
    @Test
    void jsonTellsTheProbabilityOfSpans() {
        byte[] input = "cat N\nsees V\n".getBytes(StandardCharsets.UTF_8);

        String line = Program.runWith(
                        input, "tag", "-m", model, "--output-format", "json", "--probability", "--nbest", 1000)
                .out();

        Map<?, ?> record = (Map<?, ?>) Json.parse(line.strip());
        double sum = 0;
        for (Object labelling : (List<?>) record.get("nBest")) {
            List<?> labels = (List<?>) ((Map<?, ?>) labelling).get("labels");
            // I-NP begins a span too where it continues none.
            if (String.valueOf(labels.get(0)).endsWith("-NP") && !labels.get(1).equals("I-NP")) {
                sum += (Double) ((Map<?, ?>) labelling).get("probability");
            }
        }
        Map<?, ?> span = (Map<?, ?>) ((List<?>) record.get("spans")).get(0);
        assertThat((Double) span.get("probability")).isCloseTo(sum, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(span.containsKey("confidence")).isFalse();
    }

    @Test
    void jsonLinesGoInAndOut() {
        byte[] input = "{\"id\":7,\"tokens\":[[\"cat\",\"N\"]]}\n{\"tokens\":[]}\n".getBytes(StandardCharsets.UTF_8);

        Program.Outcome outcome = Program.runWith(input, "tag", "-m", model, "--format", "jsonl");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        List<String> lines = outcome.out().lines().toList();
        assertThat(lines.get(0)).contains("\"id\":7", "\"labels\":[\"B-NP\"]");
        assertThat(lines.get(1)).contains("\"tokens\":[]", "\"labels\":[]");
    }

    @Test
    void itemsAreWrittenAsCrfsuiteDoes() {
        Path items = SmallData.write(folder, "t.crfsuite", "A\tx\nB\ty\n\nB\ty\n");
        Path trained = folder.resolve("items.esp");
        assertThat(Program.run("train", "-q", "--format", "crfsuite", "-o", trained, items)
                        .code())
                .isZero();

        List<String> lines = Program.run("tag", "-m", trained, "--output-format", "crfsuite", items)
                .out()
                .lines()
                .toList();

        assertThat(lines.get(0)).matches("@score\t-?\\d+\\.\\d{6}\t-?\\d+\\.\\d{6}");
        assertThat(lines.get(1)).matches("@probability\t0\\.\\d{6}");
        assertThat(lines.get(2)).matches("A:0\\.\\d{6}");
        assertThat(lines.get(3)).matches("B:0\\.\\d{6}");
        assertThat(lines.get(4)).isEmpty();
        assertThat(Program.run("tag", "-m", trained, items).out()).isEqualTo("A\nB\n\nB\n\n");
    }

    @Test
    void aClosedPipeIsNoError() throws IOException {
        assertThat(runInto("Broken pipe", "tag", "-m", model.toString(), data.toString()))
                .isEqualTo("0 ");
        assertThat(runInto("Broken pipe", "inspect", model.toString(), "--dump"))
                .isEqualTo("0 ");
        assertThat(runInto("Broken pipe", "train", "--help")).isEqualTo("0 ");
    }

    @Test
    void aFullDiskIsAnError() throws IOException {
        assertThat(runInto("No space left on device", "tag", "-m", model.toString(), data.toString()))
                .isEqualTo("1 espalier: writing to standard output failed: No space left on device\n");
    }

    private static String runInto(String problem, String... arguments) throws IOException {
        try (OutputStream broken = new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException(problem);
                    }
                };
                java.io.ByteArrayOutputStream err = new java.io.ByteArrayOutputStream()) {
            int code = Main.run(new Streams(broken, err, false), arguments);
            return code + " " + err.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void refusesALineThatLooksLikeAWholeSentence() {
        int observed = Model.load(model).columns();
        Path surplus = SmallData.write(folder, "surplus.txt", "x ".repeat(observed + 4) + "\n");
        Program.Outcome many = Program.run("tag", "-m", model, surplus);
        assertThat(many.code()).isEqualTo(1);
        assertThat(many.err())
                .contains("surplus.txt:1: " + (observed + 4) + " columns")
                .contains("one token per line");

        Path one = SmallData.write(folder, "one-more.txt", "x ".repeat(observed) + "sugar\n");
        assertThat(Program.run("tag", "-m", model, one).err()).contains("'sugar' is not a label of the model");
        assertThat(Program.run("tag", "-m", model, data).err()).isEmpty();
    }
}
