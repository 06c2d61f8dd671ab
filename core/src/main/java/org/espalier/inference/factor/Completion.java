package org.espalier.inference.factor;

import java.util.random.RandomGenerator;
import org.espalier.math.Exponential;
import org.espalier.structure.factor.Assignment;

/** Values for the variables, chosen clique by clique in the reverse order of elimination: each given its separator. */
final class Completion {
    private final Messages messages;
    private final JunctionTree tree;

    Completion(Messages messages) {
        this.messages = messages;
        this.tree = messages.tree();
    }

    /** How many cliques there are to choose values for. */
    int cliques() {
        return tree.cliques().size();
    }

    /** Room for the live values of all variables that are eliminated, by their steps. */
    int[] room() {
        return new int[tree.elimination().order().length];
    }

    /**
     * local(s, x) for the joint values x of the variables that a clique eliminates.
     *
     * @param chosen the live values of all variables that are eliminated later // [steps]
     */
    double[] local(int k, int[] chosen) {
        Clique clique = tree.cliques().get(k);
        int[] values = new int[clique.scope().length];
        for (int d = 0; d < clique.separator(); d++) {
            values[d] = chosen[tree.position(clique.scope()[d])];
        }
        double[] local = new double[clique.values()];
        messages.local(clique, values, local);
        return local;
    }

    /** Takes a joint value of the variables that a clique eliminates. */
    void choose(int k, int joint, int[] chosen) {
        Clique clique = tree.cliques().get(k);
        int[] values = new int[clique.scope().length];
        clique.split(joint, values);
        for (int d = clique.separator(); d < values.length; d++) {
            chosen[tree.position(clique.scope()[d])] = values[d];
        }
    }

    /** Chooses the best values of the cliques below k, of equal ones the smallest. */
    void best(int k, int[] chosen) {
        for (int below = k - 1; below >= 0; below--) {
            choose(below, best(local(below, chosen)), chosen);
        }
    }

    private static int best(double[] local) {
        int best = 0;
        for (int x = 1; x < local.length; x++) {
            best = local[x] > local[best] ? x : best;
        }
        return best;
    }

    /** Draws the values of all cliques. */
    void sample(int[] chosen, RandomGenerator random) {
        for (int k = cliques() - 1; k >= 0; k--) {
            choose(k, draw(local(k, chosen), random), chosen);
        }
    }

    private static int draw(double[] local, RandomGenerator random) {
        double max = local[best(local)];
        double sum = 0;
        for (int x = 0; x < local.length; x++) {
            local[x] = Exponential.of(local[x] - max);
            sum += local[x];
        }
        double left = random.nextDouble() * sum;
        int last = 0;
        for (int x = 0; x < local.length; x++) {
            if (local[x] > 0) {
                last = x;
                left -= local[x];
                if (left < 0) {
                    break;
                }
            }
        }
        return last;
    }

    /** The assignment with these live values; variables without a clique have the only one that they can have. */
    Assignment assignment(int[] chosen) {
        int[] values = new int[tree.graph().variables()];
        for (int v = 0; v < values.length; v++) {
            int k = tree.position(v);
            values[v] = tree.live().value(v, k < 0 ? 0 : chosen[k]);
        }
        return new Assignment(tree.graph(), values);
    }
}
