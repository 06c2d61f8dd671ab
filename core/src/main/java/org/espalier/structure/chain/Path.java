package org.espalier.structure.chain;

import org.espalier.structure.Output;

/**
 * One output of a chain: a state per position.
 *
 * @param trellis the chain
 * @param states y<sub>0</sub> … y<sub>T−1</sub>; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Path(Trellis trellis, int[] states) implements Output {

    @Override
    public double score(double[] scores) {
        return trellis.score(scores, states);
    }

    @Override
    public void addTo(double[] parts, double amount) {
        trellis.addPath(parts, states, amount);
    }
}
