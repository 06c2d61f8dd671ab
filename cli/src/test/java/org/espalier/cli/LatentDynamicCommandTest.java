package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --model ldcrf} from end to end. */
final class LatentDynamicCommandTest {
    @TempDir
    Path folder;

    private Path train;
    private Path test;
    private Path model;

    @BeforeEach
    void write() {
        train = SmallData.write(folder, "train.txt", counting(1, 150));
        test = SmallData.write(folder, "test.txt", counting(2, 80));
        model = folder.resolve("model.esp");
    }

    /** Every third mark says yes: labels alone do not tell how many there were. */
    private static String counting(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            int marks = 0;
            for (int t = 0; t < 2 + random.nextInt(6); t++) {
                boolean mark = random.nextInt(3) == 0;
                marks += mark ? 1 : 0;
                text.append(mark ? "mark" : "x")
                        .append('\t')
                        .append(marks % 3 == 2 ? "yes" : "no")
                        .append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static Program.Outcome run(Object... words) {
        Program.Outcome outcome = Program.run(words);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private double accuracy(Path file) {
        Program.Outcome evaluated = run("eval", "--output-format", "json", "-m", file, test);
        assertThat(evaluated.code()).as(evaluated.err()).isZero();
        return ((Number) ((Map<?, ?>) Json.parse(evaluated.out())).get("tokenAccuracy")).doubleValue();
    }

    @Test
    void everyCommandKnowsIt() {
        Path plain = folder.resolve("plain.esp");
        assertThat(run("train", "-q", "--l2", "0.1", "-o", plain, train).code()).isZero();
        Program.Outcome trained = run(
                "train",
                "--model",
                "ldcrf",
                "--hidden-states",
                "3",
                "--restarts",
                "4",
                "--l2",
                "0.1",
                "-o",
                model,
                train);
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(Model.load(model).stateNames()).hasSize(6);
        assertThat(accuracy(model)).isGreaterThan(accuracy(plain));

        assertThat(run("tag", "--marginals", "-m", model, test).code()).isZero();
        assertThat(run("tag", "--nbest", "3", "-m", model, test).code()).isZero();
        assertThat(run("tag", "--decoder", "viterbi", "-m", model, test).code()).isZero();
        assertThat(run("inspect", model).out()).contains("structure", "chain of 6 hidden states in all", "no#1");
        Path smaller = folder.resolve("smaller.esp");
        assertThat(run("compress", "-o", smaller, model).code()).isZero();
        assertThat(accuracy(smaller)).isEqualTo(accuracy(model));
        assertThat(run("check", "--model", "ldcrf", train).code()).isZero();
        Program.Outcome tuned = run("tune", "--model", "ldcrf", "--parameter", "l2=0.1,1", "--folds", "2", train);
        assertThat(tuned.code()).as(tuned.err()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --model ldcrf --hidden-states 0         | --hidden-states is 0
                    --model crf --hidden-states 2           | use --model ldcrf
                    --model ldcrf --algorithm gis --l2 0    | hidden states are not
                    --model ldcrf --loss one-vs-rest-log    | scores labels one by one
                    """)
    void whatMakesNoSenseIsSaid(String words, String expected) {
        Object[] arguments = ("train -q " + words + " -o").split("\\s+");
        Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + 2, Object[].class);
        all[arguments.length] = model;
        all[arguments.length + 1] = train;

        Program.Outcome refused = run(all);

        assertThat(refused.code()).isNotZero();
        assertThat(refused.err()).contains(expected);
    }
}
