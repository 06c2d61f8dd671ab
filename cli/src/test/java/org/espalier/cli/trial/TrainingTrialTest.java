package org.espalier.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.espalier.cli.Program;
import org.espalier.cli.SmallData;
import org.espalier.cli.trial.TrainingTrial.Run;
import org.espalier.data.Sequence;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What timings of samples say about a training; no time is measured here. */
final class TrainingTrialTest {
    private static final TrainingOptions ONE = TrainingOptions.DEFAULTS.withThreads(1);

    @TempDir
    Path folder;

    @Test
    void compilingCountsOnceAndPassesGrowWithTheData() {
        Run few = new Run(500, 0.1, 40, true);
        Run run = new Run(5_000, 0.5, 40, true);

        assertThat(TrainingTrial.of(1, few, run, 200_000, ONE)).isEqualTo(new TrainingTrial(21, 40));
        assertThat(TrainingTrial.of(1, few, run, 5_000, ONE)).isEqualTo(new TrainingTrial(1.5, 40));
    }

    @Test
    void iterationsGrowAsTheyGrewBetweenTheSamples() {
        Run few = new Run(500, 0.1, 20, true);
        Run run = new Run(5_000, 1, 40, true);

        TrainingTrial trial = TrainingTrial.of(0, few, run, 50_000, ONE);

        assertThat(trial.iterations()).isEqualTo(80);
        assertThat(trial.seconds()).isCloseTo(80 * 0.25, within(1e-9));
        assertThat(TrainingTrial.of(0, few, run, 50_000, ONE.withMaxIterations(50))
                        .iterations())
                .isEqualTo(50);
        assertThat(TrainingTrial.of(0, few, new Run(5_000, 1, 15, true), 50_000, ONE)
                        .iterations())
                .isEqualTo(15);
    }

    @Test
    void threadsSaveNothingWhereEveryStepNeedsTheOneBeforeIt() {
        TrainingOptions options = TrainingOptions.DEFAULTS.withThreads(2);

        assertThat(TrainingTrial.saving(options)).isBetween(1.0, 2.0);
        assertThat(TrainingTrial.saving(options.withThreads(1))).isEqualTo(1);
        assertThat(TrainingTrial.saving(options.withAlgorithm(Algorithm.PERCEPTRON)))
                .isEqualTo(1);
        assertThat(TrainingTrial.saving(options.withAlgorithm(Algorithm.ADAGRAD)))
                .isEqualTo(1);
    }

    @Test
    void ofATrainingThatDidNotEndOnlyTheIterationsAreKnown() {
        Run slow = new Run(500, 5, 10, false);

        assertThat(TrainingTrial.of(1, slow, slow, 5_000, ONE)).isEqualTo(new TrainingTrial(5, 0));
    }

    @Test
    void theSampleComesFromEverywhere() {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < 1_000; n++) {
            sequences.add(Sequence.ofWords(Collections.nCopies(n % 7 + 1, "w").toArray(String[]::new)));
        }
        long tokens = sequences.stream().mapToLong(Sequence::length).sum();

        List<Sequence> sample = TrainingTrial.sample(sequences, tokens, 400);

        assertThat(sample.stream().mapToLong(Sequence::length).sum()).isBetween(380L, 420L);
        assertThat(sequences.indexOf(sample.get(0))).isZero();
        assertThat(TrainingTrial.sample(sequences, tokens, tokens)).isSameAs(sequences);
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm perceptron --max-iterations 7, perceptron: about 7 iterations",
        "--algorithm lbfgs --max-iterations 3,      lbfgs: about 3 iterations",
        "--algorithm adagrad --max-iterations 4,    adagrad: about 4 iterations",
        "--model svm --max-iterations 5,            auto: about 5 iterations",
        "--model maxent,                            auto: about ",
    })
    void theAlgorithmIsTheOneThatWouldRun(String options, String expected) {
        Path data = SmallData.write(folder, "data.txt", SmallData.columns(200, 3));
        List<Object> arguments = new ArrayList<>(List.of("check", data));
        arguments.addAll(List.of(options.strip().split(" +")));

        Program.Outcome outcome = Program.run(arguments.toArray());

        assertThat(outcome.code()).as(outcome.toString()).isZero();
        assertThat(outcome.out()).contains(expected.strip());
    }

    @Test
    void modelsThatCountHaveNoIterations() {
        Path data = SmallData.write(folder, "data.txt", SmallData.columns(20, 3));

        assertThat(Program.run("check", "--model", "hmm", data).out())
                .contains("forecast")
                .doesNotContain("iterations");
        assertThat(Program.run("check", "--algorithm", "perceptron", "--l2", 2, data)
                        .code())
                .isEqualTo(2);
    }
}
