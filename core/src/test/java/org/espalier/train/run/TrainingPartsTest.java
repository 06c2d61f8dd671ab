package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.optimize.Result;
import org.espalier.optimize.StopReason;
import org.espalier.train.Algorithm;
import org.espalier.train.EarlyStopping;
import org.espalier.train.FeatureSelection;
import org.espalier.train.SyntheticData;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.GoldLabels;
import org.junit.jupiter.api.Test;

/** The small records of a training run, by themselves. */
class TrainingPartsTest {

    @Test
    void weightsAreMeasured() {
        Reached epoch = Reached.afterEpoch(4, 1.5, new double[] {3, 0, -4}, null);
        assertThat(epoch.nonZeros()).isEqualTo(2);
        assertThat(epoch.norm()).isEqualTo(5);
        assertThat(epoch.value()).isEqualTo(1.5);
        assertThat(epoch.iteration()).isEqualTo(4);
        assertThat(epoch.gradientNorm()).isNaN();
        Reached exact = epoch.withObjective(7, 0.5);
        assertThat(exact.value()).isEqualTo(7);
        assertThat(exact.gradientNorm()).isEqualTo(0.5);
        assertThat(exact.norm()).isEqualTo(5);
        Reached average =
                Reached.onAverage(new Result(new double[] {1, 0}, 2, 0.25, 6, 9, StopReason.CONVERGED_GRADIENT));
        assertThat(average.iteration()).isEqualTo(6);
        assertThat(average.evaluations()).isEqualTo(9);
        assertThat(average.gradientNorm()).isEqualTo(0.25);
        assertThat(average.nonZeros()).isEqualTo(1);
    }

    @Test
    void aReferenceLabelIsFoundByItsNameOrIsTheLast() {
        Labels labels = Labels.of(List.of("A", "B", "C"));
        FeatureSelection selection = FeatureSelection.OBSERVED;
        assertThat(selection.reference(labels)).isEqualTo(-1);
        assertThat(selection.withReferenceLabel("A").reference(labels)).isZero();
        assertThat(selection.withReferenceLabel("B").reference(labels)).isEqualTo(1);
        assertThat(selection.withReferenceLabel(FeatureSelection.LAST_LABEL).reference(labels))
                .isEqualTo(2);
        Labels last = Labels.of(List.of("last", "other"));
        assertThat(selection.withReferenceLabel("last").reference(last))
                .as("a label of that name")
                .isZero();
        assertThatThrownBy(() -> selection.withReferenceLabel("X").reference(labels))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("'X' does not occur");
        assertThat(selection.withReferenceLabel("A").allStates()).isTrue();
        assertThat(selection.withReferenceLabel(null).allStates()).isFalse();
        assertThat(selection.withAllStates(true).withReferenceLabel(null).allStates())
                .isTrue();
        assertThatThrownBy(() -> selection.withReferenceLabel("A").withAllStates(false))
                .hasMessageContaining("allStates");
        assertThatThrownBy(() -> selection.withReferenceLabel("A").withMinFrequency(0))
                .hasMessageContaining("minimum frequency");
    }

    @Test
    void selectionsAreChecked() {
        FeatureSelection selection = FeatureSelection.OBSERVED;
        assertThatThrownBy(() -> selection.withMinCount(0)).hasMessageContaining("minCount = 0");
        assertThatThrownBy(() -> selection.withMinFeatureCount(0)).hasMessageContaining("minFeatureCount = 0");
        assertThatThrownBy(() -> selection.withMinFrequency(Double.NaN)).hasMessageContaining("not a number");
        assertThat(selection.hasMinFrequency()).isFalse();
        assertThat(selection.withMinFrequency(-5).hasMinFrequency()).isTrue();
        FeatureSelection all = selection.withAllFeatures(true);
        assertThat(all.allFeatures()).isTrue();
        assertThat(all.withAllStates(false).allFeatures()).isFalse();
        assertThat(all.withAllTransitions(false).allFeatures()).isFalse();
        assertThat(all.withMinFrequency(0).allFeatures()).isFalse();
        assertThatThrownBy(() -> new EarlyStopping(EarlyStopping.Metric.F1, 0)).hasMessageContaining("patience = 0");
        assertThat(new EarlyStopping(EarlyStopping.Metric.F1, 1).patience()).isEqualTo(1);
        TrainingOptions options = TrainingOptions.DEFAULTS;
        assertThatThrownBy(() -> options.withThreads(-1)).hasMessageContaining("threads = -1");
        assertThatThrownBy(() -> options.withKappa(0)).hasMessageContaining("kappa = 0");
        assertThatThrownBy(() -> options.withKappa(Double.POSITIVE_INFINITY)).hasMessageContaining("kappa");
        assertThatThrownBy(() -> options.withCost(-1)).hasMessageContaining("cost = -1");
        assertThatThrownBy(() -> options.withCost(Double.POSITIVE_INFINITY)).hasMessageContaining("cost");
        assertThat(options.withCost(0).cost()).isZero();
        assertThatThrownBy(() -> options.withAlgorithm(Algorithm.MIRA)
                        .withOnline(options.online().withVoting(true)))
                .hasMessageContaining("only the perceptron");
    }

    @Test
    void partialLabelsAreSplitAsTheNotationSays() {
        LabelNotation notation = new LabelNotation("_", "/");
        List<List<String>> found = GoldLabels.alternatives(
                notation,
                SyntheticData.sequence(List.of("A", "_", "A/B", "A/_"), "w", "x", "y", "z"),
                List.of("A", "_", "A/B", "A/_"));
        assertThat(found).containsExactly(List.of("A"), List.of(), List.of("A", "B"), List.of());
        assertThat(GoldLabels.alternatives(notation, SyntheticData.sequence(List.of(""), "w"), List.of("")))
                .as("an empty label is a label")
                .containsExactly(List.of(""));
        assertThatThrownBy(() -> GoldLabels.alternatives(
                        notation, SyntheticData.sequence(List.of("A", "A/"), "w", "x"), List.of("A", "A/")))
                .hasMessageContaining("'A/' of token 2");
    }
}
