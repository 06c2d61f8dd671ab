package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --voting} from end to end. */
final class VotingCommandTest {
    @TempDir
    Path folder;

    private Path model() {
        return folder.resolve("voted.esp");
    }

    private static Program.Outcome run(String words, Object... files) {
        Object[] all = new Object[words.split(" ").length + files.length];
        System.arraycopy(words.split(" "), 0, all, 0, words.split(" ").length);
        System.arraycopy(files, 0, all, words.split(" ").length, files.length);
        Program.Outcome outcome = Program.run(all);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private Path data(String name, String text) {
        return SmallData.write(folder, name, text);
    }

    private static String libsvm(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder out = new StringBuilder();
        for (int n = 0; n < count; n++) {
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            String label = x + 0.3 * random.nextGaussian() > 0.2 ? "1" : y > 0 ? "2" : "3";
            out.append(label).append(" 1:").append(x).append(" 2:").append(y).append('\n');
        }
        return out.toString();
    }

    private void train(String words, Path data) {
        Program.Outcome trained = run("train -q " + words + " -o", model(), data);
        assertThat(trained.code()).as(trained.err()).isZero();
    }

    private double accuracy(Path test) {
        Program.Outcome evaluated = run("eval --output-format json -m", model(), test);
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        return ((Number) ((Map<?, ?>) Json.parse(evaluated.out())).get("accuracy")).doubleValue();
    }

    @Test
    void instances() {
        Path test = data("test.svm", libsvm(2, 100));
        train(
                "--model perceptron --voting --max-iterations 5 --format libsvm --bias 1",
                data("train.svm", libsvm(1, 200)));
        Model voted = Model.load(model());
        assertThat(Objects.requireNonNull(voted.votes()).total()).isEqualTo(5 * 200);
        assertThat(((Map<?, ?>) voted.provenance().get("options")).get("voting"))
                .isEqualTo(true);
        assertThat(accuracy(test)).isGreaterThan(0.75);
        Program.Outcome tagged = run("tag --output-format json --nbest 3 --probability -m", model(), test);
        Map<?, ?> first =
                (Map<?, ?>) Json.parse(tagged.out().lines().findFirst().orElseThrow());
        double sum = 0;
        for (Object label : (List<?>) first.get("ranking")) {
            sum += ((Number) ((Map<?, ?>) label).get("probability")).doubleValue();
        }
        assertThat(sum).isBetween(0.99, 1.01);
    }

    @Test
    void tablesAndTexts() {
        train(
                "--model perceptron --voting --format csv --label-column income",
                data(
                        "train.csv",
                        "id,age,job,income\n1,39,cook,hi\n2,50,\"a, b\",lo\n3,41,cook,hi\n4,52,x,lo\n5,?,cook,hi\n6,55,x,lo\n"));
        assertThat(run("tag --output-format labels -m", model(), folder.resolve("train.csv"))
                        .out())
                .isEqualTo("hi\nlo\nhi\nlo\nhi\nlo\n");
        train(
                "--model perceptron --voting --format text",
                data("train.tsv", "A\tgood film\nA\tvery good\nB\tbad film\nB\tvery bad bad\n"));
        assertThat(Program.runWith(
                                "A\tgood good\nB\tbad\n".getBytes(StandardCharsets.UTF_8),
                                "tag",
                                "--output",
                                "labels",
                                "-m",
                                model())
                        .out())
                .isEqualTo("A\nB\n");
    }

    @Test
    void chains() {
        Path dev = data("dev.txt", SmallData.columns(20, 3));
        train(
                "--algorithm perceptron --voting --max-iterations 4 --dev " + dev,
                data("train.txt", SmallData.columns(40, 1)));
        Path test = data("test.txt", SmallData.columns(30, 2));
        assertThat(run("eval -m", model(), test).out()).contains("B-NP");
        assertThat(run("tag --marginals --output-format json -m", model(), test).out())
                .contains("B-NP")
                .doesNotContain("NaN");
        assertThat(run("tag --threads 2 -m", model(), test).out())
                .isEqualTo(run("tag --threads 1 -m", model(), test).out());
        assertThat(run("inspect", model()).out()).contains("decides by", "a vote of ", " weight vectors");
        assertThat(run("verify -m " + model() + " -m", model(), test).code()).isZero();
    }

    @Test
    void whatAVoteCannotBeIsSaid() {
        Path data = data("train.txt", SmallData.columns(40, 1));
        train("--algorithm perceptron --voting --max-iterations 3", data);
        Program.Outcome compressed = run("compress -o", folder.resolve("small.esp"), model());
        assertThat(compressed.code()).isEqualTo(1);
        assertThat(compressed.err()).contains("a vote of ", "Train it without voting");
        Program.Outcome converted = run("convert", model(), folder.resolve("model.crfsuite"));
        assertThat(converted.code()).isEqualTo(1);
        assertThat(converted.err()).contains("only Espalier's format supports");
        assertThat(run("convert", model(), folder.resolve("copy.esp")).code()).isZero();
        assertThat(Model.load(folder.resolve("copy.esp")).votes())
                .isEqualTo(Model.load(model()).votes());
        // Its average is what another training starts from.
        assertThat(run("train -q --max-iterations 5 --init", model(), "-o", folder.resolve("crf.esp"), data)
                        .code())
                .isZero();
        assertThat(Model.load(folder.resolve("crf.esp")).votes()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--voting | --voting has no meaning for --algorithm auto",
                "--algorithm mira --voting | --voting has no meaning for --algorithm mira",
                "--algorithm perceptron --voting --no-averaging | either all weight vectors vote, or the last one decides",
                "--algorithm perceptron --voting --max-iterations 0 | voting after 0 epochs",
                "--model perceptron --voting --checkpoint c | cannot be saved in a checkpoint",
                "--model perceptron --l1 1 | --l1 cannot be combined with --algorithm perceptron",
                "--model kernel-svm --kernel linear --voting | --voting has no meaning"
            })
    void whatDoesNotGoTogetherIsWrongUsage(String options, String message) {
        Path data = data("train.txt", SmallData.columns(5, 1));
        Program.Outcome outcome =
                run("train " + options.replace(" c", " " + folder.resolve("c")) + " -o", model(), data);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void binaryProblemsAndShardsHaveNoVote() {
        Path data = data("train.svm", libsvm(1, 60));
        Program.Outcome pairs =
                run("train --format libsvm --model perceptron --voting --multiclass all-pairs -o", model(), data);
        assertThat(pairs.code()).isEqualTo(1);
        assertThat(pairs.err()).contains("leave voting out");
    }
}
