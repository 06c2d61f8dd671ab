package org.espalier.generative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.optimize.StopReason;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Test;

/** Expectation maximisation against expected counts over all labellings, its monotone rise, and a model that is found again. */
final class BaumWelchTest {
    private static final HmmOptions PLAIN = HmmOptions.DEFAULTS
            .withTransitions(Smoothing.NONE)
            .withEmissions(Smoothing.NONE)
            .withUnknown(UnknownWords.NONE)
            .withNotation(new LabelNotation("?", "|"))
            .withEm(EmOptions.DEFAULTS.withPrior(0).withTolerance(0));

    private static Sequence labelled(String words, String labels) {
        return HmmTest.labelled(words, labels);
    }

    private static final List<Sequence> PARTLY = List.of(
            labelled("a b", "X Y"),
            labelled("a b c", "X ? ?"),
            labelled("c a", "? X|Y").withWeight(2),
            labelled("b b a c", "Y ? ? X"));

    /** Parameters as plain tables, with the same beginning and the same steps, over all labellings. */
    private static final class Slow {
        static final String WORDS = "abc";
        double[] initial = {1, 1};
        double[][] step = {{1, 1}, {1, 1}};
        double[] end = {1, 1};
        double[][] emission = {{1, 1, 1}, {1, 1, 1}};

        void iterate(double share) {
            double[] first = new double[2];
            double[][] leaving = new double[2][3];
            double[][] emitted = new double[2][3];
            for (Sequence sequence : PARTLY) {
                count(sequence, share, first, leaving, emitted);
            }
            double sum = first[0] + first[1];
            for (int s = 0; s < 2; s++) {
                initial[s] = first[s] / sum;
                double left = Arrays.stream(leaving[s]).sum();
                double out = Arrays.stream(emitted[s]).sum();
                for (int j = 0; j < 2; j++) {
                    step[s][j] = leaving[s][j] / left;
                }
                end[s] = leaving[s][2] / left;
                for (int w = 0; w < 3; w++) {
                    emission[s][w] = emitted[s][w] / out;
                }
            }
        }

        private void count(Sequence sequence, double share, double[] first, double[][] leaving, double[][] emitted) {
            int length = sequence.length();
            double all = 0;
            double[] joint = new double[1 << length];
            boolean certain = sequence.labels().stream().allMatch(label -> label.length() == 1 && !label.equals("?"));
            for (int code = 0; code < joint.length; code++) {
                joint[code] = joint(sequence, code);
                all += joint[code];
            }
            for (int code = 0; code < joint.length; code++) {
                double p = joint[code] / all * sequence.weight() * (certain ? 1 : share);
                first[code & 1] += p;
                for (int t = 0; t < length; t++) {
                    int state = code >> t & 1;
                    leaving[state][t + 1 < length ? code >> t + 1 & 1 : 2] += p;
                    emitted[state][word(sequence, t)] += p;
                }
            }
        }

        private double joint(Sequence sequence, int code) {
            double p = initial[code & 1];
            for (int t = 0; t < sequence.length(); t++) {
                int state = code >> t & 1;
                String label = sequence.labels().get(t);
                boolean allowed = label.equals("?") || label.contains(state == 0 ? "X" : "Y");
                p *= allowed ? emission[state][word(sequence, t)] : 0;
                p *= t + 1 < sequence.length() ? step[state][code >> t + 1 & 1] : end[state];
            }
            return p;
        }

        double logLikelihood() {
            double sum = 0;
            for (Sequence sequence : PARTLY) {
                double all = 0;
                for (int code = 0; code < 1 << sequence.length(); code++) {
                    all += joint(sequence, code);
                }
                sum += sequence.weight() * Math.log(all);
            }
            return sum;
        }

        private static int word(Sequence sequence, int t) {
            return WORDS.indexOf(sequence.tokens().get(t).columns().get(0));
        }
    }

    private static TrainingListener iterations(Consumer<TrainingProgress> heard) {
        return new TrainingListener() {
            @Override
            public void onIteration(TrainingProgress progress) {
                heard.accept(progress);
            }
        };
    }

    @Test
    void itEndsWhenItIsToldTo() {
        List<Integer> heard = new ArrayList<>();
        List<TrainingReport> reports = new ArrayList<>();
        new HmmTrainer(PLAIN.withEm(
                        PLAIN.em().withIterations(500).withTolerance(0).withRestarts(3)))
                .withListener(new TrainingListener() {
                    @Override
                    public void onIteration(TrainingProgress progress) {
                        heard.add(progress.iteration());
                    }

                    @Override
                    public void onFinish(TrainingReport report) {
                        reports.add(report);
                    }
                })
                .withStop(() -> heard.size() == 2)
                .train(PARTLY);

        assertThat(heard).containsExactly(1, 2);
        assertThat(reports).extracting(TrainingReport::stopReason).containsExactly(StopReason.STOPPED);
    }

