package org.espalier.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.text.Tokenizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the formula of pytorch-crf in plain loops, over all labellings. */
class EmissionDecoderTest {
    private static final List<String> NAMES = List.of("O", "B-X", "I-X", "B-Y", "I-Y");

    /** A random layer over the first labels, with some −∞ when asked for. */
    private record Drawn(int size, double[] start, double[][] steps, double[] end) {

        static Drawn of(int size, double scale, boolean forbids, Random random) {
            double[][] steps = new double[size][];
            Arrays.setAll(steps, from -> numbers(size, scale, forbids, random));
            return new Drawn(size, numbers(size, scale, forbids, random), steps, numbers(size, scale, forbids, random));
        }

        private static double[] numbers(int size, double scale, boolean forbids, Random random) {
            double[] numbers = random.doubles(size, -scale, scale).toArray();
            if (forbids && size > 1) {
                numbers[random.nextInt(size)] = Double.NEGATIVE_INFINITY;
            }
            return numbers;
        }

        CrfLayer layer() {
            return CrfLayer.of(Labels.of(NAMES.subList(0, size)), start, steps, end);
        }

        /** The score of pytorch-crf's documentation. */
        double score(float[][] emissions, int[] labels) {
            if (labels.length == 0) {
                return 0;
            }
            double score = start[labels[0]] + emissions[0][labels[0]];
            for (int t = 1; t < labels.length; t++) {
                score += steps[labels[t - 1]][labels[t]] + emissions[t][labels[t]];
            }
            return score + end[labels[labels.length - 1]];
        }
    }

    private static float[][] emissions(int length, int size, double scale, Random random) {
        float[][] rows = new float[length][size];
        for (float[] row : rows) {
            for (int label = 0; label < size; label++) {
                row[label] = (float) (scale * random.nextGaussian());
            }
        }
        return rows;
    }

