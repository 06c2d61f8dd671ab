package org.espalier.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * Prints how the time of inference grows with the number of pairs of labels that own a transition weight: microseconds of
 * processor time per token, as Markdown. The last row of each size is the dense form.
 *
 * <p>Arguments: numbers of labels, 300 and 500 when there are none.
 */
public final class TransitionBenchmark {
    private static final int TOKENS = 25;
    private static final int ROUNDS = 9;
    private static final double[] SHARES = {0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5};

    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private final ChainInference inference = new ChainInference(Kernels.best());
    private final Workspace workspace = new Workspace();
    private final Trellis trellis;
    private final double[] marginals;
    private final int[] path = new int[TOKENS];

    private TransitionBenchmark(Trellis trellis) {
        this.trellis = trellis;
        this.marginals = new double[trellis.parts()];
        workspace.reserve(trellis);
        Random random = new Random(2);
        for (int part = 0; part < trellis.parts(); part++) {
            workspace.scores()[part] = random.nextGaussian();
        }
        workspace.sharedChanged();
    }

    public static void main(String[] arguments) {
        int[] sizes = arguments.length == 0
                ? new int[] {300, 500}
                : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
        System.out.println("kernels: " + Kernels.best().name());
        System.out.println();
        System.out.println("| labels | pairs with a weight | share | marginals, µs/token | Viterbi, µs/token |");
        System.out.println("|---:|---:|---:|---:|---:|");
        for (int labels : sizes) {
            for (double share : SHARES) {
                Random random = new Random(1);
                int[] pairs = IntStream.range(0, labels * labels)
                        .filter(pair -> random.nextDouble() < share)
                        .toArray();
                Trellis trellis = Trellis.chain(TOKENS, Transitions.of(labels, pairs), new int[0]);
                new TransitionBenchmark(trellis).print(labels, String.format(Locale.ROOT, "%.1f %%", 100 * share));
            }
            new TransitionBenchmark(Trellis.chain(TOKENS, labels)).print(labels, "dense");
        }
    }

    private void print(int labels, String share) {
        int repeats = Math.max(3, 40_000_000 / (TOKENS * (trellis.sharedParts() + 10 * labels)));
        double forwardBackward = time(repeats, () -> inference.addMarginals(trellis, workspace, 1, marginals));
        double viterbi = time(repeats, () -> inference.best(trellis, workspace, path));
        System.out.printf(
                Locale.ROOT,
                "| %d | %d | %s | %.2f | %.2f |%n",
                labels,
                trellis.sharedParts(),
                share,
                forwardBackward,
                viterbi);
    }

    /** The median over rounds, after one that does not count. */
    private double time(int repeats, Runnable pass) {
        double[] times = new double[ROUNDS];
        for (int round = -1; round < ROUNDS; round++) {
            long begin = clock.getCurrentThreadCpuTime();
            for (int k = 0; k < repeats; k++) {
                pass.run();
            }
            if (round >= 0) {
                times[round] = (clock.getCurrentThreadCpuTime() - begin) / (1e3 * repeats * TOKENS);
            }
        }
        Arrays.sort(times);
        return times[ROUNDS / 2];
    }
}
