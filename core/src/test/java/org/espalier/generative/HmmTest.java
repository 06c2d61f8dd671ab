package org.espalier.generative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.text.WordClass;
import org.espalier.inference.chain.Decoder;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.train.TrainingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hidden Markov models by hand and by enumeration of all labellings. */
final class HmmTest {
    private static final double CLOSE = 1e-12;
    private static final HmmOptions PLAIN = HmmOptions.DEFAULTS
            .withTransitions(Smoothing.NONE)
            .withEmissions(Smoothing.NONE)
            .withUnknown(UnknownWords.NONE);
    private static final List<Sequence> DATA = List.of(
            labelled("the dog barks", "D N V"), labelled("the cat", "D N"), labelled("dogs bark the dog", "N V D N"));

    static Sequence labelled(String words, String labels) {
        List<Token> tokens =
                Arrays.stream(words.split(" ")).map(Token::ofColumns).toList();
        return Sequence.of(tokens, List.of(labels.split(" ")));
    }

    private static Hmm train(HmmOptions options) {
        return new HmmTrainer(options).hmm(DATA);
    }

    @Test
    void relativeFrequenciesAreCounted() {
        Hmm hmm = train(PLAIN);
        assertThat(Math.exp(hmm.logInitial("D"))).isCloseTo(2 / 3.0, within(CLOSE));
        assertThat(Math.exp(hmm.logTransition("N", "V"))).isCloseTo(2 / 4.0, within(CLOSE));
        assertThat(Math.exp(hmm.logEnd("N"))).isCloseTo(2 / 4.0, within(CLOSE));
        assertThat(Math.exp(hmm.logEnd("V"))).isCloseTo(1 / 2.0, within(CLOSE));
        assertThat(hmm.logTransition("D", "V")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(Math.exp(hmm.logEmission("N", "dog"))).isCloseTo(2 / 4.0, within(CLOSE));
        assertThat(Math.exp(train(PLAIN.withEnds(false)).logTransition("N", "V")))
                .isCloseTo(1, within(CLOSE));
    }

    @Test
    void aWeightOfTwoIsTheSequenceTwice() {
        List<Sequence> twice = List.of(DATA.get(0), DATA.get(0), DATA.get(1), DATA.get(2));
        List<Sequence> weighted = List.of(DATA.get(0).withWeight(2), DATA.get(1), DATA.get(2));
        HmmOptions options = PLAIN.withTransitions(Smoothing.WITTEN_BELL).withEmissions(Smoothing.additive(0.1));
        assertThat(new HmmTrainer(options).train(weighted).weights())
                .containsExactly(new HmmTrainer(options).train(twice).weights(), within(CLOSE));
    }

    /** Every labelling, for every way to smooth and every way to treat unknown words. */
    @Test
    void probabilitiesAndPosteriorAreThoseOfTheFormula() {
        List<UnknownWords> ways = List.of(
                UnknownWords.NONE,
                UnknownWords.HAPAX,
                UnknownWords.SUFFIX,
                UnknownWords.keeping(WordClass.SHAPE, 2),
                UnknownWords.replacing(WordClass.CAPITALS, 1),
                UnknownWords.replacing(WordClass.SHAPE, 1));
        for (UnknownWords unknown : ways) {
            for (Smoothing smoothing : List.of(Smoothing.WITTEN_BELL, Smoothing.ABSOLUTE, Smoothing.additive(0.2))) {
                for (boolean ends : new boolean[] {true, false}) {
                    Hmm hmm = train(HmmOptions.DEFAULTS
                            .withTransitions(smoothing)
                            .withEmissions(smoothing)
                            .withUnknown(unknown)
                            .withEnds(ends));
                    check(hmm, "dogs", "barks", "unseen");
                    check(hmm, "Bark");
                }
            }
        }
    }

    private static void check(Hmm hmm, String... words) {
        List<String> labels = hmm.labels().names();
        Sequence sequence = Sequence.ofWords(words);
        Tagging tagging = hmm.toCrf().tagger().tag(sequence);
        double all = 0;
        double best = 0;
        double[][] marginals = new double[words.length][labels.size()];
        for (int code = 0; code < Math.pow(labels.size(), words.length); code++) {
            List<String> labelling = new ArrayList<>();
            for (int t = 0, rest = code; t < words.length; t++, rest /= labels.size()) {
                labelling.add(labels.get(rest % labels.size()));
            }
            double joint = Math.exp(hmm.logInitial(labelling.get(0)));
            for (int t = 0; t < words.length; t++) {
                joint *= Math.exp(hmm.logEmission(labelling.get(t), words[t]));
                joint *= t == 0 ? 1 : Math.exp(hmm.logTransition(labelling.get(t - 1), labelling.get(t)));
            }
            joint *= Math.exp(hmm.logEnd(labelling.get(words.length - 1)));
            assertThat(Math.exp(hmm.logProbability(sequence, labelling))).isCloseTo(joint, within(CLOSE));
            all += joint;
            best = Math.max(best, joint);
            for (int t = 0; t < words.length; t++) {
                marginals[t][labels.indexOf(labelling.get(t))] += joint;
            }
        }
        assertThat(hmm.logProbability(sequence)).isCloseTo(Math.log(all), within(1e-10));
        assertThat(tagging.probability()).isCloseTo(best / all, within(1e-10));
        List<String> posterior = hmm.toCrf()
                .tagger()
                .withDecoder(Decoder.POSTERIOR)
                .tag(sequence)
                .labels();
        for (int t = 0; t < words.length; t++) {
            double sum = all;
            assertThat(tagging.marginals()[t])
                    .containsExactly(
                            Arrays.stream(marginals[t]).map(m -> m / sum).toArray(), within(1e-10));
            assertThat(marginals[t][labels.indexOf(posterior.get(t))])
                    .isEqualTo(Arrays.stream(marginals[t]).max().orElseThrow());
        }
    }

    @Test
    void whatLeavesAStateAndWhatItEmitsAddsUpToOne() {
        for (UnknownWords unknown : List.of(UnknownWords.SUFFIX, UnknownWords.replacing(WordClass.SHAPE, 1))) {
            Hmm hmm = train(HmmOptions.DEFAULTS.withUnknown(unknown));
            Model model = hmm.toCrf();
            List<String> labels = hmm.labels().names();
            double initial = 0;
            for (int i = 0; i < labels.size(); i++) {
                String from = labels.get(i);
                initial += Math.exp(hmm.logInitial(from));
                double leaving = Math.exp(hmm.logEnd(from));
                for (String to : labels) {
                    leaving += Math.exp(hmm.logTransition(from, to));
                }
                double emitted = 0;
                for (int a = 2; a < model.encoder().attributes().size(); a++) {
                    emitted += Math.exp(model.weights()[a * labels.size() + i]);
                }
                assertThat(leaving).isCloseTo(1, within(CLOSE));
                assertThat(emitted).isCloseTo(1, within(CLOSE));
            }
            assertThat(initial).isCloseTo(1, within(CLOSE));
        }
    }

    /** Four words occur once; they are the mass: cat N, dogs N, barks V, bark V. */
    @Test
    void theSuffixesAreAbstractedOneByOne() {
        UnknownWords unknown = new UnknownWords(WordClass.SUFFIX, 1, false, 1);
        Hmm hmm = train(PLAIN.withUnknown(unknown));
        // Rare: cat N, dogs N, barks V, bark V; p(D, N, V) = (0, ½, ½), θ = sqrt(((1/3)² + 2 (1/6)²) / 2).
        double theta = Math.sqrt((1 / 9.0 + 2 / 36.0) / 2);
        double tN = (1 + theta * 0.5) / (1 + theta); // -t: cat only
        // Classes: ? 4, x: 4, x:t 1, x:s 2, x:k 1 tokens of 12; the mass is 4.
        double count = 4 * (1 / 12.0) * tN;
        double noun = 4 + 4 * (4 * 0.5 + 4 * 0.5 + tN + 2 * 0.5 + (1 - kV(theta))) / 12.0;
        assertThat(Math.exp(hmm.logEmission("N", "boat"))).isCloseTo(count / noun, within(1e-10));
        assertThat(Math.exp(hmm.logEmission("N", "dog"))).isCloseTo(2 / noun, within(1e-10));
        assertThat(hmm.logEmission("N", "Zzz")).isEqualTo(hmm.logEmission("N", "Yyy"));
    }

    private static double kV(double theta) {
        return (1 + theta * 0.5) / (1 + theta);
    }

    @Test
    void rareWordsThatAreReplacedShareTheirClass() {
        Hmm hmm = train(PLAIN.withUnknown(UnknownWords.replacing(WordClass.SHAPE, 1)));
        assertThat(Math.exp(hmm.logEmission("N", "cat"))).isCloseTo(2 / 4.0, within(CLOSE));
        assertThat(hmm.logEmission("N", "horse")).isEqualTo(hmm.logEmission("N", "cat"));
        assertThat(Math.exp(hmm.logEmission("V", "horse"))).isCloseTo(1, within(CLOSE));
    }

    @Test
    void theModelIsSavedAndReadAgain(@TempDir Path folder) {
        for (UnknownWords unknown :
                List.of(UnknownWords.NONE, UnknownWords.SUFFIX, UnknownWords.replacing(WordClass.CAPITALS, 1))) {
            Model model = train(HmmOptions.DEFAULTS.withUnknown(unknown)).toCrf();
            Path file = folder.resolve("hmm.esp");
            model.save(file);
            Sequence asked = Sequence.ofWords("the", "Hog", "barks", "loudly", "7");
            assertThat(Model.load(file).tagger().tag(asked).marginals())
                    .isDeepEqualTo(model.tagger().tag(asked).marginals());
        }
    }

    @Test
    void generatedSequencesHaveTheModelsFrequencies() {
        Hmm hmm = train(PLAIN);
        SplittableRandom random = new SplittableRandom(5);
        int draws = 4000;
        int nounFirst = 0;
        for (int n = 0; n < draws; n++) {
            Sequence drawn = hmm.generate(random, 2);
            assertThat(hmm.logProbability(drawn, drawn.labels())).isFinite();
            nounFirst += drawn.labels().get(0).equals("N") ? 1 : 0;
        }
        // p(N first | two tokens): N V end 1/3·1/2·1/2, D N end 2/3·1·1/2.
        double expected = (1 / 12.0) / (1 / 12.0 + 1 / 3.0);
        assertThat(nounFirst / (double) draws).isCloseTo(expected, within(0.02));
        assertThat(hmm.generate(new SplittableRandom(9), 5)).isEqualTo(hmm.generate(new SplittableRandom(9), 5));
    }

    @Test
    void clearErrors() {
        assertThatThrownBy(() -> new HmmTrainer(PLAIN.withColumn(1)).train(DATA))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("expected the word in column 1");
        assertThatThrownBy(() -> new HmmTrainer(PLAIN).train(List.of()))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no token");
        assertThatThrownBy(() -> new HmmTrainer(PLAIN).train(List.of(Sequence.ofWords("a"))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("the number of hidden states");
        assertThatThrownBy(() -> train(PLAIN).logInitial("X")).hasMessageContaining("'X' is not a label");
        assertThatThrownBy(() -> UnknownWords.replacing(WordClass.SUFFIX, 1)).hasMessageContaining("keep them");
    }

    @Test
    void threadsDoNotChangeABit() {
        Random random = new Random(11);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 40; n++) {
            StringBuilder words = new StringBuilder();
            StringBuilder labels = new StringBuilder();
            for (int t = 0; t < 6; t++) {
                words.append("w").append(random.nextInt(9)).append(' ');
                labels.append(random.nextInt(3) == 0 ? "?" : "L" + random.nextInt(3))
                        .append(' ');
            }
            data.add(labelled(words.toString().trim(), labels.toString().trim()));
        }
        double[] one =
                new HmmTrainer(HmmOptions.DEFAULTS.withThreads(1)).train(data).weights();
        for (int threads : new int[] {2, 3, 7}) {
            assertThat(new HmmTrainer(HmmOptions.DEFAULTS.withThreads(threads))
                            .train(data)
                            .weights())
                    .isEqualTo(one);
        }
    }
}
