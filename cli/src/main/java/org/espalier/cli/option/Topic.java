package org.espalier.cli.option;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chapters of the help, in the order in which {@code --help-all} prints them. */
public enum Topic {
    FILES("files", "models, reports and plots to read and write"),
    SEARCH("search", "what to try, how to search, and what to measure on"),
    COMPRESSION("compression", "which weights to drop, and how to round the others"),
    SCORES("scores", "what is measured and compared"),
    OUTPUT("output", "what is printed, and in which format"),
    DECODING("decoding", "how labels are chosen: Viterbi, posterior, beam; valid labels only"),
    DATA("data", "file formats, columns, encodings; unknown and partial labels"),
    FEATURES("features", "templates, built-in features, cut-offs"),
    MODEL("model", "kinds of models, their structure and their loss"),
    OPTIMISER("optimiser", "algorithm, L1 and L2 penalties, iterations, when to stop", "optimizer", "algorithm"),
    STOCHASTIC("stochastic", "step sizes and batches of stochastic optimisers", "sgd"),
    ONLINE("online", "perceptron, passive-aggressive, MIRA and AROW", "perceptron"),
    DEVELOPMENT("development", "development data and early stopping", "dev", "early-stopping"),
    CLASSIFICATION("classification", "multiclass models from binary classifiers, log-odds", "multiclass"),
    KERNELS("kernels", "kernel SVM, kernel logistic regression, kernel perceptron, kernel CRF", "kernel"),
    NETWORKS("networks", "BiLSTM-CNN-CRF: word vectors, letters, layers, dropout, steps", "network", "bilstm-crf"),
    GENERATIVE("generative", "hidden Markov models and naive Bayes", "hmm", "naive-bayes"),
    CONTINUOUS("continuous", "continuous CRFs: regressors, neighbours, intervals", "ccrf"),
    RUNNING("running", "threads, memory, checkpoints, random seed, messages", "threads", "checkpoints"),
    SERVICE("service", "who may ask a service, and how much", "server", "limits", "security"),
    DROP_IN("drop-in", "the options of the program that this command replaces"),
    /** For options that name no topic. None should; a test sees to that. */
    OTHER("other", "everything else"),
    GENERAL("general", "help, version, stack traces");

    private final String name;
    private final String summary;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed
    private final List<String> aliases;

    Topic(String name, String summary, String... aliases) {
        this.name = name;
        this.summary = summary;
        this.aliases = List.of(aliases);
    }

    /** What it is about, in one line. */
    public String summary() {
        return summary;
    }

    /** The topic of this name or alias, or null. */
    public static @Nullable Topic of(String name) {
        for (Topic topic : values()) {
            if (topic.name.equals(name) || topic.aliases.contains(name)) {
                return topic;
            }
        }
        return null;
    }

    /** As it is typed. */
    @Override
    public String toString() {
        return name;
    }
}
