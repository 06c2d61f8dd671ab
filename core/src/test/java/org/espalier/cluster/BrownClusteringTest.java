package org.espalier.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrownClusteringTest {

    private static Bigrams count(List<List<String>> text, int minimum) {
        Bigrams.Builder builder = new Bigrams.Builder();
        text.forEach(builder::add);
        return builder.build(minimum);
    }

    private static List<List<String>> random(long seed, int sequences, int length, int words) {
        Random random = new Random(seed);
        List<List<String>> text = new ArrayList<>();
        for (int k = 0; k < sequences; k++) {
            List<String> sequence = new ArrayList<>();
            for (int i = random.nextInt(length); i >= 0; i--) {
                sequence.add("w" + random.nextInt(1 + random.nextInt(words)));
            }
            text.add(sequence);
        }
        return text;
    }

    /**
     * Follows the algorithm on its own: which words are in the window, in which cluster, and by the definition of average mutual information how
     * good every merger would be.
     */
    private static final class Oracle implements BrownClustering.Mergers {
        private final List<List<String>> text;
        private final Bigrams bigrams;
        private final int slots;
        private final Map<String, Integer> rank = new HashMap<>();
        private final Map<Integer, Set<Integer>> clusters = new HashMap<>(); // by the most frequent word
        private int added;
        private int mergers;

        Oracle(List<List<String>> text, Bigrams bigrams, int count) {
            this.text = text;
            this.bigrams = bigrams;
            slots = Math.min(count, bigrams.words()) + 1;
            for (int k = 0; k < bigrams.words(); k++) {
                rank.put(bigrams.word(k), k);
            }
        }

        @Override
        public void merged(int kept, int gone) {
            while (added < bigrams.words() && clusters.size() < slots) {
                clusters.put(added, new HashSet<>(Set.of(added)));
                added++;
            }
            List<Integer> names = new ArrayList<>(clusters.keySet());
            double best = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < names.size(); i++) {
                for (int k = 0; k < i; k++) {
                    best = Math.max(best, informationAfter(names.get(i), names.get(k)));
                }
            }
            assertThat(kept).isLessThan(gone);
            assertThat(informationAfter(kept, gone)).as("merger %d", mergers).isGreaterThan(best - 1e-12);
            clusters.get(kept).addAll(clusters.remove(gone));
            mergers++;
        }

        private double informationAfter(int one, int other) {
            Map<Integer, Integer> clusterOf = new HashMap<>();
            clusters.forEach((name, words) -> words.forEach(word -> clusterOf.put(word, name == other ? one : name)));
            Map<List<Integer>, Integer> pairs = new HashMap<>();
            Map<Integer, Integer> left = new HashMap<>();
            Map<Integer, Integer> right = new HashMap<>();
            int all = 0;
            for (List<String> sequence : text) {
                for (int t = 1; t < sequence.size(); t++) {
                    Integer first = rank.get(sequence.get(t - 1));
                    Integer second = rank.get(sequence.get(t));
                    if (first == null || second == null) {
                        continue; // too rare
                    }
                    all++;
                    Integer before = clusterOf.get(first);
                    Integer after = clusterOf.get(second);
                    if (before != null) {
                        left.merge(before, 1, Integer::sum);
                    }
                    if (after != null) {
                        right.merge(after, 1, Integer::sum);
                    }
                    if (before != null && after != null) {
                        pairs.merge(List.of(before, after), 1, Integer::sum);
                    }
                }
            }
            double information = 0;
            for (Map.Entry<List<Integer>, Integer> pair : pairs.entrySet()) {
                double joint = pair.getValue() / (double) all;
                double independent = left.get(pair.getKey().get(0))
                        / (double) all
                        * right.get(pair.getKey().get(1))
                        / all;
                information += joint * Math.log(joint / independent);
            }
            return information;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 30, 12, 14, 4, 1",
        "2, 60, 8, 20, 6, 1",
        "3, 40, 10, 16, 30, 1",
        "4, 80, 9, 25, 5, 3",
        "5, 25, 1, 9, 3, 1",
        "6, 30, 9, 18, 2, 1"
    })
    void everyMergerIsTheBestOne(long seed, int sequences, int length, int words, int clusters, int minimum) {
        List<List<String>> text = random(seed, sequences, length, words);
        Bigrams bigrams = count(text, minimum);
        Oracle oracle = new Oracle(text, bigrams, clusters);
        List<WordPath> paths = BrownClustering.cluster(bigrams, clusters, done -> {}, oracle);
        assertThat(oracle.mergers).isEqualTo(bigrams.words() - 1);
        assertThat(paths).hasSize(bigrams.words());
        assertThat(paths.stream().map(WordPath::path).distinct().count())
                .isEqualTo(Math.min(clusters, bigrams.words()));
    }

    /** No path begins another: the paths are the leaves of a binary tree, and every inner node has two children. */
    @Test
    void pathsAreLeavesOfABinaryTree() {
        List<WordPath> paths = BrownClustering.cluster(count(random(9, 200, 12, 60), 1), 17, done -> {});
        Set<String> leaves = paths.stream().map(WordPath::path).collect(Collectors.toSet());
        assertThat(leaves).hasSize(17).allMatch(path -> path.matches("[01]+"));
        double kraft =
                leaves.stream().mapToDouble(path -> Math.pow(2, -path.length())).sum();
        assertThat(kraft).isEqualTo(1);
        for (String one : leaves) {
            assertThat(leaves).noneMatch(other -> !other.equals(one) && other.startsWith(one));
        }
    }

    @Test
    void wordsWithTheSameNeighboursShareACluster() {
        List<List<String>> text = new ArrayList<>();
        Random random = new Random(4);
        String[] determiners = {"the", "a", "this"};
        String[] nouns = {"cat", "dog", "bird", "fish"};
        String[] verbs = {"runs", "sleeps", "eats"};
        for (int k = 0; k < 400; k++) {
            List<String> sentence = new ArrayList<>();
            for (int part = 0; part < 3; part++) {
                sentence.add(determiners[random.nextInt(3)]);
                sentence.add(nouns[random.nextInt(4)]);
                sentence.add(verbs[random.nextInt(3)]);
            }
            text.add(sentence);
        }
        Map<String, String> path = BrownClustering.cluster(count(text, 1), 10, done -> {}).stream()
                .collect(Collectors.toMap(WordPath::word, WordPath::path));
        for (String[] group : new String[][] {determiners, nouns, verbs}) {
            String branch = path.get(group[0]);
            while (!Arrays.stream(group).map(path::get).allMatch(branchTest(branch))) {
                branch = branch.substring(0, branch.length() - 1);
            }
            assertThat(path.values().stream().filter(branchTest(branch)))
                    .as("the branch of %s", group[0])
                    .hasSize(group.length);
        }
    }

    private static Predicate<String> branchTest(String branch) {
        return path -> path.startsWith(branch);
    }

    @Test
    void countsWordsAndLeavesRareOnesOut() {
        List<List<String>> text =
                List.of(List.of("b", "a", "b", "rare", "b"), List.of("a", "b"), List.of(), List.of("a"));
        Bigrams bigrams = count(text, 2);
        assertThat(bigrams.words()).isEqualTo(2);
        assertThat(bigrams.word(0)).isEqualTo("b");
        assertThat(bigrams.count(0)).isEqualTo(4);
        assertThat(List.of(bigrams.after().total(0), bigrams.after().total(1)))
                .as("b a; a b twice")
                .containsExactly(1L, 2L);
        assertThat(List.of(bigrams.before().total(0), bigrams.before().total(1)))
                .containsExactly(2L, 1L);
        assertThatThrownBy(() -> count(text, 9)).hasMessage("no word occurs 9 times");
        assertThatThrownBy(() -> count(List.of(List.of()), 1)).hasMessage("the text has no words");
    }

    @Test
    void equallyFrequentWordsStandInTheOrderOfTheText() {
        Bigrams bigrams = count(List.of(List.of("z", "y", "x", "z", "y", "x", "w")), 1);
        assertThat(List.of(bigrams.word(0), bigrams.word(1), bigrams.word(2), bigrams.word(3)))
                .containsExactly("z", "y", "x", "w");
    }

    @Test
    void smallTexts() {
        assertThat(BrownClustering.cluster(count(List.of(List.of("alone")), 1), 5, done -> {}))
                .containsExactly(new WordPath("0", "alone", 1));
        assertThat(BrownClustering.cluster(count(List.of(List.of("a", "b")), 1), 5, done -> {}))
                .containsExactlyInAnyOrder(new WordPath("0", "a", 1), new WordPath("1", "b", 1));
        assertThat(BrownClustering.cluster(count(List.of(List.of("a"), List.of("b"), List.of("c")), 1), 2, done -> {}))
                .as("no pairs at all")
                .hasSize(3);
    }

    @Test
    void tellsHowFarItIs() {
        List<Integer> heard = new ArrayList<>();
        Bigrams bigrams = count(random(2, 20, 5, 9), 1);
        BrownClustering.cluster(bigrams, 3, heard::add);
        assertThat(heard).hasSize(bigrams.words()).isSorted().endsWith(bigrams.words());
    }

    @Test
    void refusesImpossibleNumbers() {
        Bigrams bigrams = count(List.of(List.of("a", "b")), 1);
        for (int clusters : new int[] {-1, 0, 1, 10_001}) {
            assertThatThrownBy(() -> BrownClustering.cluster(bigrams, clusters, done -> {}))
                    .hasMessageContaining(clusters + " clusters; expected between 2 and 10000");
        }
    }

    @Test
    void countsManyPairs() {
        PairCounts pairs = new PairCounts();
        Map<List<Integer>, Integer> expected = new HashMap<>();
        Random random = new Random(8);
        for (int k = 0; k < 50_000; k++) {
            int left = random.nextInt(300);
            int right = random.nextInt(100_000) % (1 + random.nextInt(5000));
            pairs.add(left, right);
            expected.merge(List.of(left, right), 1, Integer::sum);
        }
        Map<List<Integer>, Integer> found = new HashMap<>();
        pairs.forEach((left, right, count) -> found.put(List.of(left, right), count));
        assertThat(found).isEqualTo(expected);
        assertThat(pairs.size()).isEqualTo(expected.size());
    }
}