    @Test
    void everyIterationIsThatOverAllLabellings() {
        for (int iterations = 0; iterations < 6; iterations++) {
            List<Double> heard = new ArrayList<>();
            Hmm hmm = new HmmTrainer(PLAIN.withEm(PLAIN.em().withIterations(iterations)))
                    .withListener(iterations(progress -> heard.add(-progress.objective())))
                    .hmm(PARTLY);
            Slow slow = new Slow();
            slow.iterate(0.1);
            for (int k = 0; k < iterations; k++) {
                assertThat(heard.get(k)).isCloseTo(slow.logLikelihood(), within(1e-10));
                slow.iterate(1);
            }
            for (int s = 0; s < 2; s++) {
                String label = s == 0 ? "X" : "Y";
                assertThat(Math.exp(hmm.logInitial(label))).isCloseTo(slow.initial[s], within(1e-10));
                assertThat(Math.exp(hmm.logTransition(label, "Y"))).isCloseTo(slow.step[s][1], within(1e-10));
                assertThat(Math.exp(hmm.logEnd(label))).isCloseTo(slow.end[s], within(1e-10));
                assertThat(Math.exp(hmm.logEmission(label, "c"))).isCloseTo(slow.emission[s][2], within(1e-10));
            }
        }
    }

    @Test
    void theObjectiveNeverFalls() {
        for (double prior : new double[] {0, 0.5}) {
            for (long seed = 0; seed < 10; seed++) {
                Random random = new Random(seed);
                List<Sequence> data = new ArrayList<>();
                for (int n = 0; n < 15; n++) {
                    String[] words = new String[1 + random.nextInt(6)];
                    Arrays.setAll(words, t -> "w" + random.nextInt(5));
                    data.add(Sequence.ofWords(words).withWeight(0.5 + random.nextDouble()));
                }
                double[] before = {Double.NEGATIVE_INFINITY};
                String place = "seed " + seed + ", prior " + prior;
                HmmOptions options = PLAIN.withLabels(List.of("A", "B", "C"))
                        .withEm(PLAIN.em().withIterations(40).withPrior(prior).withSeed(seed));
                int[] iterations = {0};
                new HmmTrainer(options)
                        .withListener(iterations(progress -> {
                            assertThat(-progress.objective()).as(place).isGreaterThanOrEqualTo(before[0] - 1e-9);
                            before[0] = -progress.objective();
                            iterations[0] = progress.iteration();
                        }))
                        .train(data);
                assertThat(iterations[0]).isGreaterThan(3);
            }
        }
    }

    @Test
    void itStopsWhenTheObjectiveNoLongerRises() {
        List<Integer> heard = new ArrayList<>();
        new HmmTrainer(PLAIN.withEm(PLAIN.em().withIterations(500).withTolerance(1e-3)))
                .withListener(iterations(progress -> heard.add(progress.iteration())))
                .train(PARTLY);
        assertThat(heard).hasSizeBetween(2, 100);
    }

    @Test
    void labelledDataNeedNoIterations() {
        List<Sequence> data = List.of(labelled("a b", "X Y"), labelled("b", "Y"));
        Hmm hmm = new HmmTrainer(PLAIN)
                .withListener(iterations(progress -> {
                    throw new AssertionError("nothing to iterate");
                }))
                .hmm(data);
        assertThat(Math.exp(hmm.logInitial("X"))).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void aKnownModelIsFoundAgainUpToTheOrderOfItsStates() {
        Hmm truth = known();
        SplittableRandom random = new SplittableRandom(42);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            data.add(truth.generate(random, 25).withLabels(null));
        }
        HmmOptions options = PLAIN.withEnds(false)
                .withLabels(List.of("1", "2"))
                .withEm(PLAIN.em()
                        .withIterations(150)
                        .withTolerance(1e-8)
                        .withRestarts(2)
                        .withSeed(7));
        Hmm found = new HmmTrainer(options).hmm(data);
        String first = found.logEmission("1", "u") > found.logEmission("2", "u") ? "1" : "2";
        String second = first.equals("1") ? "2" : "1";
        assertThat(Math.exp(found.logTransition(first, first))).isCloseTo(0.8, within(0.04));
        assertThat(Math.exp(found.logTransition(second, second))).isCloseTo(0.7, within(0.04));
        assertThat(Math.exp(found.logEmission(first, "u"))).isCloseTo(0.7, within(0.03));
        assertThat(Math.exp(found.logEmission(first, "v"))).isCloseTo(0.2, within(0.03));
        assertThat(Math.exp(found.logEmission(second, "w"))).isCloseTo(0.8, within(0.05));
    }

    /** A: stays 0.8, emits u v w 0.7 0.2 0.1; B: stays 0.7, emits 0.1 0.1 0.8; by weighted labelled data. */
    private static Hmm known() {
        List<Sequence> data = new ArrayList<>();
        addPairs(data, "A A", 8);
        addPairs(data, "A B", 2);
        addPairs(data, "B A", 3);
        addPairs(data, "B B", 7);
        String[] words = {"u", "v", "w"};
        double[][] emissions = {{7, 2, 1}, {1, 1, 8}};
        for (int s = 0; s < 2; s++) {
            for (int w = 0; w < 3; w++) {
                data.add(labelled(words[w], s == 0 ? "A" : "B").withWeight(1e9 * emissions[s][w]));
            }
        }
        return new HmmTrainer(PLAIN.withEnds(false)).hmm(data);
    }

    private static void addPairs(List<Sequence> data, String labels, double weight) {
        data.add(Sequence.of(List.of(Token.ofColumns("u"), Token.ofColumns("u")), List.of(labels.split(" ")))
                .withWeight(weight));
    }
}
