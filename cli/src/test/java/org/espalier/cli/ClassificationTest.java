package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.espalier.scoring.Normalisation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Train, eval and tag of instances, from end to end. */
final class ClassificationTest {
    private static final String TABLE =
            "id,age,job,income\n1,39,cook,hi\n2,50,\"a, b\",lo\n3,41,cook,hi\n4,52,x,lo\n5,?,cook,hi\n6,55,x,lo\n";
    private static final String TEXT =
            "A:x good film\nA:y very good\nB bad film\nB very bad bad\nC so so film\nC so so\n";

    @TempDir
    Path folder;

    private Path write(String name, String text) {
        return SmallData.write(folder, name, text);
    }

    private Path model() {
        return folder.resolve("m.esp");
    }

    private Program.Outcome train(Object... arguments) {
        Object[] all = new Object[arguments.length + 4];
        all[0] = "train";
        all[1] = "-q";
        all[2] = "-o";
        all[3] = model();
        System.arraycopy(arguments, 0, all, 4, arguments.length);
        Program.Outcome outcome = Program.run(all);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private Program.Outcome tag(String input, Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "tag";
        all[1] = "-m";
        all[2] = model();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        Program.Outcome outcome = Program.runWith(input.getBytes(StandardCharsets.UTF_8), all);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private static String libsvm(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder out = new StringBuilder();
        for (int n = 0; n < count; n++) {
            double x = random.nextGaussian();
            out.append(x + 0.3 * random.nextGaussian() > 0.2 ? "+1" : "-1");
            out.append(" 1:").append(x).append(" 3:1\n");
        }
        return out.toString();
    }

    @Test
    void libsvmFromEndToEnd() {
        Path data = write("train.svm", libsvm(1, 200));
        assertThat(train("--format", "libsvm", "--bias", "1", data).code()).isZero();
        Model model = Model.load(model());
        assertThat(model.encoder().attributes().indexOf("bias")).isNotNegative();
        assertThat(((Map<?, ?>) model.provenance().get("options")).get("transitions"))
                .isEqualTo(false);

        Path test = write("test.svm", libsvm(2, 100));
        Program.Outcome eval = Program.run("eval", "-m", model(), test, "--output-format", "json");
        Map<?, ?> scores = (Map<?, ?>) Json.parse(eval.out());
        assertThat((Double) scores.get("accuracy")).isGreaterThan(0.85);
        Map<?, ?> probabilities = (Map<?, ?>) scores.get("probabilities");
        assertThat((Double) probabilities.get("auc")).isGreaterThan(0.9);
        assertThat(Program.run("eval", "-m", model(), test).out())
                .contains(
                        "accuracy", "macro:", "log-loss:", "ROC AUC:", "calibration error", "Reliability", "Confusion");

        assertThat(tag("+1 1:5 3:1\n1:-5\n").out()).isEqualTo("1\t1 1:5 3:1\n-1\t1:-5\n");
        assertThat(tag("+1 1:5\n", "--output-format", "labels").out()).isEqualTo("1\n");
        Map<?, ?> record =
                (Map<?, ?>) Json.parse(tag("+1 1:5\n", "--output-format", "json", "--nbest", "2", "--probability")
                        .out());
        assertThat(record.get("label")).isEqualTo("1");
        assertThat(record.get("gold")).isEqualTo("1");
        assertThat(record.get("features")).isEqualTo(Map.of("1", 5.0));
        List<?> ranking = (List<?>) record.get("ranking");
        assertThat(ranking).hasSize(2);
        assertThat(((Map<?, ?>) ranking.get(0)).get("probability")).isEqualTo(record.get("probability"));
    }

    @Test
    void tablesFromEndToEnd() {
        Path data = write("t.csv", TABLE);
        assertThat(train("--format", "csv", "--label-column", "income", "--ignore-columns", "id", data)
                        .code())
                .isZero();
        assertThat(tag("job,id,age\ncook,9,40\n\"a, b\",8,\n", "--probability")
                        .out()
                        .lines()
                        .map(line -> line.replaceAll("0\\.[0-9]{6}", "P")))
                .containsExactly("id,job,age,predicted,probability", "9,cook,40,hi,P", "8,\"a, b\",,lo,P");
        assertThat(tag(TABLE, "--probabilities").out())
                .startsWith("id,age,job,income,predicted,p(hi),p(lo)\n1,39,cook,hi,hi,0.");
        Program.Outcome missing = tag("job,ages\ncook,9\n");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err())
                .contains("-:2: there is no column 'age', which the training data have; found [job, ages]");
        assertThat(Program.run("eval", "-m", model(), data).out()).contains("6 of 6 correct");
        assertThat(Program.run("check", "--format", "csv", data).out()).contains("labels     2", "0 errors");
        assertThat(Program.run("inspect", model()).out()).contains("table", "age", "job=cook");
    }

    @Test
    void documentsFromEndToEnd() {
        Path data = write("d.txt", TEXT);
        assertThat(train("--format", "text", "--label-split", "blank", "--label-cut", ":", "--l2", "0.1", data)
                        .code())
                .isZero();
        assertThat(Program.run("eval", "-m", model(), data).out()).contains("6 of 6 correct, accuracy 100.00%");
        assertThat(tag("bad bad film\n").out()).isEqualTo("B\tbad bad film\n");
        assertThat(tag("A:z bad bad film\n", "--labelled").out()).isEqualTo("B\tA bad bad film\n");
        String ranked = tag("bad bad film\n", "--nbest", "2").out();
        assertThat(ranked).matches("B\tB:0\\.[0-9]{6} [AC]:0\\.[0-9]{6}\tbad bad film\n");
        String all = tag("bad\n", "--probabilities").out();
        assertThat(all).matches("B\tA:0\\.[0-9]{6} B:0\\.[0-9]{6} C:0\\.[0-9]{6}\tbad\n");
        double sum = all.replaceAll("[^0-9. ]", "").strip().split(" ").length == 3
                ? List.of(all.split("[\t ]")).subList(1, 4).stream()
                        .mapToDouble(part -> Double.parseDouble(part.substring(2)))
                        .sum()
                : 0;
        assertThat(sum).isCloseTo(1, within(3e-6));
    }

    @Test
    void otherBagsAndEncodings() throws java.io.IOException {
        Path data = folder.resolve("latin.txt");
        Files.write(data, "A\tschön\nB\tübel\n".getBytes(StandardCharsets.ISO_8859_1));
        Program.Outcome wrong = train("--format", "text", data);
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("latin.txt:1:6: byte 0xF6 is not UTF-8");
        assertThat(train(
                                "--format",
                                "text",
                                "--encoding",
                                "ISO-8859-1",
                                "--features",
                                "words(1,tfidf,l2),characters(2..3),bias",
                                data)
                        .code())
                .isZero();
        assertThat(Program.run("eval", "-m", model(), data).out()).contains("2 of 2 correct");
    }

    @Test
    void jsonInstancesFromEndToEnd() {
        Path data = write(
                "d.jsonl",
                "{\"id\":1,\"label\":\"A\",\"text\":\"good film\"}\n{\"id\":2,\"label\":\"B\",\"text\":\"bad film\"}\n");
        assertThat(train("--format", "jsonl", "--l2", "0.1", data).code()).isZero();
        String tagged = tag("{\"id\":9,\"text\":\"bad\"}\n").out();
        assertThat(tagged).isEqualTo("{\"id\":9,\"text\":\"bad\",\"label\":\"B\"}\n");
        assertThat(Program.run("eval", "-m", model(), data).out()).contains("instances: 2 of 2 correct");
        Path fields = write("f.jsonl", "{\"label\":\"A\",\"x\":1}\n{\"label\":\"B\",\"x\":-1,\"y\":\"z\"}\n");
        assertThat(train("--format", "jsonl", "--l2", "0.1", fields).code()).isZero();
        assertThat(tag("{\"x\":2}\n").out()).contains("\"label\":\"A\"");
    }

    @Test
    void manyLabelsFromBinaryClassifiers() {
        Path data = write("d.txt", TEXT);
        Map<String, Normalisation> ways = Map.of(
                "one-vs-rest", Normalisation.ONE_VERSUS_REST,
                "all-pairs", Normalisation.COUPLED,
                "all-pairs-votes", Normalisation.VOTES);
        ways.forEach((way, normalisation) -> {
            assertThat(train(
                                    "--format",
                                    "text",
                                    "--label-split",
                                    "blank",
                                    "--label-cut",
                                    ":",
                                    "--l2",
                                    "0.1",
                                    "--multiclass",
                                    way,
                                    data)
                            .code())
                    .isZero();
            assertThat(Model.load(model()).normalisation()).isEqualTo(normalisation);
            assertThat(Program.run("eval", "-m", model(), data).out()).contains("6 of 6 correct");
            assertThat(tag("bad bad film\n").out()).isEqualTo("B\tbad bad film\n");
            String inspected = Program.run("inspect", model()).out();
            assertThat(inspected.contains("A against B")).isEqualTo(normalisation.isPairwise());
            Path smaller = folder.resolve("s.esp");
            assertThat(Program.run("compress", model(), "-o", smaller).code()).isZero();
            assertThat(Program.run("eval", "-m", smaller, data).out()).contains("6 of 6 correct");
        });
    }

    @Test
    void aReferenceLabelHasNoWeights() {
        Path data = write("train.svm", libsvm(1, 200));
        assertThat(train("--format", "libsvm", "--reference-label", "last", data)
                        .code())
                .isZero();
        assertThat(Model.load(model()).weights()).hasSize(2);
        assertThat(Program.run("inspect", model()).out()).contains("log-odds against '1'");
        Program.Outcome unknown = train("--format", "libsvm", "--reference-label", "7", data);
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(unknown.err())
                .contains("the reference label '7' does not occur in the data; expected one of [-1, 1]");
    }

    @Test
    void whatDoesNotGoTogetherIsWrongUsage() {
        Path data = write("d.txt", TEXT);
        wrong("--bias is for the format libsvm, not for text", "--format", "text", "--bias", "1", data);
        wrong("--label-cut is for the format text", "--label-cut", ":", data);
        wrong("--label-column is 'x'; expected a number", "--label-column", "x", data);
        wrong("--separator is 'foo'; expected comma", "--format", "csv", "--separator", "foo", data);
        wrong("--multiclass all-pairs with --model crf", "--multiclass", "all-pairs", data);
        assertThat(Program.run("eval", "-m", "x", "--classification", "--strict", data)
                        .code())
                .isEqualTo(2);
    }

    private void wrong(String message, Object... arguments) {
        Program.Outcome outcome = train(arguments);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void tokensOfSequencesAreJudgedAsInstancesOnRequest() {
        Path data = write("c.txt", "good A\nfilm A\n\nbad B\nbad B\n");
        assertThat(train("--model", "maxent", data).code()).isZero();
        assertThat(Program.run("eval", "-m", model(), data).out()).contains("sequences:");
        assertThat(Program.run("eval", "-m", model(), "--classification", data).out())
                .contains("instances: 4 of 4 correct", "log-loss:");
        Path pairs = write("p.txt", "a A A\nb A B\n");
        assertThat(Program.run("eval", "--columns", "--classification", pairs).out())
                .contains("instances: 1 of 2 correct");
        Program.Outcome outcome = tag("good\n", "--probabilities");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("--probabilities is for instances");
    }
}
