package org.espalier.inference.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.SegmentLengths;
import org.espalier.structure.segment.Segmentation;
import org.espalier.testkit.SegmentGenerators;
import org.junit.jupiter.api.Test;

/** Memory grows with tokens times labels, not with that times the longest segment; a second pass needs none. */
class SegmentMemoryTest {
    private static final int TOKENS = 100_000;
    private static final int LONGEST = 60;
    private static final int STRIDE = 4; // of two labels

    private final SegmentInference inference = new SegmentInference(Kernels.scalar());
    private final Segmentation segmentation = Segmentation.of(TOKENS, SegmentLengths.of(1, LONGEST));
    private final Workspace workspace = new Workspace();
    private final double[] marginals = new double[segmentation.parts()];

    private static long allocated(Runnable work) {
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = thread.getCurrentThreadAllocatedBytes();
        work.run();
        return thread.getCurrentThreadAllocatedBytes() - before;
    }

    private void load(double scale) {
        workspace.reserve(segmentation);
        double[] scores = new SegmentGenerators(1).normal(segmentation.parts(), scale);
        System.arraycopy(scores, 0, workspace.scores(), 0, scores.length);
        workspace.sharedChanged();
    }

    @Test
    void scaledRowsNeedFiveNumbersPerTokenAndLabel() {
        load(1);
        Runnable pass = () -> inference.addMarginals(segmentation, workspace, 1, marginals);
        assertThat(allocated(pass)).isLessThan(8L * TOKENS * (5 * STRIDE + 10));
        assertThat(allocated(pass)).as("the second pass").isLessThan(10_000);
        assertThat(marginals[segmentation.stateOffset(TOKENS / 2)]
                        + marginals[segmentation.stateOffset(TOKENS / 2) + 1])
                .isCloseTo(2, within(1e-9));
    }

    @Test
    void logarithmsAndTheBestOutputNeedNoMore() {
        load(150);
        Runnable passes = () -> {
            inference.addMarginals(segmentation, workspace, 1, marginals);
            inference.best(segmentation, workspace);
        };
        assertThat(allocated(passes)).isLessThan(8L * TOKENS * (5 * STRIDE + 20));
        assertThat(marginals[segmentation.stateOffset(TOKENS / 2)]
                        + marginals[segmentation.stateOffset(TOKENS / 2) + 1])
                .isCloseTo(1, within(1e-9));
    }
}
