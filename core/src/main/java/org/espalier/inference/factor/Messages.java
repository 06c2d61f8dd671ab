package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.List;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * The messages of a junction tree towards its roots.
 *
 * <pre>
 *   local_v(s, x) = Σ tables of the clique      (its parts, and the messages of its children)
 *   m_v(s)        = log Σ_x exp local_v(s, x)   or   max_x local_v(s, x)
 * </pre>
 *
 * The message of a root is one number, and log Z is the sum of those and of the parts that every assignment has. p(x | s) = exp(local_v(s,
 * x) − m_v(s)), which is all that marginals, samples and the best assignment need. Messages are logarithms, so scores may be as large
 * as they like; an entry of −∞ costs next to nothing.
 */
final class Messages {
    private final JunctionTree tree;
    private final double[] scores;
    private final double[][] messages; // [cliques][separator]
    private final double total;

    private Messages(JunctionTree tree, double[] scores, double[][] messages, double total) {
        this.tree = tree;
        this.scores = scores;
        this.messages = messages;
        this.total = total;
    }

    /** The messages that add up. */
    static Messages sums(JunctionTree tree, double[] scores) {
        return send(tree, scores, false, true);
    }

    /** log Z only: messages are dropped as soon as they are read. */
    static double logSum(JunctionTree tree, double[] scores) {
        return send(tree, scores, false, false).total;
    }

    /** The messages of the best completion. */
    static Messages maxima(JunctionTree tree, double[] scores) {
        return send(tree, scores, true, true);
    }

    private static Messages send(JunctionTree tree, double[] scores, boolean maximum, boolean keep) {
        List<Clique> cliques = tree.cliques();
        double[][] messages = new double[cliques.size()][];
        double total = tree.constant(scores);
        for (int k = 0; k < messages.length; k++) {
            Clique clique = cliques.get(k);
            messages[k] = message(tree, clique, scores, messages, maximum);
            if (clique.isRoot()) {
                total += messages[k][0];
            }
            for (TableMap table : clique.tables()) {
                if (!keep && table.isMessage()) {
                    messages[table.child()] = new double[0];
                }
            }
        }
        return new Messages(tree, scores, messages, total);
    }

    private static double[] message(
            JunctionTree tree, Clique clique, double[] scores, double[][] messages, boolean maximum) {
        double[] message = new double[clique.messageEntries()];
        CliqueWalk walk = tree.walk(clique, scores, messages);
        int rows = walk.rows();
        while (walk.next()) {
            int first = walk.firstRow();
            if (!walk.fill()) {
                Arrays.fill(message, first, first + rows, Double.NEGATIVE_INFINITY);
            } else if (maximum) {
                maxima(walk.block(), clique.values(), rows, message, first);
            } else {
                sums(walk.block(), clique.values(), rows, message, first);
            }
        }
        return message;
    }

    private static void maxima(double[] block, int values, int rows, double[] message, int first) {
        for (int r = 0, i = 0; r < rows; r++) {
            double max = Double.NEGATIVE_INFINITY;
            for (int x = 0; x < values; x++, i++) {
                max = Math.max(max, block[i]);
            }
            message[first + r] = max;
        }
    }

    private static void sums(double[] block, int values, int rows, double[] message, int first) {
        for (int r = 0, i = 0; r < rows; r++, i += values) {
            double max = Double.NEGATIVE_INFINITY;
            for (int x = 0; x < values; x++) {
                max = Math.max(max, block[i + x]);
            }
            if (max == Double.NEGATIVE_INFINITY) {
                message[first + r] = max;
                continue;
            }
            double sum = 0;
            for (int x = 0; x < values; x++) {
                sum += Exponential.of(block[i + x] - max);
            }
            message[first + r] = max + Logarithm.of(sum);
        }
    }

    JunctionTree tree() {
        return tree;
    }

    double[] scores() {
        return scores;
    }

    /** The messages; whoever goes back through the tree may overwrite them // [cliques][separator]. */
    double[][] arrays() {
        return messages;
    }

    /** log Z, or the score of the best assignment. */
    double total() {
        return total;
    }

    /**
     * local(s, x) for all joint values x of a clique's eliminated variables.
     *
     * @param values the live values of the separator; what follows is changed // [scope]
     * @param local // [values]
     */
    void local(Clique clique, int[] values, double[] local) {
        for (int x = 0; x < local.length; x++) {
            clique.split(x, values);
            double sum = 0;
            for (TableMap table : clique.tables()) {
                double[] from = table.isMessage() ? messages[table.child()] : scores;
                sum += from[table.entry(values)];
            }
            local[x] = sum;
        }
    }
}
