package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.Template;
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
}
