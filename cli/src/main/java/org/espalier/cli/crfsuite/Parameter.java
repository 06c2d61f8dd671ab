package org.espalier.cli.crfsuite;

import java.util.Arrays;
import java.util.Optional;

/** The parameters of {@code crfsuite learn -a lbfgs}, in CRFsuite's order. */
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
    MAX_LINE_SEARCH("max_linesearch", "int", "20", "How many steps a line search may try.");

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

    static Optional<Parameter> of(String key) {
        return Arrays.stream(values()).filter(one -> one.key.equals(key)).findFirst();
    }
}
