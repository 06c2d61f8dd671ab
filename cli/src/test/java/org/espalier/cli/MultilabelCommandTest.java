package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MultilabelCommandTest {
    @TempDir
    Path folder;

    private Path train;
    private Path test;

    /** Labels 1 and 2 come together in half of the instances, and 3 goes with feature 3; features 1 and 2 are faint. */
    private static String data(int seed, int count, boolean json) {
        Random random = new Random(seed);
        StringBuilder lines = new StringBuilder();
        for (int n = 0; n < count; n++) {
            boolean both = random.nextBoolean();
            boolean third = random.nextBoolean();
            double noise = random.nextGaussian();
            String labels = (both ? "1,2" : "") + (both && third ? "," : "") + (third ? "3" : "");
            String features = String.format(
                    java.util.Locale.ROOT,
                    json ? "\"1\":%.3f,\"3\":%d" : "1:%.3f 3:%d",
                    (both ? 1 : -1) + noise,
                    third ? 1 : -1);
            lines.append(
                    json
                            ? "{\"labels\":[" + labels + "],\"features\":{" + features + "}}\n"
                            : labels + " " + features + "\n");
        }
        return lines.toString();
    }

    @BeforeEach
    void write() {
        train = SmallData.write(folder, "train.svm", data(1, 200, false));
        test = SmallData.write(folder, "test.svm", data(2, 200, false));
    }

    private Path trained(Object... options) {
        Path model = folder.resolve("model.esp");
        List<Object> arguments = new java.util.ArrayList<>(List.of("multilabel", "train", "-q", "-o", model));
        arguments.addAll(List.of(options));
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return model;
    }

    private Map<?, ?> scores(Path model, Object... options) {
        List<Object> arguments = new java.util.ArrayList<>(List.of("multilabel", "eval", "--json", "-m", model));
        arguments.addAll(List.of(options));
        Program.Outcome outcome = Program.run(arguments.toArray());
        assertThat(outcome.code()).as(outcome.toString()).isZero();
        return (Map<?, ?>) Json.parse(outcome.out().strip());
    }

    private static double number(Map<?, ?> map, String key) {
        return ((Number) map.get(key)).doubleValue();
    }

    @Test
    void aTreeFindsLabelsTogether() {
        Map<?, ?> tree = scores(trained(train), test);
        assertThat(number(tree, "instances")).isEqualTo(200);
        assertThat(number(tree, "subsetAccuracy")).isGreaterThan(0.8);
        // Labels 1 and 2 are always right or wrong together, and 3 is certain.
        assertThat(number(tree, "hammingLoss")).isCloseTo((1 - number(tree, "subsetAccuracy")) * 2 / 3, within(1e-9));
        assertThat(number(scores(trained(train), "--decoder", "labels", test), "hammingLoss"))
                .isLessThan(0.15);
        Map<?, ?> alone = scores(trained("--independent", train), test);
        assertThat(number(alone, "subsetAccuracy")).isBetween(0.7, 0.95);
        assertThat(number(scores(trained("--edge-attributes", train), test), "subsetAccuracy"))
                .isGreaterThan(0.75);
        assertThat(number(scores(trained("--loss", "hinge", train), test), "subsetAccuracy"))
                .isGreaterThan(0.75);
    }

    @Test
    void tagsAgreeWithScores() throws Exception {
        Path model = trained("--threads", "1", train);
        byte[] bytes = Files.readAllBytes(model);
        assertThat(Files.readAllBytes(trained("--threads", "3", train))).isEqualTo(bytes);
        List<String> tags = Program.run("multilabel", "tag", "-m", model, test)
                .out()
                .lines()
                .toList();
        List<String> gold = Files.readAllLines(test).stream()
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
        long whole = IntStream.range(0, tags.size())
                .filter(n -> tags.get(n).equals(gold.get(n)))
                .count();
        assertThat(whole / 200.0).isCloseTo(number(scores(model, test), "subsetAccuracy"), within(1e-12));
        Program.Outcome json = Program.run("multilabel", "tag", "-m", model, "--json", test);
        Map<?, ?> first = (Map<?, ?>) Json.parse(json.out().lines().findFirst().orElseThrow());
        assertThat(String.join(
                        ",",
                        ((List<?>) first.get("labels"))
                                .stream().map(String::valueOf).toList()))
                .isEqualTo(tags.get(0));
        assertThat(first.get("exact")).isEqualTo(true);
        assertThat(number(first, "probability")).isBetween(0.0, 1.0);
        assertThat(((Map<?, ?>) first.get("probabilities")).keySet().toString()).isEqualTo("[1, 2, 3]");
        Path likeIt = SmallData.write(folder, "test.jsonl", data(2, 200, true));
        assertThat(Program.run("multilabel", "tag", "-m", model, likeIt).out().lines())
                .containsExactlyElementsOf(tags);
    }

    /** It is a model of graphs like any other. */
    @Test
    void otherCommandsKnowTheModel() {
        Path model = trained(train);
        assertThat(Program.run("inspect", model).out()).contains("graphs of 3 types and 2 templates", "1~2");
        Path small = folder.resolve("small.esp");
        assertThat(Program.run("compress", "--bits", "32", "-o", small, model).code())
                .isZero();
        assertThat(number(scores(small, test), "subsetAccuracy"))
                .isCloseTo(number(scores(model, test), "subsetAccuracy"), within(0.02));
    }

    @Test
    void problemsAreSaid() {
        Path model = trained(train);
        Path bad = SmallData.write(folder, "bad.svm", "1 1:1\n1, 1:1\n");
        assertThat(Program.run("multilabel", "train", "-o", model, bad).err()).contains(bad + ":2: the labels '1,'");
        Path none = SmallData.write(folder, "none.svm", " 1:1\n");
        assertThat(Program.run("multilabel", "train", "-o", model, none).err()).contains("no instance has a label");
        assertThat(Program.run("multilabel", "train", "--independent", "--edge-attributes", "-o", model, train)
                        .code())
                .isEqualTo(2);
        assertThat(Program.run("multilabel").err()).contains("expected train, tag or eval");
        Path unknown = SmallData.write(folder, "unknown.svm", "1,9 1:1\n");
        assertThat(Program.run("multilabel", "eval", "-m", model, unknown).err())
                .contains("does not know the labels [9]");
        Path empty = SmallData.write(folder, "empty.svm", "\n");
        assertThat(Program.run("multilabel", "eval", "-m", model, empty).err()).contains("no instances");
        assertThat(Program.run("tag", "-m", model, test).err()).contains("use 'espalier multilabel tag'");
        assertThat(Program.run("eval", "-m", model, test).err()).contains("use 'espalier multilabel eval'");
    }
}
