package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.Recorder;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which supervision leaves an objective convex, as the report of a training tells it. */
class ConvexityTest {
    private static final Template WORDS = Template.parse("U0:%x[0,0]\nB", "words");

    private static boolean isConvex(String labels, boolean transitions, double weight) {
        TrainingOptions options = TrainingOptions.DEFAULTS
                .withThreads(1)
                .withMaxIterations(1)
                .withNotation(new LabelNotation("?", "|"))
                .withAlgorithm(Algorithm.LBFGS)
                .withSelection(FeatureSelection.OBSERVED.withTransitions(transitions));
        List<Sequence> data = new ArrayList<>();
        for (String known : new String[] {"A", "B", "C"}) {
            data.add(SyntheticData.sequence(List.of(known, "A"), "x", "y"));
        }
        List<String> given = List.of(labels.split(" "));
        data.add(SyntheticData.sequence(given, "x", "y", "z").withWeight(weight));
        Recorder recorder = new Recorder();
        new Trainer(WORDS, options).withListener(recorder).train(data);
        return recorder.report().convex();
    }

    /** Labels of one sequence among others with full labels, whose labels are A, B and C. */
    @ParameterizedTest
    @CsvSource({
        "A B C, true, true",
        "? ? ?, true, true",
        "A|B|C ? A|B|C, true, true",
        "A ? C, false, true",
        "A ? ?, false, true",
        "A A|B|C C, false, true",
        "A A|B C, false, false",
        "A|B A|B A|B, false, false",
        "A|B ? ?, false, false"
    })
    void positionsThatSayNothingDoNoHarmWhereTheyStandByThemselves(String labels, boolean chain, boolean apart) {
        assertThat(isConvex(labels, true, 1)).as("a chain").isEqualTo(chain);
        assertThat(isConvex(labels, false, 1)).as("tokens by themselves").isEqualTo(apart);
        assertThat(isConvex(labels, true, 0)).as("as if it were not there").isTrue();
    }
}
