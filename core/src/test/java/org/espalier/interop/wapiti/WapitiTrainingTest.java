package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingProgress;
import org.junit.jupiter.api.Test;

class WapitiTrainingTest {
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final WapitiPatterns PATTERNS = WapitiPatterns.parse("u:%x[0,0]\n*:%x[-1,0]\nb", "p", UTF_8);
    private static final WapitiTraining.Options EXACT =
            WapitiTraining.Options.DEFAULTS.withPenalty(0, 0.1).withStop(0, 1e-12);

    private static List<Sequence> data(String text) {
        try {
            return new WapitiData(new ByteArrayInputStream(text.getBytes(UTF_8)), "d", UTF_8, false).readAll(true);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final List<Sequence> DATA = data("b ?\na X\nc Y|X\n\na X\nb ?\nb X\n\nc X\na Y|X\n");

    /** Keeps what it is told. */
    private static final class Log implements WapitiTraining.Listener {
        private final List<Double> objectives = new ArrayList<>();
        private final List<Double> errors = new ArrayList<>();
        private WapitiTraining.Summary summary = new WapitiTraining.Summary(0, 0, 0, 0, 0);

        @Override
        public void onStart(WapitiTraining.Summary told) {
            summary = told;
        }

        @Override
        public void onIteration(TrainingProgress progress, double tokenErrors, double sequenceErrors) {
            objectives.add(progress.objective());
            errors.add(tokenErrors);
        }
    }

    @Test
    void labelsAndObservationsStandInTheOrderOfTheData() {
        Log log = new Log();
        Model model = new WapitiTraining(PATTERNS, EXACT, log).train(DATA, List.of(), null);

        // Labels are taken to the letter: ? is no unknown label and | joins nothing.
        assertThat(model.labels().names()).containsExactly("?", "X", "Y|X");
        WapitiObservations observations = WapitiObservations.of(model);
        List<String> names = new ArrayList<>();
        for (int o = 0; o < observations.size(); o++) {
            names.add(observations.name(o));
        }
        assertThat(names).containsExactly("u:b", "*:_x-1", "b", "u:a", "*:b", "u:c", "*:a", "*:c");
        assertThat(log.summary).isEqualTo(new WapitiTraining.Summary(3, 0, 3, 8, 3 * 3 + 9 + 4 * 12));
        assertThat(observations.features()).isEqualTo(log.summary.features());
        // Steps into the first token have no effect.
        double[] weights = new double[9];
        observations.stepWeights(1, weights);
        assertThat(weights).containsOnly(0.0);
    }

    @Test
    void theModelDoesNotDependOnThreads() {
        byte[] one = WapitiModelFileTest.write(
                new WapitiTraining(PATTERNS, EXACT, new Log()).train(DATA, List.of(), null), UTF_8);
        WapitiTraining.Options three = new WapitiTraining.Options(
                WapitiType.CRF, WapitiTraining.Method.LBFGS, 0, 0.1, 0, 5, 0, 1e-12, 5, 40, 3);

        assertThat(WapitiModelFileTest.write(
                        new WapitiTraining(PATTERNS, three, new Log()).train(DATA, List.of(), null), UTF_8))
                .isEqualTo(one);
    }

    @Test
    void aMaximumEntropyModelHasNoWeightsOfPairs() {
        Model model =
                new WapitiTraining(PATTERNS, EXACT.withType(WapitiType.MAXENT), new Log()).train(DATA, List.of(), null);
        WapitiObservations observations = WapitiObservations.of(model);

        assertThat(WapitiType.of(model)).isEqualTo(WapitiType.MAXENT);
        assertThat(observations.size()).isEqualTo(8);
        double[] weights = new double[9];
        for (int o = 0; o < observations.size(); o++) {
            observations.stepWeights(o, weights);
            assertThat(weights).containsOnly(0.0);
        }
        assertThat(new String(WapitiModelFileTest.write(model, UTF_8), UTF_8)).startsWith("#mdl#0#");
    }

    @Test
    void trainingGoesOnFromAModel() {
        Log first = new Log();
        Model model = new WapitiTraining(PATTERNS, EXACT, first).train(DATA, List.of(), null);
        Log second = new Log();
        Model again = new WapitiTraining(PATTERNS, EXACT, second).train(DATA, List.of(), model);

        assertThat(second.objectives).hasSizeLessThan(first.objectives.size());
        assertThat(again.weights()).containsExactly(model.weights(), within(1e-4));
        assertThat(again.labels()).isEqualTo(model.labels());
    }

    @Test
    void steadyErrorsEndTheTraining() {
        Log log = new Log();
        new WapitiTraining(PATTERNS, EXACT.withStop(3, 0.02), log).train(DATA, DATA.subList(0, 1), null);
        int count = log.errors.size();

        assertThat(log.summary.developmentSequences()).isEqualTo(1);
        assertThat(count).isGreaterThanOrEqualTo(3);
        assertThat(log.errors.get(count - 1)).isCloseTo(log.errors.get(count - 3), within(0.02));
    }

    @Test
    void whatCannotBeTrainedIsRefused() {
        assertThatThrownBy(() -> new WapitiTraining(PATTERNS, EXACT, new Log()).train(List.of(), List.of(), null))
                .isInstanceOf(TrainingException.class);
    }
}
