package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Token;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.generative.HmmOptions;
import org.espalier.generative.HmmTrainer;
import org.espalier.generative.NaiveBayes;
import org.espalier.generative.NaiveBayesOptions;
import org.espalier.kernel.KernelLogisticRegression;
import org.espalier.kernel.KernelSvm;
import org.espalier.kernel.KernelTrainer;
import org.espalier.model.Model;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.ThrowingConsumer;

/** What every learner keeps, whatever it learns. */
class LearnerTest {
    private static final List<Sequence> DATA = new ArrayList<>();

    static {
        for (int n = 0; n < 12; n++) {
            String word = n % 3 == 0 ? "a" : "b";
            Token token =
                    new Token(List.of(word), List.of(new Attribute("w=" + word, 1), new Attribute("n" + n % 2, 1)));
            DATA.add(Sequence.of(List.of(token), List.of(n % 3 == 0 ? "X" : "Y")));
        }
    }

    private static final Trainer TRAINER = new Trainer(
            new GivenAttributes(), TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(5));

    private static final List<Learner> LEARNERS = List.of(
            TRAINER,
            new OneVersusRest(TRAINER),
            new AllPairs(TRAINER, true),
            new HmmTrainer(HmmOptions.DEFAULTS),
            new NaiveBayes(new GivenAttributes(), NaiveBayesOptions.DEFAULTS),
            new KernelTrainer(new GivenAttributes(), KernelFunction.parse("rbf(gamma=0.5)"), KernelSvm.DEFAULTS),
            new KernelTrainer(
                    new GivenAttributes(), KernelFunction.parse("linear"), KernelLogisticRegression.DEFAULTS));

    private static Stream<DynamicTest> each(ThrowingConsumer<Learner> test) {
        return LEARNERS.stream().map(learner -> DynamicTest.dynamicTest(learner.name(), () -> test.accept(learner)));
    }

    @TestFactory
    Stream<DynamicTest> itLearns() {
        return each(learner -> {
            Model model = learner.train(DATA);

            assertThat(model.labels().names()).containsExactly("X", "Y");
            for (Sequence sequence : DATA) {
                assertThat(model.tagger().tag(sequence).labels()).isEqualTo(sequence.labels());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theListenerHearsOfStartAndEndAndChangesNothing() {
        return each(learner -> {
            List<String> heard = new ArrayList<>();
            Model model = learner.withListener(new TrainingListener() {
                        @Override
                        public void onStart(TrainingSummary summary) {
                            assertThat(summary.sequences()).isEqualTo(DATA.size());
                            heard.add("start");
                        }

                        @Override
                        public void onFinish(TrainingReport report) {
                            assertThat(report.seconds()).isNotNegative();
                            heard.add("finish");
                        }
                    })
                    .withStop(() -> false)
                    .withDev(List.of())
                    .train(DATA);

            assertThat(heard).startsWith("start").endsWith("finish");
            assertThat(model.weights()).containsExactly(learner.train(DATA).weights());
        });
    }

    @TestFactory
    Stream<DynamicTest> theModelSaysHowItWasMade() {
        return each(learner -> {
            assertThat(learner.name()).isNotBlank();
            assertThat(learner.provenance()).isNotEmpty();
            Model model = learner.train(DATA);
            if (!(learner instanceof OneVersusRest || learner instanceof AllPairs)) {
                assertThat(model.provenance()).containsEntry("options", learner.provenance());
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> dataCanBeRead() {
        return each(learner -> {
            Iterator<Sequence> left = DATA.iterator();
            Model model = learner.train((SequenceReader) new SequenceReader() {
                @Override
                public Sequence next() {
                    return left.hasNext() ? left.next() : null;
                }

                @Override
                public void close() {}
            });

            assertThat(model.weights()).containsExactly(learner.train(DATA).weights());
        });
    }

    @Test
    void developmentDataAreRefusedWhereThereIsNoChoice() {
        for (Learner learner : LEARNERS) {
            if (learner instanceof Trainer || learner instanceof OneVersusRest || learner instanceof AllPairs) {
                assertThat(learner.withDev(DATA).train(DATA).labels().size()).isEqualTo(2);
            } else {
                assertThatThrownBy(() -> learner.withDev(DATA))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(learner.name())
                        .hasMessageContaining("leave them out");
            }
        }
    }
}
