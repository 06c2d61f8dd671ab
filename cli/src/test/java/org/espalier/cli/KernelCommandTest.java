package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelCommandTest {
    @TempDir
    Path folder;

    /** A ring around a disc, which no linear model can tell apart, as CRFsuite items. */
    private Path rings(String name, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            boolean inside = i % 2 == 0;
            double angle = random.nextDouble(2 * Math.PI);
            double radius = inside ? random.nextDouble(0.8) : random.nextDouble(1.2, 2);
            text.append(String.format(
                    Locale.ROOT,
                    "%s\tx:%.4f\ty:%.4f%n%n",
                    inside ? "disc" : "ring",
                    radius * Math.cos(angle),
                    radius * Math.sin(angle)));
        }
        return SmallData.write(folder, name, text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--model kernel-svm --kernel rbf(gamma=1) --cost 10",
                "--model kernel-svm --kernel polynomial(degree=2) --probabilities",
                "--model kernel-lr --kernel rbf(gamma=1) --l2 0.1",
                "--model kernel-lr --kernel rbf(gamma=1) --l2 0.1 --import-vectors 20",
                "--model kernel-perceptron --kernel rbf(gamma=1)",
                "--model kernel-perceptron --kernel rbf(gamma=1) --no-averaging --kernel-budget 40"
            })
    void trainsEvaluatesTagsAndInspects(String options) {
        Path train = rings("train.items", 120, 1);
        Path test = rings("test.items", 80, 2);
        Path model = folder.resolve("model.esp");
        Path report = folder.resolve("report.json");
        String[] words = ("train --format crfsuite --report " + report + " -o " + model + " " + options + " " + train)
                .split(" ");

        Program.Outcome trained = Program.run((Object[]) words);
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.err())
                .contains("120 sequences")
                .contains("model.esp: ")
                .doesNotContain("NaN");

        Program.Outcome evaluated = Program.run("eval", "--output-format", "json", "-m", model, test);
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        Object accuracy = ((Map<?, ?>) Json.parse(evaluated.out().strip())).get("accuracy");
        assertThat(((Number) accuracy).doubleValue()).as(options).isGreaterThan(0.93);
        assertThat(Program.run("tag", "--output-format", "json", "-m", model, test)
                        .out())
                .contains("disc");
        assertThat(Program.run("inspect", model).out()).contains("point[");
        assertThat(Model.load(model).provenance().get("options")).asString().contains("kernel=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--model maxent --feature-map fourier(gamma=1,size=100)",
                "--model svm --feature-map polynomial(degree=2)",
                "--model mira --feature-map fourier(gamma=1,size=100,seed=4)"
            })
    void linearModelsBehindAFeatureMapTellRingsApart(String options) {
        Path train = rings("train.items", 120, 1);
        Path test = rings("test.items", 80, 2);
        Path model = folder.resolve("model.esp");
        Program.Outcome trained = Program.run(
                (Object[]) ("train -q --format crfsuite -o " + model + " " + options + " " + train).split(" "));
        assertThat(trained.code()).as(trained.err()).isZero();
        Program.Outcome evaluated = Program.run("eval", "--output-format", "json", "-m", model, test);
        Object accuracy = ((Map<?, ?>) Json.parse(evaluated.out().strip())).get("accuracy");
        assertThat(((Number) accuracy).doubleValue()).as(options).isGreaterThan(0.93);
    }

    /** Walks around a ring or inside it: sequences of five tokens with one label, or with a change in the middle. */
    private Path walks(String name, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            boolean inside = random.nextBoolean();
            for (int t = 0; t < 5; t++) {
                inside ^= t == 3 && random.nextBoolean();
                double angle = random.nextDouble(2 * Math.PI);
                double radius = inside ? random.nextDouble(0.9) : random.nextDouble(1.1, 2);
                text.append(String.format(
                        Locale.ROOT,
                        "%s\tx:%.4f\ty:%.4f%n",
                        inside ? "disc" : "ring",
                        radius * Math.cos(angle),
                        radius * Math.sin(angle)));
            }
            text.append(System.lineSeparator());
        }
        return SmallData.write(folder, name, text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " --l2 0.1",
                " --l2 0.1 --order 2",
                " --l2 0.1 --loss softmax-margin",
                " --algorithm mira",
                " --threads 3"
            })
    void kernelCrfTrainsEvaluatesTagsAndInspects(String options) {
        Path train = walks("train.items", 60, 1);
        Path test = walks("test.items", 40, 2);
        Path model = folder.resolve("model.esp");
        Program.Outcome trained = Program.run(
                (Object[]) ("train --format crfsuite --model kernel-crf --kernel rbf(gamma=1) --import-vectors 25 -o "
                                + model + options + " " + train)
                        .split(" "));
        assertThat(trained.code()).as(trained.err()).isZero();
        Program.Outcome evaluated = Program.run("eval", "--output-format", "json", "-m", model, test);
        Object accuracy = ((Map<?, ?>) Json.parse(evaluated.out().strip())).get("tokenAccuracy");
        assertThat(((Number) accuracy).doubleValue()).as(options).isGreaterThan(0.9);
        assertThat(Program.run("inspect", model).out()).contains("point[").contains("kernel-crf");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "train -o m.esp --model kernel-crf x | needs --kernel, for example",
                "train -o m.esp --model kernel-crf --kernel rbf --checkpoint c x | --checkpoint cannot be combined with --model kernel-crf",
                "train -o m.esp --model kernel-crf --kernel rbf --init i.esp x | --init cannot be combined with --model kernel-crf",
                "train -o m.esp --kernel rbf x | --kernel cannot be combined with --model crf; leave it out, or use --model kernel-crf",
                "train -o m.esp --feature-map fourier(size=3) x | fourier: size = 3; expected an even number",
                "train -o m.esp --feature-map cosine x | 'cosine' is not a map; expected fourier(...) or polynomial(...)",
                "train -o m.esp --model hmm --feature-map polynomial x | --feature-map cannot be combined with --model hmm",
                "tune --model kernel-svm -p l2=1,2 x | tune has no --kernel, which --model kernel-svm needs",
                "compare-optimizers --model kernel-crf x | --model kernel-crf has its own algorithm"
            })
    void refusesWhatHasNoMeaning(String command, String problem) {
        Path data = walks("x", 5, 1);
        Program.Outcome outcome =
                Program.run((Object[]) command.replace(" x", " " + data).split(" "));
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(problem);
    }

    /** A disc, a ring around it and a ring around that. */
    private Path threeRings(String name, int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            double angle = random.nextDouble(2 * Math.PI);
            double radius = i % 3 + random.nextDouble(0.1, 0.8);
            text.append(String.format(
                    Locale.ROOT,
                    "ring%d\tx:%.4f\ty:%.4f%n%n",
                    i % 3,
                    radius * Math.cos(angle),
                    radius * Math.sin(angle)));
        }
        return SmallData.write(folder, name, text.toString());
    }

    @ParameterizedTest
    @CsvSource({"all-pairs-votes, VOTES", "all-pairs --probabilities, COUPLED", "one-vs-rest, GLOBAL"})
    void pairsOfLabelsFromEndToEnd(String way, String normalisation) {
        Path train = threeRings("train.items", 150, 3);
        Path test = threeRings("test.items", 90, 4);
        Path model = folder.resolve("model.esp");
        String[] words = ("train --format crfsuite --model kernel-svm --kernel rbf(gamma=1) --cost 10 -o " + model
                        + " --multiclass " + way + " " + train)
                .split(" ");

        Program.Outcome trained = Program.run((Object[]) words);
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.err()).contains("optimality conditions violated").doesNotContain("null");
        assertThat(Model.load(model).normalisation()).hasToString(normalisation);
        Program.Outcome evaluated = Program.run("eval", "--output-format", "json", "-m", model, test);
        Object accuracy = ((Map<?, ?>) Json.parse(evaluated.out().strip())).get("accuracy");
        assertThat(((Number) accuracy).doubleValue()).as(way).isGreaterThan(0.93);
        assertThat(Program.run("tag", "-m", model, test).out()).contains("ring0", "ring1", "ring2");
        assertThat(Program.run("tag", "--marginals", "--output-format", "json", "-m", model, test)
                        .out())
                .contains("ring0")
                .doesNotContain("NaN");
        assertThat(Program.run("inspect", model).out()).contains("point[");
        Path smaller = folder.resolve("smaller.esp");
        Program.Outcome compressed = Program.run("compress", "-o", smaller, "--bits", 32, "--test", test, model);
        assertThat(compressed.code()).as(compressed.err()).isZero();
        assertThat(compressed.out()).contains("0 of 90 labels have changed");
        assertThat(Program.run("verify", "-m", model, "-m", smaller, test).code())
                .isZero();
        Program.Outcome converted = Program.run("convert", model, folder.resolve("model.wapiti"));
        assertThat(converted.code()).isEqualTo(1);
        assertThat(converted.err()).doesNotContain("Exception");
    }

    /** No attributes: the text of a column is compared. */
    @Test
    void comparesTextsOfColumns() {
        StringBuilder text = new StringBuilder();
        for (String word :
                new String[] {"walking", "talking", "running", "singing", "walked", "talked", "jumped", "played"}) {
            text.append(word)
                    .append('\t')
                    .append(word.endsWith("ing") ? "NOW" : "THEN")
                    .append("\n\n");
        }
        Path train = SmallData.write(folder, "train.txt", text.toString());
        Path model = folder.resolve("model.esp");

        assertThat(Program.run(
                                "train",
                                "-q",
                                "--model",
                                "kernel-svm",
                                "--kernel",
                                "normalised(string(length=2))",
                                "-o",
                                model,
                                train)
                        .code())
                .isZero();
        assertThat(Program.runWith("jumping\n\nkissed\n\n".getBytes(StandardCharsets.UTF_8), "tag", "-m", model, "-")
                        .out())
                .contains("NOW", "THEN");
    }

    @Test
    void readsJsonAttributes() {
        Path train = SmallData.write(folder, "train.jsonl", """
                {"tokens": [{"attributes": {"x": 1, "y": 1}}], "labels": ["same"]}
                {"tokens": [{"attributes": {"x": -1, "y": -1}}], "labels": ["same"]}
                {"tokens": [{"attributes": {"x": 1, "y": -1}}], "labels": ["different"]}
                {"tokens": [{"attributes": {"x": -1, "y": 1}}], "labels": ["different"]}
                """);
        Path model = folder.resolve("model.esp");
        Program.Outcome outcome = Program.run(
                "train",
                "-q",
                "--format",
                "jsonl",
                "--model",
                "kernel-svm",
                "--kernel",
                "polynomial",
                "--cost",
                10,
                "-o",
                model,
                train);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Program.run("tag", "-m", model, train).out()).contains("same", "different");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "--model kernel-svm | needs --kernel, for example",
                "--kernel linear | --kernel cannot be combined with --model crf; leave it out, or use --model kernel-crf",
                "--model kernel-lr --kernel linear --cost 1 | --cost cannot be combined with --model kernel-lr",
                "--model kernel-svm --kernel linear --l2 1 | the penalty of kernel-svm is --cost",
                "--model kernel-svm --kernel rbf --gamma 1 | gamma is part of the kernel",
                "--model kernel-svm --kernel rbf --dev x.txt | measure with espalier eval",
                "--model kernel-svm --kernel rbf --algorithm lbfgs | --algorithm cannot be combined with --model kernel-svm",
                "--model kernel-lr --kernel rbf --multiclass all-pairs | only kernel-svm is built from binary machines",
                "--model kernel-svm --kernel rbf --multiclass all-pairs | it couples probabilities of pairs; add --probabilities",
                "--model kernel-svm --kernel rbf --multiclass all-pairs-votes --probabilities | votes are not probabilities",
                "--model kernel-svm --kernel rbf --multiclass softmax | kernel-svm is built from binary machines; use one-vs-rest",
                "--model kernel-svm --kernel rbf --reference-label a | --reference-label cannot be combined with --model kernel-svm",
                "--model kernel-svm --kernel rbff | unknown kernel 'rbff'",
                "--model kernel-svm --kernel rbf --cost -1 | cost = -1.0; expected",
                "--model kernel-svm --kernel rbf --kernel-cache 0 | --kernel-cache is 0; expected megabytes",
                "--model kernel-lr --kernel rbf --import-vectors 0 | at most 0 import vectors",
                "--model kernel-perceptron --kernel rbf --kernel-budget 5 | --kernel-budget needs --no-averaging",
                "--model kernel-perceptron --kernel rbf --checkpoint c | --checkpoint cannot be combined with"
            })
    void refusesOptionsThatDoNotGoTogether(String options, String message) {
        Path train = rings("train.items", 10, 1);
        String[] words = ("train --format crfsuite -o " + folder.resolve("m.esp") + " " + options.strip() + " " + train)
                .split(" ");
        Program.Outcome outcome = Program.run((Object[]) words);

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err().replaceAll("\\s+", " ")).contains(message.strip());
        assertThat(outcome.isClear()).isTrue();
    }

    @Test
    void sequencesOfSeveralTokensAreExplained() {
        Path train = SmallData.write(folder, "train.txt", "a X\nb Y\n\n");
        Program.Outcome outcome = Program.run(
                "train", "--model", "kernel-lr", "--kernel", "string", "-o", folder.resolve("m.esp"), train);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("train.txt:1: a sequence of 2 tokens; kernel machines classify sequences of one token");
        assertThat(outcome.isClear()).isTrue();
    }

    @Test
    void aSmallCacheIsSaid() {
        Path train = rings("train.items", 400, 3);
        Program.Outcome outcome = Program.run(
                "train",
                "--format",
                "crfsuite",
                "--model",
                "kernel-svm",
                "--kernel",
                "rbf",
                "--kernel-cache",
                1,
                "-o",
                folder.resolve("m.esp"),
                train);

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err())
                .contains("warning: 400 points have a Gram matrix of 1 MB; the cache of 1 MB keeps 327 of its rows");
    }
}
