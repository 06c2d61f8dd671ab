package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Train, tag, eval, inspect, check and tune of frames, from end to end. */
final class FramesCommandTest {
    private static final String[] TABLE = {
        "--format", "frames", "--sequence-column", "rec", "--label-column", "phase", "--ignore-columns", "time"
    };

    @TempDir
    Path folder;

    private Path write(String name, String text) {
        return SmallData.write(folder, name, text);
    }

    private Path model() {
        return folder.resolve("m.esp");
    }

    /** What a command does, which must be clear. */
    private static Program.Outcome run(Object... arguments) {
        return runWith("", arguments);
    }

    private static Program.Outcome runWith(String input, Object... arguments) {
        List<Object> flat = new ArrayList<>();
        flatten(arguments, flat);
        Program.Outcome outcome = Program.runWith(input.getBytes(StandardCharsets.UTF_8), flat.toArray());
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private static void flatten(Object[] arguments, List<Object> flat) {
        for (Object argument : arguments) {
            if (argument instanceof Object[] several) {
                flatten(several, flat);
            } else {
                flat.add(argument);
            }
        }
    }

    private void train(Object... arguments) {
        Program.Outcome outcome = run("train", "-q", "-o", model(), arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    /** Recordings in which rest and movement take turns: x is high, and later low again, while the arm is up. */
    private static String table(long seed, int recordings) {
        StringBuilder out = new StringBuilder("rec,time,x,y,phase\n");
        for (int n = 0; n < recordings; n++) {
            Random random = new Random(seed + n);
            boolean up = false;
            for (int t = 0; t < 20; t++) {
                up ^= random.nextInt(7) == 0;
                String y = random.nextInt(9) == 0 ? "" : number(random.nextGaussian());
                out.append("r").append(seed + n).append(',').append(40 * t).append("ms,");
                out.append(number(100 + (up ? 20 : 0) + 4 * random.nextGaussian()));
                out.append(',').append(y).append(',').append(up ? "up" : "rest").append('\n');
            }
        }
        return out.toString();
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    @Test
    void aTableOfFramesFromEndToEnd() throws Exception {
        Path data = write("train.csv", table(1, 12));
        Path test = write("test.csv", table(100, 6));
        train(TABLE, "--features", "frames(window=1,delta=2)", data);
        assertThat(Model.load(model()).encoder().extractor()).isInstanceOf(FrameFeatures.class);

        Program.Outcome eval = run("eval", "-m", model(), test, "--output-format", "json");
        Map<?, ?> scores = (Map<?, ?>) Json.parse(eval.out());
        assertThat((Double) scores.get("tokenAccuracy")).isGreaterThan(0.95);

        List<String> tagged = run("tag", "-m", model(), test).out().lines().toList();
        List<String> rows = Files.readAllLines(test);
        assertThat(tagged).hasSameSizeAs(rows);
        assertThat(tagged.get(0)).isEqualTo("rec,time,x,y,phase,predicted");
        for (int k = 1; k < rows.size(); k++) {
            assertThat(tagged.get(k)).startsWith(rows.get(k) + ",").matches(".*,(up|rest)");
        }

        assertThat(run("inspect", model()).out()).contains("frames", "x[-1]", "delta(x)");
        assertThat(run("check", TABLE, data).out())
                .contains("sequences  12", "tokens     240", "columns    2 besides the label", "0 errors");
        Program.Outcome tuned = run(
                "tune",
                TABLE,
                data,
                "--folds",
                "3",
                "--parameter",
                "features=frames|frames(window=1)",
                "--parameter",
                "l2=1",
                "-o",
                folder.resolve("best.esp"));
        assertThat(tuned.code()).as(tuned.err()).isZero();
        assertThat(tuned.out()).contains("best: ");
        assertThat(Model.load(folder.resolve("best.esp")).encoder().extractor()).isInstanceOf(FrameFeatures.class);
    }

    @Test
    void tableOutputHasAColumnForEverythingThatIsAskedFor() {
        train(TABLE, write("train.csv", table(1, 8)));
        String unlabelled = "x;rec;y\n100;a;0\n121;a;\n";
        assertThat(runWith(unlabelled, "tag", "-m", model()).out())
                .isEqualTo("rec;x;y;predicted\na;100;0;rest\na;121;;up\n");
        List<String> lines = runWith(unlabelled, "tag", "-m", model(), "--nbest", "2", "--marginals", "--probability")
                .out()
                .lines()
                .map(line -> line.replaceAll("-?[0-9]+\\.[0-9]{6}", "P"))
                .toList();
        assertThat(lines)
                .hasSize(5)
                .startsWith(
                        "rec;x;y;rank;predicted;marginal;probability;score",
                        "a;100;0;0;rest;P;P;P",
                        "a;121;;0;up;P;P;P");
        assertThat(lines.get(3)).startsWith("a;100;0;1;");
        assertThat(runWith(unlabelled, "tag", "-m", model(), "--output-format", "labels")
                        .out())
                .isEqualTo("rest\nup\n\n");
        Map<?, ?> record = (Map<?, ?>)
                Json.parse(runWith("rec,time,x,y\na,7,100,1\n", "tag", "-m", model(), "--output-format", "json")
                        .out());
        assertThat(record.get("rec")).isEqualTo("a");
        assertThat(record.get("time")).isEqualTo(List.of("7"));
        assertThat(record.get("tokens")).isEqualTo(List.of(Map.of("x", "100", "y", "1")));
        assertThat(record.get("labels")).isEqualTo(List.of("rest"));
        assertThat(runWith(unlabelled, "tag", "-m", model(), "--probabilities").err())
                .contains("use --marginals for sequences");
    }

    /** A file per sequence, the label in the last column. */
    @Test
    void filesWithoutNamesAreSequences() {
        Path one = write("1.csv", "x,y,phase\n1,2,A\n1.2,2,A\n9,2,B\n9.5,3,B\n");
        Path two = write("2.csv", "x,y,phase\n8,2,B\n1.1,2,A\n");
        train("--format", "frames", one, two);
        assertThat(run("eval", "-m", model(), one, two).out()).contains("6 of 6 correct", "2 of 2 correct");
        assertThat(run("tag", "-m", model(), one, two).out())
                .isEqualTo("x,y,label,predicted\n1,2,A,A\n1.2,2,A,A\n9,2,B,B\n9.5,3,B,B\n\n8,2,B,B\n1.1,2,A,A\n\n");
        assertThat(runWith("x,y\n9,2\n", "tag", "-m", model()).out()).isEqualTo("x,y,predicted\n9,2,B\n\n");
        Path three = write("3.csv", "x,y\n8,2\n");
        assertThat(run("tag", "-m", model(), one, three).err())
                .contains("3.csv:2: the columns of the result are x,y,predicted, expected x,y,label,predicted");
        train("--format", "frames", "--model", "maxent", one, two);
        assertThat(run("eval", "-m", model(), one, two).out()).contains("6 of 6 correct");
    }

    @Test
    void sequencesWithOneLabelFromEndToEnd() {
        String header =
                "@problemName Waves\n@univariate false\n@dimensions 2\n@equalLength false\n@classLabel true lo hi\n@data\n";
        Path data = write("train.ts", header + "1,2,1:0,0,1:lo\n7,8:0,1:hi\n2,1:1,?:lo\n9,7,8,9:0,1,0,1:hi\n");
        train("--format", "ts", data);
        assertThat(run("eval", "-m", model(), data).out()).contains("4 of 4 correct");
        assertThat(run("check", "--format", "ts", data).out()).contains("sequences  4", "tokens     11", "0 errors");
        assertThat(runWith(header + "8,8:0,1:lo\n", "tag", "-m", model()).out())
                .isEqualTo("8\t0\tlo\thi\n8\t1\tlo\thi\n\n");
        Path damaged = write("bad.ts", header + "1,2:0:lo\n");
        assertThat(run("train", "-o", model(), "--format", "ts", damaged).err())
                .contains("bad.ts:7:5: dimension 1 has 1 value, expected 2");
        assertThat(run("check", "--format", "ts", damaged).out()).contains("bad.ts:7:5", "1 error");
    }

    @Test
    void framesAreNumbersInTheFormatColumnsToo() {
        Path data = write("c.txt", "1 2 A\n1.2 2 A\n9 2 B\n\n8 2 B\n1.1 2 A\n");
        train("--features", "frames(window=1)", data);
        assertThat(run("eval", "-m", model(), data).out()).contains("5 of 5 correct");
        Path words = write("w.txt", "1 2 A\nx 2 A\n");
        assertThat(run("train", "-o", model(), "--features", "frames", words).err())
                .contains("w.txt:1: frame 2 of the sequence that begins here: column '0' is 'x'");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Path data = write("train.csv", table(1, 4));
        train(TABLE, data);
        refused("instance with a single label", "tag", "-m", model(), "--format", "csv", data);
        refused(
                "there is no column 'y', which the training data have",
                "tag",
                "-m",
                model(),
                write("n.csv", "rec,x\na,1\n"));
        refused(
                "train.csv:2:4: column 'time' is '0ms'",
                "train",
                "-o",
                model(),
                "--format",
                "frames",
                "--sequence-column",
                "rec",
                data);
        refused(
                "--sequence-column is for the format frames",
                "train",
                "-o",
                model(),
                "--format",
                "csv",
                "--sequence-column",
                "rec",
                data);
        refused("--model hmm counts words", "train", "-o", model(), "--model", "hmm", "--format", "frames", data);
        refused(
                "expected per-sequence, standardise or raw",
                "train",
                "-o",
                model(),
                TABLE,
                "--features",
                "frames(x)",
                data);
        refused(
                "--format frames for frames of a signal",
                "train",
                "-o",
                model(),
                write("t.csv", "1,2,A\n2,3,A\n3,4,B\n"));
        Path words = write("words.txt", "a A\nb B\n");
        train(words);
        refused(
                "frames of a signal, but the model was trained on the format columns",
                "tag",
                "-m",
                model(),
                TABLE,
                data);
    }

    private static void refused(String message, Object... arguments) {
        Program.Outcome outcome = run(arguments);
        assertThat(outcome.code()).as(outcome.out()).isNotZero();
        assertThat(outcome.err()).contains(message);
    }
}
