package org.espalier.train.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.StateMap;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.ParameterMixing;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.ChunkStore;
import org.espalier.train.corpus.Collector;
import org.espalier.train.corpus.LayoutChoice;
import org.espalier.train.corpus.TrainingData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before a training begins, and what is let through. */
class RequirementsTest {
    private static final Template CHAIN = Template.parse("U0:%x[0,0]\nB", "template");
    private static final TrainingOptions OPTIONS = TrainingOptions.DEFAULTS.withThreads(1);

    @TempDir
    Path folder;

    private static TrainingPlan plan(TrainingOptions options, CheckpointPlan checkpoint, ParameterMixing mixing) {
        return new TrainingPlan(
                options,
                TrainingListener.NONE,
                List.of(),
                null,
                checkpoint,
                () -> false,
                null,
                null,
                mixing,
                null,
                null);
    }

    private void check(TrainingOptions options, Path directory, Sequence... sequences) {
        Iterator<Sequence> iterator = Arrays.asList(sequences).iterator();
        try (TrainingData data = Collector.collect(
                () -> iterator.hasNext() ? iterator.next() : null, CHAIN, options, null, ChunkStore.in(directory))) {
            ChainLabels structure = ChainLabels.plain(data.labels().size());
            ParameterLayout layout = LayoutChoice.of(data, options.selection(), structure, null);
            Requirements.check(options, data.instances(), structure, layout);
        }
    }

    private static Sequence sequence(String words, String labels) {
        return SyntheticData.sequence(List.of(labels.split(" ")), words.split(" "));
    }

    @Test
    void restartsGoWithoutCheckpointAndMixing() {
        CheckpointPlan checkpoint = new CheckpointPlan(folder.resolve("c"), 1, false);
        ParameterMixing mixing =
                new ParameterMixing(ParameterMixing.Kind.ONE_SHOT, 2, ParameterMixing.Weighting.UNIFORM, 1);
        TrainingOptions three = OPTIONS.withRestarts(3);
        assertThatThrownBy(() -> Requirements.checkRestarts(plan(three, checkpoint, null)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("a checkpoint records a single start, but there are 3 restarts");
        assertThatThrownBy(() -> Requirements.checkRestarts(plan(three, null, mixing)))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("3 restarts would mix the weights of different minima");
        assertThatCode(() -> {
                    Requirements.checkRestarts(plan(three, null, null));
                    Requirements.checkRestarts(plan(OPTIONS, checkpoint, mixing));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void theInitialModelHasTheSameStructure() {
        Model initial = new Trainer(CHAIN, OPTIONS.withMaxIterations(1)).train(SyntheticData.sequences(1, 5, 2));
        ChainLabels two = ChainLabels.of(StateMap.substates(2, 2));
        assertThatThrownBy(() -> Requirements.checkStructure(OPTIONS, two, initial))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the initial model does not fit: it has 2 states for 2 labels")
                .hasMessageEndingWith(", or leave it out");
        assertThatCode(() -> Requirements.checkStructure(OPTIONS, ChainLabels.plain(2), initial))
                .doesNotThrowAnyException();
    }

    @Test
    void votingAndReferenceLabelsNeedAPlainChain() {
        ChainLabels hidden = ChainLabels.of(StateMap.substates(2, 2));
        ChainLabels plain = ChainLabels.plain(2);
        TrainingOptions voting = OPTIONS.withAlgorithm(Algorithm.PERCEPTRON)
                .withOnline(OPTIONS.online().withVoting(true));
        TrainingOptions reference =
                OPTIONS.withSelection(FeatureSelection.OBSERVED.withReferenceLabel(FeatureSelection.LAST_LABEL));
        assertThatThrownBy(() -> Requirements.checkStructure(voting, hidden, null))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("voting needs the labels of a chain");
        assertThatThrownBy(() -> Requirements.checkStructure(reference, hidden, null))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("a reference label needs a chain whose states are the labels");
        assertThatCode(() -> {
                    Requirements.checkStructure(voting, plain, null);
                    Requirements.checkStructure(reference, plain, null);
                    Requirements.checkStructure(OPTIONS, hidden, null);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aMarkovModelNeedsAllLabels() {
        TrainingOptions local = OPTIONS.withLoss(LossFunction.LOCAL);
        Sequence full = sequence("a b", "P Q");
        Sequence partial = sequence("a b", "P ?");
        assertThatThrownBy(() -> check(local, null, full, full, partial))
                .isInstanceOf(TrainingException.class)
                .hasMessageStartingWith("sequence 3 has a token without exactly one label");
        assertThatCode(() -> {
                    check(local, null, full, full);
                    check(OPTIONS, null, full, partial);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void whatVisitsSequencesAtRandomNeedsThemInMemory() {
        Sequence full = sequence("a b", "P Q");
        TrainingOptions sgd = OPTIONS.withAlgorithm(Algorithm.SGD);
        TrainingOptions hinge = OPTIONS.withLoss(LossFunction.HINGE);
        assertThatThrownBy(() -> check(sgd, folder, full))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the algorithm sgd visits the sequences in random order")
                .hasMessageEndingWith("or use the algorithm lbfgs or owlqn");
        assertThatThrownBy(() -> check(hinge, folder, full))
                .isInstanceOf(TrainingException.class)
                .hasMessageEndingWith("or use a loss without kinks, such as squared-hinge, with the algorithm lbfgs");
        assertThatCode(() -> {
                    check(sgd, null, full);
                    check(hinge, null, full);
                    check(OPTIONS.withAlgorithm(Algorithm.LBFGS), folder, full);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void oneVersusRestScoresEveryTokenByItself() {
        TrainingOptions options = OPTIONS.withLoss(LossFunction.ONE_VS_REST_HINGE);
        TrainingOptions alone = options.withSelection(FeatureSelection.OBSERVED.withTransitions(false));
        Sequence pair = sequence("a b", "P Q");
        Sequence single = sequence("a", "P");
        assertThatThrownBy(() -> check(options, null, single, pair))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("scores every token by itself, but the model has transitions");
        assertThatCode(() -> {
                    check(alone, null, single, pair);
                    check(options, null, single, sequence("b", "Q"));
                    check(OPTIONS, null, single, pair);
                })
                .doesNotThrowAnyException();
    }

    /** Evenly, by chance, and the same for the same seed. */
    @Test
    void shardsGetTheSameNumberOfSequences() {
        for (int shards : new int[] {1, 2, 3, 7}) {
            int[] owners = Shards.owners(23, shards, 5);
            int[] counts = new int[shards];
            for (int owner : owners) {
                counts[owner]++;
            }
            for (int count : counts) {
                assertThat(count).isBetween(23 / shards, (23 + shards - 1) / shards);
            }
            assertThat(Shards.owners(23, shards, 5)).isEqualTo(owners);
        }
        assertThat(Shards.owners(23, 3, 6)).isNotEqualTo(Shards.owners(23, 3, 5));
        int[] firsts = new int[3];
        for (long seed = 0; seed < 300; seed++) {
            firsts[Shards.owners(4, 3, seed)[0]]++;
        }
        assertThat(firsts[0]).as("two of four sequences go to the first shard").isBetween(110, 190);
        assertThat(firsts[1]).isBetween(45, 105);
    }
}
