package org.espalier.cli.dropin.crfsuite;

/** The parameters of {@code crfsuite learn}, in CRFsuite's order; {@link LearnAlgorithm} knows which has which. */
enum Parameter {
    MIN_FREQUENCY(
            "feature.minfreq",
            "float",
            "0.000000",
            "Features with a lower frequency get no weight. The frequency of an attribute and a label is the sum of"
                    + " the\nattribute's values at tokens with that label, each times the weight of its sequence."),
    POSSIBLE_STATES(
            "feature.possible_states",
            "int",
            "0",
            "1: every attribute of the training data gets a weight for every label, even if they never occur together."),
    POSSIBLE_TRANSITIONS(
            "feature.possible_transitions",
            "int",
            "0",
            "1: every pair of labels gets a weight, even if they never follow each other."),
    C1(
            "c1",
            "float",
            "0.000000",
            "The weight of the L1 penalty c1*|w|, which makes weights exactly 0; trains by OWL-QN."),
    C2("c2", "float", "1.000000", "The weight of the L2 penalty c2*|w|^2."),
    MAX_ITERATIONS("max_iterations", "int", "2147483647", "The maximum number of iterations."),
    MEMORIES("num_memories", "int", "6", "The number of previous steps that L-BFGS remembers."),
    EPSILON(
            "epsilon",
            "float",
            "0.000010",
            "Converged when the gradient's norm is below this times that of the weights."),
    PERIOD("period", "int", "10", "The number of iterations over which delta looks back."),
    DELTA("delta", "float", "0.000010", "Stop when the loss fell by less than this fraction over a period."),
    LINE_SEARCH(
            "linesearch",
            "string",
            "MoreThuente",
            "MoreThuente, Backtracking or StrongBacktracking. No effect: Espalier has one line search. The optimum"
                    + " is\nthe same."),
    MAX_LINE_SEARCH("max_linesearch", "int", "20", "The maximum number of line-search trials."),
    MOST_SWEEPS("max_iterations", "int", "1000", "The maximum number of passes over the data."),
    FINE_DELTA("delta", "float", "0.000001", "Stop when the loss fell by less than this fraction over a period."),
    CALIBRATION_ETA("calibration.eta", "float", "0.100000", "The first learning rate to try."),
    CALIBRATION_RATE("calibration.rate", "float", "2.000000", "The factor between the learning rates to try."),
    CALIBRATION_SAMPLES("calibration.samples", "int", "1000", "The number of sequences to try learning rates on."),
    CALIBRATION_CANDIDATES("calibration.candidates", "int", "10", "The number of loss-lowering rates to look for."),
    CALIBRATION_TRIALS("calibration.max_trials", "int", "20", "The maximum number of rates to try."),
    TYPE(
            "type",
            "int",
            "1",
            "The type of step: 0 as long as the loss asks for (PA), 1 at most c (PA-I), 2 softened (PA-II)."),
    AGGRESSIVENESS("c", "float", "1.000000", "The maximum length of a step."),
    ERROR_SENSITIVE(
            "error_sensitive",
            "int",
            "1",
            "1: a wrong sequence costs the square root of its number of wrong labels; 0: it costs 1."),
    AVERAGING("averaging", "int", "1", "1: the model has the weights averaged over all steps; 0: the last weights."),
    VARIANCE("variance", "float", "1.000000", "The initial variance of every weight."),
    GAMMA("gamma", "float", "1.000000", "Larger moves weights and variances less."),
    MAX_EPOCHS("max_iterations", "int", "100", "The maximum number of passes over the data."),
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