    private static List<int[]> labellings(int length, int size) {
        List<int[]> all = List.of(new int[0]);
        for (int t = 0; t < length; t++) {
            List<int[]> longer = new ArrayList<>();
            for (int[] begun : all) {
                for (int label = 0; label < size; label++) {
                    int[] next = Arrays.copyOf(begun, begun.length + 1);
                    next[begun.length] = label;
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    private static List<String> names(int[] labels) {
        return IntStream.of(labels).mapToObj(NAMES::get).toList();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 30, 800})
    void everythingIsThatOfTheFormula(double scale) {
        Random random = new Random(5);
        for (int trial = 0; trial < 60; trial++) {
            int size = 1 + random.nextInt(5);
            int length = 1 + random.nextInt(5);
            Drawn drawn = Drawn.of(size, scale, trial % 3 == 0, random);
            float[][] emissions = emissions(length, size, scale, random);
            compare(drawn, emissions, new EmissionDecoder(drawn.layer()).decode(emissions));
        }
    }

    private static void compare(Drawn drawn, float[][] emissions, Tagging tagging) {
        int length = emissions.length;
        List<int[]> all = labellings(length, drawn.size());
        double[] scores =
                all.stream().mapToDouble(y -> drawn.score(emissions, y)).toArray();
        double highest = Arrays.stream(scores).max().orElseThrow();
        if (highest == Double.NEGATIVE_INFINITY) {
            assertThat(tagging.logPartition()).isEqualTo(Double.NEGATIVE_INFINITY);
            return;
        }
        double logSum = highest
                + Math.log(Arrays.stream(scores).map(s -> Math.exp(s - highest)).sum());
        double scale = Math.max(1, Math.abs(logSum));
        assertThat(tagging.score()).isCloseTo(highest, within(1e-12 * scale));
        assertThat(tagging.logPartition()).isCloseTo(logSum, within(1e-12 * scale));
        double[][] marginals = new double[length][drawn.size()];
        for (int n = 0; n < scores.length; n++) {
            for (int t = 0; t < length; t++) {
                marginals[t][all.get(n)[t]] += Math.exp(scores[n] - logSum);
            }
            double logLikelihood = tagging.logProbability(names(all.get(n)));
            if (scores[n] == Double.NEGATIVE_INFINITY) {
                assertThat(logLikelihood).isEqualTo(Double.NEGATIVE_INFINITY);
            } else {
                assertThat(logLikelihood).isCloseTo(scores[n] - logSum, within(1e-10 * scale));
            }
        }
        for (int t = 0; t < length; t++) {
            assertThat(tagging.marginals()[t]).containsExactly(marginals[t], within(1e-9));
        }
        double[] ranked = Arrays.stream(scores)
                .boxed()
                .sorted(Comparator.reverseOrder())
                .limit(4)
                .filter(score -> score > Double.NEGATIVE_INFINITY)
                .mapToDouble(Double::doubleValue)
                .toArray();
        assertThat(tagging.nBest(4).stream().mapToDouble(Labelling::score).toArray())
                .containsExactly(ranked, within(1e-10 * scale));
    }

    @Test
    void spansHaveTheSumOfTheirLabellings() {
        Random random = new Random(6);
        Drawn drawn = Drawn.of(5, 1, false, random);
        float[][] emissions = emissions(4, 5, 1, random);
        Tagging tagging = new EmissionDecoder(drawn.layer()).decode(emissions);
        double sum = 0;
        for (int[] labels : labellings(4, 5)) {
            if (TagScheme.IOB2.decode(names(labels)).contains(new Span(1, 3, "Y"))) {
                sum += Math.exp(drawn.score(emissions, labels) - tagging.logPartition());
            }
        }
        assertThat(tagging.probability(new Span(1, 3, "Y"))).isCloseTo(sum, within(1e-12));
    }

    @Test
    void onlyValidLabelsAreLeftWhenAskedFor() {
        Random random = new Random(7);
        for (int trial = 0; trial < 50; trial++) {
            Drawn drawn = Drawn.of(5, 2, trial % 2 == 0, random);
            float[][] emissions = emissions(4, 5, 2, random);
            EmissionDecoder decoder = new EmissionDecoder(drawn.layer()).withValidLabels();
            double best = Double.NEGATIVE_INFINITY;
            for (int[] labels : labellings(4, 5)) {
                if (TagScheme.IOB2.validate(names(labels)).isEmpty()) {
                    best = Math.max(best, drawn.score(emissions, labels));
                }
            }
            Tagging tagging = decoder.decode(emissions);
            if (best == Double.NEGATIVE_INFINITY) {
                assertThat(tagging.logPartition()).isEqualTo(best);
            } else {
                assertThat(tagging.score()).isCloseTo(best, within(1e-9));
            }
        }
        CrfLayer classes = CrfLayer.of(Labels.of(List.of("cat", "dog")), new double[2][2]);
        assertThatThrownBy(() -> new EmissionDecoder(classes).withValidLabels())
                .hasMessage("the labels follow no tag scheme, so all are valid: [cat, dog]");
    }

    @Test
    void paddingIsLeftOut() {
        Random random = new Random(8);
        Drawn drawn = Drawn.of(3, 1, false, random);
        EmissionDecoder decoder = new EmissionDecoder(drawn.layer());
        float[][][] batch = {emissions(4, 3, 1, random), emissions(4, 3, 1, random), emissions(4, 3, 1, random)};
        boolean[][] mask = {{true, true, true, true}, {true, true, false, false}, {false, false, false, false}};
        List<Tagging> taggings = decoder.decode(batch, mask);
        compare(drawn, batch[0], taggings.get(0));
        compare(drawn, Arrays.copyOf(batch[1], 2), taggings.get(1));
        assertThat(taggings.get(2).labels()).isEmpty();
        assertThat(taggings.get(2).probability()).isEqualTo(1);
        assertThatThrownBy(() -> decoder.decode(batch, new boolean[][] {mask[0], {true, false, true, true}, mask[2]}))
                .hasMessageStartingWith("sequence 1: token 2 is there after padding");
        assertThatThrownBy(() -> decoder.decode(batch, new boolean[2][4])).hasMessage("a mask of 2 sequences for 3");
        assertThatThrownBy(() -> decoder.decode(batch, new boolean[3][5]))
                .hasMessage("sequence 0: a mask of 5 tokens for 4 rows of emissions");
    }

    @Test
    void wordsAndTextsGiveSpansTheirPlaces() {
        CrfLayer layer = CrfLayer.of(Labels.of(NAMES.subList(0, 3)), new double[3][3]);
        float[][] emissions = {{0, 5, 0}, {0, 0, 5}, {5, 0, 0}};
        EmissionDecoder decoder = new EmissionDecoder(layer);
        Sequence text = Sequence.ofText("Anna  Berger sings", Tokenizer.WORDS);
        assertThat(decoder.decode(text, emissions).textSpans().get(0).covered()).isEqualTo("Anna  Berger");
        assertThat(decoder.decode(List.of("Anna", "Berger", "sings"), emissions).spans())
                .containsExactly(new Span(0, 2, "X"));
        assertThatThrownBy(() -> decoder.decode(List.of("Anna"), emissions))
                .hasMessageStartingWith("emissions of 3 tokens for a sequence of 1; if the network has sub-words");
    }

    @Test
    void wrongEmissionsAreRefused() {
        EmissionDecoder decoder = new EmissionDecoder(CrfLayer.of(Labels.of(NAMES.subList(0, 2)), new double[2][2]));
        assertThatThrownBy(() -> decoder.decode(new float[][] {{1, 2}, {1, 2, 3}}))
                .hasMessage("the emissions of token 1 are 3 numbers; expected 2, one for each label");
        assertThatThrownBy(() -> decoder.decode(new float[][] {{1, 2}, {1, Float.NaN}}))
                .hasMessage(
                        "the emission of token 1 for the label 'B-X' is NaN; expected a finite number, or −∞ for a label that is"
                                + " forbidden");
        assertThatThrownBy(() -> decoder.decode(new float[][] {{Float.POSITIVE_INFINITY, 2}}))
                .hasMessageContaining("Infinity");
        Tagging sure = decoder.decode(new float[][] {{Float.NEGATIVE_INFINITY, -50}});
        assertThat(sure.labels()).containsExactly("B-X");
        assertThat(sure.probability()).isEqualTo(1);
    }

    @Test
    void isAModelThatTagsItemsAndCanBeSaved() {
        Random random = new Random(9);
        Drawn drawn = Drawn.of(3, 1, false, random);
        float[][] emissions = emissions(4, 3, 1, random);
        List<Token> items = new ArrayList<>();
        for (float[] row : emissions) {
            items.add(Token.ofAttributes(IntStream.range(0, 3)
                    .mapToObj(label -> new Attribute(CrfLayer.EMISSION + NAMES.get(label), row[label]))
                    .toList()));
        }
        Model model = drawn.layer().toModel();
        compare(drawn, emissions, model.tagger().tag(Sequence.of(items, null)));
        Drawn forbidding = Drawn.of(3, 1, true, random);
        assertThatThrownBy(() -> forbidding.layer().toModel()).hasMessageContaining("scores of −∞");
    }
}
