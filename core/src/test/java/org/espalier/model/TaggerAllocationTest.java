package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** A call of the tagger allocates its result and little else. */
final class TaggerAllocationTest {
    private static final int CALLS = 2000;

    @Test
    void aCallAllocatesLittleMoreThanItsResult() {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "this Java virtual machine does not count what a thread allocates");
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Template template = Template.parse("U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nU2:%x[1,0]\nB", "t");
        String[] words = new String[40];
        List<String> labels = new ArrayList<>();
        for (int t = 0; t < words.length; t++) {
            words[t] = "word" + t % 17;
            labels.add(t % 3 == 0 ? "A" : "B");
        }
        Sequence sequence = Sequence.ofWords(words);
        Tagger tagger = new Trainer(
                        template, TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(3))
                .train(List.of(sequence.withLabels(labels)))
                .tagger();
        for (int n = 0; n < CALLS; n++) {
            tagger.tag(sequence);
        }

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int n = 0; n < CALLS; n++) {
            tagger.tag(sequence);
        }
        long perCall = (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;

        int result = 2 * 8 * words.length; // the labels, once while they are collected and once for good
        assertThat(perCall).isLessThan(2048 + result);
    }

    /** A square of numbers for every pair of 1,000 labels would be 8 MB; few of the pairs have a weight. */
    @Test
    void aThreadMakesNoRoomForPairsOfLabelsWithoutAWeight() {
        assumeTrue(
                ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean,
                "this Java virtual machine does not count what a thread allocates");
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        int states = 1_000;
        Sequence sequence = Sequence.ofWords("a", "b", "c", "b", "a");
        for (double scale : new double[] {1, 1_000}) { // the second is summed in logarithms
            Tagger tagger = manyLabels(states, sequence, scale).tagger();
            Tagging tagging = new Tagging(tagger, sequence, List.of("L0", "L1", "L2", "L3", "L4"), 0, null, null);

            long before = threads.getCurrentThreadAllocatedBytes();
            tagger.tag(sequence);
            tagging.marginals();
            tagging.nBest(5);
            tagging.sample(1);
            tagging.entropy();
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;

            assertThat(allocated).as("scale %s", scale).isLessThan(3_000_000);
        }
    }

    /** Every label follows two others; words have five labels each. */
    private static Model manyLabels(int states, Sequence sequence, double scale) {
        Encoder.Builder builder = new Encoder.Builder(Template.parse("U:%x[0,0]\nB", "t"), false);
        Encoder encoder = builder.build(1, new ArrayList<>(List.of(builder.add(sequence))));
        int[] offsets = new int[encoder.attributes().size() + 1];
        Arrays.setAll(offsets, attribute -> 5 * attribute);
        int[] targets = new int[offsets[offsets.length - 1]];
        Arrays.setAll(targets, k -> 100 * (k % 5) + k / 5);
        int[] shared = new int[states * states];
        int count = 0;
        for (int pair = 0; pair < shared.length; pair++) {
            int step = Math.floorMod(pair % states - pair / states, states);
            shared[pair] = step <= 1 ? count++ : -1;
        }
        ParameterLayout layout = new ParameterLayout(
                states, new FeatureLists(states, offsets, targets), shared, FeatureLists.complete(0, states * states));
        double[] weights =
                new Random(1).doubles(layout.parameters(), -scale, scale).toArray();
        List<String> labels = IntStream.range(0, states).mapToObj(s -> "L" + s).toList();
        return new Model(Labels.of(labels), encoder, layout, weights, 1, Map.of());
    }
}
