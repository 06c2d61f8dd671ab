package org.espalier.inference.chain;

import org.espalier.inference.Workspace;
import org.espalier.structure.chain.Trellis;

/**
 * How one labelling is chosen from a scored trellis.
 *
 * @param method what is chosen
 * @param width how many states a beam follows; 0 for other methods
 */
public record Decoder(Method method, int width) {

    /** What is chosen. */
    public enum Method {
        /** The path with the highest score: argmax<sub>y</sub> p(y | x). */
        VITERBI,
        /** The most probable state of each position: argmax<sub>s</sub> p(y<sub>t</sub> = s | x). */
        POSTERIOR,
        /** The best path that a beam finds. */
        BEAM
    }

    public static final Decoder VITERBI = new Decoder(Method.VITERBI, 0);
    public static final Decoder POSTERIOR = new Decoder(Method.POSTERIOR, 0);
    /** From left to right, each state the best after the one just chosen. */
    public static final Decoder GREEDY = new Decoder(Method.BEAM, 1);

    public Decoder {
        if (method == Method.BEAM ? width < 1 : width != 0) {
            throw new IllegalArgumentException(
                    "a beam of " + width + " for " + method + "; expected at least 1 for BEAM, and 0 for all others");
        }
    }

    /** A beam that follows so many states. */
    public static Decoder beam(int width) {
        return new Decoder(Method.BEAM, width);
    }

    /**
     * Writes the labelling that is chosen and returns its score, which is −∞ when every path, or every path in the beam, is
     * forbidden.
     */
    public double decode(ChainInference inference, Trellis trellis, Workspace workspace, int[] path) {
        return switch (method) {
            case VITERBI -> inference.best(trellis, workspace, path);
            case BEAM -> inference.beam(trellis, workspace, width, path);
            case POSTERIOR -> {
                double expected = inference.posterior(trellis, workspace, path);
                yield expected < 0 ? Double.NEGATIVE_INFINITY : trellis.score(workspace.scores(), path);
            }
        };
    }
}
