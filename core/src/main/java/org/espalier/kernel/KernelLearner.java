package org.espalier.kernel;

import java.util.Map;

/** Finds the coefficients α and b of score(y | x) = b_y + Σ_i α_{i,y} K(x_i, x). Immutable. */
public interface KernelLearner {

    /** Learns; same problem, same bits, for any number of threads. */
    DualSolution learn(KernelProblem problem);

    /** The name that the command line knows it by. */
    String name();

    /** Its options, as JSON values for the model's provenance. */
    Map<String, Object> provenance();
}
