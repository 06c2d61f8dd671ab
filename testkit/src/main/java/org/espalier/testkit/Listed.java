package org.espalier.testkit;

import java.util.Arrays;
import org.espalier.structure.Output;

/**
 * An output as the engine knows it, and its parts as the oracle knows them.
 *
 * @param output made by the constructor that users call
 * @param parts the numbers of its parts, written down from the definition of the structure and not asked of the output; a
 *     part that occurs twice is listed twice
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Listed(Output output, int... parts) {

    /** Σ scores[part]. */
    double score(double[] scores) {
        double sum = 0;
        for (int part : parts) {
            sum += scores[part];
        }
        return sum;
    }

    /** Adds {@code amount} for every time that a part occurs. */
    void addTo(double[] into, double amount) {
        for (int part : parts) {
            into[part] += amount;
        }
    }

    @Override
    public String toString() {
        return "parts " + Arrays.toString(parts);
    }
}
