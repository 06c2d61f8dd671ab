package org.espalier.inference.factor;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.espalier.structure.factor.FactorGraph;

/**
 * Sends the message that would change most, again and again (residual belief propagation, Elidan, McGraw &amp; Koller 2006).
 *
 * <p>On a tree it ends with the exact messages. An iteration is as many sent messages as there are messages.
 */
final class ResidualSchedule {

    /**
     * A message that waits to be sent.
     *
     * @param version which computation of it this is; a later one replaces it
     */
    private record Waiting(int factor, int place, double change, int version) {}

    private static final Comparator<Waiting> LARGEST_FIRST = Comparator.comparingDouble((Waiting one) -> -one.change)
            .thenComparingInt(Waiting::factor)
            .thenComparingInt(Waiting::place);

    private final FactorGraph graph;
    private final FactorMessages messages;
    private final IterationOptions options;
    private final double[][][] fresh; // [factors][arity][values]
    private final int[][] versions; // [factors][arity]
    private final PriorityQueue<Waiting> queue = new PriorityQueue<>(LARGEST_FIRST);
    private long count;

    ResidualSchedule(FactorGraph graph, FactorMessages messages, IterationOptions options) {
        this.graph = graph;
        this.messages = messages;
        this.options = options;
        this.fresh = new double[graph.factors()][][];
        this.versions = new int[graph.factors()][];
    }

    Convergence run() {
        for (int f = 0; f < fresh.length; f++) {
            fresh[f] = new double[graph.arity(f)][];
            versions[f] = new int[graph.arity(f)];
            for (int k = 0; k < fresh[f].length; k++) {
                compute(f, k);
                count++;
            }
        }
        long most = count * options.iterations();
        long sent = 0;
        while (!queue.isEmpty() && sent < most) {
            Waiting next = queue.remove();
            if (next.version == versions[next.factor][next.place]) {
                send(next.factor, next.place);
                sent++;
            }
        }
        queue.removeIf(one -> one.version != versions[one.factor][one.place]);
        double left = queue.isEmpty() ? 0 : queue.element().change;
        int rounds = count == 0 ? 0 : (int) ((sent + count - 1) / count);
        return new Convergence(queue.isEmpty(), rounds, left);
    }

    private void compute(int f, int k) {
        double[] message = messages.fresh(f, k);
        fresh[f][k] = FactorMessages.damped(message, messages.get(f, k), options.damping());
        versions[f][k]++;
        double change = FactorMessages.change(message, messages.get(f, k));
        if (change > options.tolerance()) {
            queue.add(new Waiting(f, k, change, versions[f][k]));
        }
    }

    private void send(int f, int k) {
        messages.set(f, k, fresh[f][k]);
        if (options.damping() > 0) {
            compute(f, k); // what is left of the way
        }
        int variable = graph.variable(f, k);
        for (int other : messages.factors(variable)) {
            for (int j = 0; j < graph.arity(other) && other != f; j++) {
                if (graph.variable(other, j) != variable) {
                    compute(other, j);
                }
            }
        }
    }
}
