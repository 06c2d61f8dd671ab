package org.espalier.interop.crfpp;

/** Watches {@link CrfppTraining}. */
public interface CrfppProgress {

    /** Watches nothing. */
    CrfppProgress NONE = new CrfppProgress() {
        @Override
        public void onStart(int sequences, int features, int threads) {}

        @Override
        public void onIteration(
                int iteration,
                double tokenErrors,
                double sequenceErrors,
                int active,
                double objective,
                double change) {}
    };

    /** The data are read, and the features counted. */
    void onStart(int sequences, int features, int threads);

    /**
     * Called before the first iteration, with the number 0, and after each.
     *
     * @param tokenErrors the share of tokens of the training data that the weights get wrong
     * @param sequenceErrors the share of sequences with a wrong token
     * @param active features that count: all, or with |w|₁ those whose weight is not 0
     * @param change by which share the objective changed
     */
    void onIteration(
            int iteration, double tokenErrors, double sequenceErrors, int active, double objective, double change);
}
