package org.espalier.testkit;

import java.util.Arrays;
import org.espalier.structure.chain.Trellis;

/**
 * A trellis with scores for its parts, and the words that say where it came from.
 *
 * @param trellis the structure
 * @param scores one per part; −∞ forbids // [parts]
 * @param origin kind and seed, printed by every failure
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record ScoredTrellis(Trellis trellis, double[] scores, String origin) implements Scored {

    @Override
    public Trellis structure() {
        return trellis;
    }

    /** The same trellis with other scores. */
    public ScoredTrellis withScores(double[] newScores, String change) {
        return new ScoredTrellis(trellis, newScores, origin + ", " + change);
    }

    /** The positions that have own transition parts. */
    public int[] ownPositions() {
        int[] positions = new int[trellis.ownCount()];
        Arrays.setAll(positions, trellis::ownPosition);
        return positions;
    }

    /**
     * The same chain with one more state, whose scores are finite but so low that no probability of it can be written as
     * a double. Nothing else changes, but the spread of the scores forces the sum into logarithms.
     */
    public ScoredTrellis withStrawState() {
        int old = trellis.states();
        int states = old + 1;
        Trellis wider = Trellis.chain(trellis.length(), states, ownPositions());
        double[] wide = new double[wider.parts()];
        double low = -1e6;
        Arrays.fill(wide, low);
        copyMatrix(scores, 0, old, wide, 0);
        for (int t = 0; t < trellis.length(); t++) {
            System.arraycopy(scores, trellis.stateOffset(t), wide, wider.stateOffset(t), old);
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            copyMatrix(scores, trellis.ownOffset(c), old, wide, wider.ownOffset(c));
        }
        return new ScoredTrellis(wider, wide, origin + ", with a straw state");
    }

    /** The parts of {@link #withStrawState} that exist here too. */
    public double[] withoutStrawState(double[] wideParts) {
        int old = trellis.states();
        Trellis wider = Trellis.chain(trellis.length(), old + 1, ownPositions());
        double[] parts = new double[trellis.parts()];
        narrowMatrix(wideParts, 0, old, parts, 0);
        for (int t = 0; t < trellis.length(); t++) {
            System.arraycopy(wideParts, wider.stateOffset(t), parts, trellis.stateOffset(t), old);
        }
        for (int c = 0; c < trellis.ownCount(); c++) {
            narrowMatrix(wideParts, wider.ownOffset(c), old, parts, trellis.ownOffset(c));
        }
        return parts;
    }

    private static void copyMatrix(double[] from, int fromOffset, int old, double[] to, int toOffset) {
        for (int i = 0; i < old; i++) {
            System.arraycopy(from, fromOffset + i * old, to, toOffset + i * (old + 1), old);
        }
    }

    private static void narrowMatrix(double[] from, int fromOffset, int old, double[] to, int toOffset) {
        for (int i = 0; i < old; i++) {
            System.arraycopy(from, fromOffset + i * (old + 1), to, toOffset + i * old, old);
        }
    }

    @Override
    public String toString() {
        return origin + ": " + trellis.length() + " positions, " + trellis.states() + " states, own transitions at "
                + Arrays.toString(ownPositions());
    }
}
