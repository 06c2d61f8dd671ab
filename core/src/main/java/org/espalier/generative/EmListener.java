package org.espalier.generative;

/** Hears how Baum–Welch gets on. */
@FunctionalInterface
public interface EmListener {
    EmListener NONE = (restart, iteration, objective) -> {};

    /**
     * Called after every E-step.
     *
     * @param restart 0 for the first run
     * @param iteration from 1
     * @param objective Σ weight · log p(x, allowed labels) + log prior, at the parameters before this iteration's M-step
     */
    void onIteration(int restart, int iteration, double objective);
}
