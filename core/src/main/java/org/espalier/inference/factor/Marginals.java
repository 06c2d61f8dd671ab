package org.espalier.inference.factor;

import java.util.Arrays;
import java.util.List;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;

/**
 * From the roots back to the leaves: the probability of every entry of every clique.
 *
 * <pre>
 *   p(s, x) = p(s) · exp(local_v(s, x) − m_v(s)) = exp(local_v(s, x) − shift_v(s)),   shift_v(s) = m_v(s) − log p(s)
 * </pre>
 *
 * p(s) is added up while the parent is walked through, and shift takes the place of the message. So the way back needs no tables beside
 * the messages but those of p(s) of one clique's children at a time. A probability that vanishes below 1e-308 is 0: it matters to no
 * marginal.
 */
final class Marginals {
    private final JunctionTree tree;
    private final double[] scores;
    private final double[][] messages;

    /** Uses up the messages. */
    Marginals(Messages sums) {
        this.tree = sums.tree();
        this.scores = sums.scores();
        this.messages = sums.arrays();
    }

    /** Adds weight · p(part) to every part. */
    void add(double weight, double[] into) {
        for (int part : tree.constants()) {
            into[part] += weight;
        }
        List<Clique> cliques = tree.cliques();
        for (int k = cliques.size() - 1; k >= 0; k--) {
            Clique clique = cliques.get(k);
            double[][] sums = sums(clique, into);
            walk(clique, messages[k], sums, weight);
            for (int t = 0; t < sums.length; t++) {
                TableMap table = clique.tables()[t];
                if (table.isMessage()) {
                    shift(messages[table.child()], sums[t]);
                }
            }
            messages[k] = new double[0];
        }
    }

    private double[][] sums(Clique clique, double[] into) {
        return Arrays.stream(clique.tables())
                .map(table -> table.isMessage() ? new double[messages[table.child()].length] : into)
                .toArray(double[][]::new);
    }

    private void walk(Clique clique, double[] shift, double[][] sums, double weight) {
        CliqueWalk walk = tree.walk(clique, scores, messages);
        int values = clique.values();
        int rows = walk.rows();
        while (walk.next()) {
            int first = walk.firstRow();
            if (isImpossible(shift, first, rows) || !walk.fill()) {
                continue;
            }
            double[] block = walk.block();
            for (int r = 0, i = 0; r < rows; r++) {
                double by = shift[first + r];
                for (int x = 0; x < values; x++, i++) {
                    block[i] = by == Double.POSITIVE_INFINITY ? 0 : Exponential.of(block[i] - by);
                }
            }
            walk.share(block, sums, weight);
        }
        walk.finish(sums, weight);
    }

    private static boolean isImpossible(double[] shift, int first, int rows) {
        for (int r = first; r < first + rows; r++) {
            if (shift[r] != Double.POSITIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    private static void shift(double[] message, double[] probabilities) {
        for (int s = 0; s < message.length; s++) {
            message[s] = probabilities[s] > 0 ? message[s] - Logarithm.of(probabilities[s]) : Double.POSITIVE_INFINITY;
        }
    }
}
