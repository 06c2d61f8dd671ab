package org.espalier.cli.dropin.crfsuite;

/** The parameters of {@code crfsuite learn}, in CRFsuite's order; {@link LearnAlgorithm} knows which has which. */
enum Parameter {
    MIN_FREQUENCY(
            "feature.minfreq",
            "float",
            "0.000000",
            "Features of a smaller frequency get no weight. The frequency of an attribute and a label is the sum of the\n"
                    + "attribute's values where the label stands, each times the weight of its sequence."),
    POSSIBLE_STATES(
            "feature.possible_states",
            "int",
            "0",
            "1: every attribute of the training data gets a weight for every label, also where they never met."),
    POSSIBLE_TRANSITIONS(
            "feature.possible_transitions",
            "int",
            "0",
            "1: every pair of labels gets a weight, also those that never follow each other."),
    C1(
            "c1",
            "float",
            "0.000000",
            "The weight of the L1 penalty c1*|w|, which makes weights exactly 0; trains by OWL-QN."),
    C2("c2", "float", "1.000000", "The weight of the L2 penalty c2*|w|^2."),
    MAX_ITERATIONS("max_iterations", "int", "2147483647", "Stop after so many iterations."),
    MEMORIES("num_memories", "int", "6", "How many earlier steps L-BFGS remembers."),
    EPSILON(
            "epsilon",
            "float",
            "0.000010",
            "Converged when the gradient's norm is below this times that of the weights."),
    PERIOD("period", "int", "10", "The number of iterations over which delta looks back."),
    DELTA("delta", "float", "0.000010", "Stop when the loss fell by a smaller share of itself over a period."),
    LINE_SEARCH(
            "linesearch",
            "string",
            "MoreThuente",
            "MoreThuente, Backtracking or StrongBacktracking. Espalier has one line search, whatever is said here; the\n"
                    + "optimum is the same."),
    MAX_LINE_SEARCH("max_linesearch", "int", "20", "How many steps a line search may try."),
    MOST_SWEEPS("max_iterations", "int", "1000", "Stop after so many passes over the data."),
    FINE_DELTA("delta", "float", "0.000001", "Stop when the loss fell by a smaller share of itself over a period."),
    CALIBRATION_ETA("calibration.eta", "float", "0.100000", "The learning rate that is tried first."),
    CALIBRATION_RATE("calibration.rate", "float", "2.000000", "By what the rates that are tried differ."),
    CALIBRATION_SAMPLES("calibration.samples", "int", "1000", "How many sequences rates are tried on."),
    CALIBRATION_CANDIDATES("calibration.candidates", "int", "10", "How many rates that lower the loss are looked for."),
    CALIBRATION_TRIALS("calibration.max_trials", "int", "20", "How many rates are tried at most."),
    TYPE(
            "type",
            "int",
            "1",
            "How far a step goes: 0 as far as the loss asks for (PA), 1 at most c (PA-I), 2 shortened (PA-II)."),
    AGGRESSIVENESS("c", "float", "1.000000", "How far a step may go."),
    ERROR_SENSITIVE(
            "error_sensitive",
            "int",
            "1",
            "1: a wrong sequence costs the square root of the number of its wrong labels; 0: it costs 1."),
    AVERAGING("averaging", "int", "1", "1: the model has the average of the weights over all steps; 0: the last ones."),
    VARIANCE("variance", "float", "1.000000", "The variance of every weight at the beginning."),
    GAMMA("gamma", "float", "1.000000", "Larger moves weights and variances less."),
    MAX_EPOCHS("max_iterations", "int", "100", "Stop after so many passes over the data."),
    MEAN_LOSS("epsilon", "float", "0.000000", "Stop when the mean loss of a pass is below this.");

    final String key;
    final String type;
    final String usual;
    final String help;

    Parameter(String key, String type, String usual, String help) {
        this.key = key;
        this.type = type;
        this.usual = usual;
        this.help = help;
    }
}
