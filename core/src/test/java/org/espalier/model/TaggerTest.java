package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.feature.template.Template;
import org.espalier.structure.chain.AllowedStates;
import org.junit.jupiter.api.Test;

class TaggerTest {
    private static final Template TEMPLATE = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB1:%x[0,0]\nB", "t");
    private static final List<String> LABELS = List.of("O", "B-X", "I-X");
    private static final Model MODEL = SmallModels.random(TEMPLATE, true, LABELS, 1, "a", "b", "c", "a", "c", "b");
    private static final Sequence SEQUENCE = Sequence.ofWords("b", "unknown", "a", "c");

    private static List<List<String>> labellings(int length) {
        List<List<String>> all = List.of(List.of());
        for (int t = 0; t < length; t++) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> one : all) {
                for (String label : LABELS) {
                    List<String> next = new ArrayList<>(one);
                    next.add(label);
                    longer.add(next);
                }
            }
            all = longer;
        }
        return all;
    }

    @Test
    void probabilitiesOfAllLabellingsSumToOneAndGiveTheMarginalsAndTheEntropy() {
        Tagging tagging = MODEL.tagger().tag(SEQUENCE);
        double sum = 0;
        double entropy = 0;
        double best = 0;
        double[][] marginals = new double[4][3];
        for (List<String> labels : labellings(4)) {
            double probability = Math.exp(tagging.logProbability(labels));
            sum += probability;
            entropy -= probability * Math.log(probability);
            best = Math.max(best, probability);
            for (int t = 0; t < 4; t++) {
                marginals[t][LABELS.indexOf(labels.get(t))] += probability;
            }
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(tagging.entropy()).isCloseTo(entropy, within(1e-10));
        assertThat(tagging.probability()).isCloseTo(best, within(1e-12));
        assertThat(tagging.logProbability()).isEqualTo(tagging.logProbability(tagging.labels()));
        for (int t = 0; t < 4; t++) {
            assertThat(tagging.marginals()[t]).containsExactly(marginals[t], within(1e-12));
        }
    }

    /** With some labels known, every answer is that of the labellings which have them. */
    @Test
    void knownLabelsGiveTheAnswersOfTheLabellingsThatHaveThem() {
        AllowedStates allowed = AllowedStates.of(new int[][] {null, {2}, {0, 1}, null});
        Tagging free = MODEL.tagger().tag(SEQUENCE);
        Tagging tagging = MODEL.tagger().tag(SEQUENCE, allowed);
        double mass = 0;
        double[][] marginals = new double[4][3];
        List<String> best = List.of();
        double highest = 0;
        for (List<String> labels : labellings(4)) {
            double probability = Math.exp(free.logProbability(labels));
            if (!labels.get(1).equals("I-X") || labels.get(2).equals("I-X")) {
                assertThat(tagging.logProbability(labels)).isEqualTo(Double.NEGATIVE_INFINITY);
                continue;
            }
            mass += probability;
            if (probability > highest) {
                highest = probability;
                best = labels;
            }
            for (int t = 0; t < 4; t++) {
                marginals[t][LABELS.indexOf(labels.get(t))] += probability;
            }
        }
        assertThat(tagging.labels()).isEqualTo(best);
        assertThat(tagging.probability()).isCloseTo(highest / mass, within(1e-12));
        assertThat(tagging.logPartition()).isCloseTo(free.logPartition() + Math.log(mass), within(1e-12));
        assertThat(tagging.nBest(1000)).hasSize(18);
        assertThat(tagging.sample(3).get(1)).isEqualTo("I-X");
        for (int t = 0; t < 4; t++) {
            for (int label = 0; label < 3; label++) {
                assertThat(tagging.marginals()[t][label]).isCloseTo(marginals[t][label] / mass, within(1e-12));
            }
        }
        assertThat(MODEL.tagger().tag(SEQUENCE).score()).isEqualTo(free.score());
    }

    @Test
    void knownLabelsThatFitNothingAreRefused() {
        Tagger tagger = MODEL.withValidLabels().tagger();
        assertThatThrownBy(() -> tagger.tag(SEQUENCE, AllowedStates.of(new int[][] {{0}, {2}, null, null})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no labelling is possible");
        assertThatThrownBy(() -> tagger.tag(SEQUENCE, AllowedStates.path(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed labels of 1 tokens for a sequence of 4");
    }

    @Test
    void theNBestListIsCompleteSortedAndDistinct() {
        Tagging tagging = MODEL.tagger().tag(SEQUENCE);
        List<Labelling> all = tagging.nBest(1000);
        assertThat(all).hasSize(81);
        assertThat(new HashSet<>(all.stream().map(Labelling::labels).toList())).hasSize(81);
        assertThat(all.get(0).labels()).isEqualTo(tagging.labels());
        assertThat(all.get(0).score()).isEqualTo(tagging.score());
        double sum = 0;
        for (int k = 0; k < all.size(); k++) {
            Labelling labelling = all.get(k);
            sum += labelling.probability();
            assertThat(labelling.probability()).isBetween(0.0, 1.0);
            assertThat(labelling.logProbability()).isCloseTo(tagging.logProbability(labelling.labels()), within(1e-12));
            if (k > 0) {
                assertThat(labelling.score()).isLessThanOrEqualTo(all.get(k - 1).score() + 1e-12);
            }
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(tagging.nBest(5)).isEqualTo(all.subList(0, 5));
        assertThatThrownBy(() -> tagging.nBest(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void samplesAreAsFrequentAsProbable() {
        Tagging tagging = MODEL.tagger().tag(Sequence.ofWords("a", "b"));
        Map<List<String>, Integer> counts = new HashMap<>();
        int draws = 20_000;
        for (int seed = 0; seed < draws; seed++) {
            counts.merge(tagging.sample(seed), 1, Integer::sum);
        }
        for (List<String> labels : labellings(2)) {
            double p = Math.exp(tagging.logProbability(labels));
            double tolerance = 5 * Math.sqrt(p * (1 - p) / draws) + 1e-4;
            assertThat(counts.getOrDefault(labels, 0) / (double) draws)
                    .as("%s", labels)
                    .isCloseTo(p, within(tolerance));
        }
        assertThat(tagging.sample(7)).isEqualTo(tagging.sample(7));
    }

    @Test
    void labelsAndAttributesThatTheModelDoesNotKnow() {
        Tagger tagger = MODEL.tagger();
        Tagging tagging = tagger.tag(SEQUENCE);
        assertThat(tagging.logProbability(List.of("O", "O", "O", "other"))).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> tagging.logProbability(List.of("O"))).isInstanceOf(IllegalArgumentException.class);
        Tagging one = tagger.tag(Sequence.ofWords("b", "nowhere", "a", "c"));
        assertThat(one.score()).isEqualTo(tagging.score());
        assertThat(one.logPartition()).isEqualTo(tagging.logPartition());
    }

    @Test
    void theEmptySequenceHasOneLabelling() {
        Tagging empty = MODEL.tagger().tag(Sequence.ofWords());
        assertThat(empty.labels()).isEmpty();
        assertThat(empty.spans()).isEmpty();
        assertThat(empty.probability()).isEqualTo(1);
        assertThat(empty.marginals()).isEmpty();
        assertThat(empty.entropy()).isZero();
        assertThat(empty.sample(1)).isEmpty();
        assertThat(empty.nBest(3)).hasSize(1);
        assertThat(empty.logProbability(List.of())).isZero();
    }

    @Test
    void spansFollowTheSchemeOfTheLabels() {
        Tagger tagger = MODEL.tagger();
        for (long seed = 0; seed < 30; seed++) {
            String[] words = new Random(seed)
                    .ints(6, 0, 3)
                    .mapToObj(k -> List.of("a", "b", "c").get(k))
                    .toArray(String[]::new);
            Tagging tagging = tagger.tag(Sequence.ofWords(words));
            List<Span> spans = tagging.spans();
            assertThat(spans).isEqualTo(tagger.scheme().decode(tagging.labels()));
            assertThat(spans.isEmpty()).isEqualTo(Collections.frequency(tagging.labels(), "O") == 6);
        }
    }

    @Test
    void eightThreadsGetTheAnswersOfOne() throws InterruptedException, ExecutionException {
        Tagger tagger = MODEL.tagger();
        List<Sequence> sequences = new ArrayList<>();
        Random random = new Random(3);
        for (int n = 0; n < 100; n++) {
            String[] words = random.ints(random.nextInt(30), 0, 4)
                    .mapToObj(k -> List.of("a", "b", "c", "d").get(k))
                    .toArray(String[]::new);
            sequences.add(Sequence.ofWords(words));
        }
        List<String> expected = answers(tagger, sequences);
        ExecutorService executor = Executors.newFixedThreadPool(8);
        try {
            List<Future<List<String>>> running = new ArrayList<>();
            for (int k = 0; k < 8; k++) {
                running.add(executor.submit(() -> answers(tagger, sequences)));
            }
            for (Future<List<String>> each : running) {
                assertThat(each.get()).isEqualTo(expected);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    private static List<String> answers(Tagger tagger, List<Sequence> sequences) {
        List<String> answers = new ArrayList<>();
        for (Sequence sequence : sequences) {
            Tagging tagging = tagger.tag(sequence);
            answers.add(tagging.labels() + " " + tagging.score() + " " + tagging.logProbability() + " "
                    + tagging.entropy() + " " + tagging.sample(5) + " " + tagging.nBest(3) + " "
                    + Arrays.deepToString(tagging.marginals()));
        }
        return answers;
    }
}
