package org.espalier.testkit;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * One scored chain in two forms: with parts for some steps only, all others being forbidden, and with parts for all steps, of
 * which the same are forbidden by a score of −∞.
 *
 * @param sparse made from {@link Transitions#only}
 * @param dense what {@link Enumerator} can walk
 * @param arcs the steps that may be taken: i·S + j, rising
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record TwoForms(ScoredTrellis sparse, ScoredTrellis dense, int[] arcs) {

    /** A chain of which only some steps are left. */
    public static TwoForms of(ScoredTrellis drawn, int[] arcs) {
        Trellis full = drawn.trellis();
        Trellis some = Trellis.chain(full.length(), Transitions.only(full.states(), arcs), drawn.ownPositions());
        double[] scores = drawn.scores().clone();
        for (int arc = 0; arc < full.sharedParts(); arc++) {
            if (Arrays.binarySearch(arcs, arc) < 0) {
                scores[arc] = Double.NEGATIVE_INFINITY;
            }
        }
        String origin = drawn.origin() + ", steps " + Arrays.toString(arcs);
        return new TwoForms(
                new ScoredTrellis(some, narrow(drawn.scores(), full, some, arcs), origin),
                new ScoredTrellis(full, scores, origin + ", dense"),
                arcs);
    }

    /** The parts of the sparse form, given those of the dense one. */
    public double[] narrow(double[] parts) {
        return narrow(parts, dense.trellis(), sparse.trellis(), arcs);
    }

    private static double[] narrow(double[] parts, Trellis full, Trellis some, int[] arcs) {
        double[] narrow = new double[some.parts()];
        int states = full.length() * full.states();
        System.arraycopy(parts, full.sharedParts(), narrow, arcs.length, states);
        for (int block = 0; block <= full.ownCount(); block++) {
            int from = block == 0 ? 0 : full.sharedParts() * block + states;
            int to = block == 0 ? 0 : arcs.length * block + states;
            for (int k = 0; k < arcs.length; k++) {
                narrow[to + k] = parts[from + arcs[k]];
            }
        }
        return narrow;
    }

    /** Steps that are drawn with this probability each. */
    public static int[] someArcs(int states, double share, Random random) {
        return IntStream.range(0, states * states)
                .filter(arc -> random.nextDouble() < share)
                .toArray();
    }

    /** The same steps of a chain with one more state, which may follow and precede every state. */
    public int[] arcsWithStrawState() {
        int states = dense.trellis().states();
        return IntStream.range(0, (states + 1) * (states + 1))
                .filter(arc -> {
                    int i = arc / (states + 1);
                    int j = arc % (states + 1);
                    return i == states || j == states || Arrays.binarySearch(arcs, i * states + j) >= 0;
                })
                .toArray();
    }

    @Override
    public String toString() {
        return sparse.toString();
    }
}
