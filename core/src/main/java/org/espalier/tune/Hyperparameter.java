package org.espalier.tune;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.loss.LossFunction;
import org.espalier.online.OnlineOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/** What of {@link TrainingOptions} can be searched for, by the names of the command line. */
public enum Hyperparameter {
    /** The weight λ₁ of ‖θ‖₁. */
    L1(Kind.NUMBER),
    /** The weight λ₂ of ½‖θ‖². */
    L2(Kind.NUMBER),
    /** How often an attribute must occur. */
    MIN_COUNT(Kind.WHOLE),
    /** How often a pair must occur. */
    MIN_FEATURE_COUNT(Kind.WHOLE),
    /** Whether every attribute meets every label. */
    ALL_FEATURES(Kind.CHOICE),
    /** Whether begin and end have features. */
    BOUNDARIES(Kind.CHOICE),
    /** How the objective is minimised. */
    ALGORITHM(Kind.CHOICE),
    /** What is to be small for every sequence. */
    LOSS(Kind.CHOICE),
    /** The most iterations, or the epochs of an online learner. */
    MAX_ITERATIONS(Kind.WHOLE),
    /** The share by which the objective must fall. */
    TOLERANCE(Kind.NUMBER),
    /** How many steps the optimiser remembers. */
    MEMORY(Kind.WHOLE),
    /** For algorithms that draw random numbers. */
    SEED(Kind.WHOLE),
    /** Whether an online learner's weights are averaged over its steps. */
    AVERAGING(Kind.CHOICE),
    /** C of passive–aggressive steps and MIRA. */
    AGGRESSIVENESS(Kind.NUMBER),
    /** The k of k-best MIRA. */
    CANDIDATES(Kind.WHOLE),
    /** AROW's first variance of every weight. */
    VARIANCE(Kind.NUMBER),
    /** AROW's r. */
    GAMMA(Kind.NUMBER),
    /** What a wrong label costs in the losses with a margin. */
    MARGIN(Kind.NUMBER),
    /** The first step size of stochastic optimisers. */
    RATE(Kind.NUMBER),
    /** How their step size falls. */
    DECAY(Kind.NUMBER),
    /** Sequences per step of theirs. */
    BATCH(Kind.WHOLE),
    /** How many labels before the present one a chain looks at. */
    ORDER(Kind.WHOLE),
    /** How many of them features of a step look at. */
    ORDER_FEATURES(Kind.WHOLE),
    /** How many hidden states every label or class has. */
    HIDDEN_STATES(Kind.WHOLE),
    /** How many tokens a segment has at most. */
    MAX_SEGMENT(Kind.WHOLE);

    /** What its values are. */
    public enum Kind {
        /** Real numbers. */
        NUMBER,
        /** Whole numbers. */
        WHOLE,
        /** Names. */
        CHOICE
    }

    private final Kind kind;

    Hyperparameter(Kind kind) {
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** As on the command line: {@code min-count}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one with this name. */
    public static Hyperparameter of(String name) {
        for (Hyperparameter parameter : values()) {
            if (parameter.toString().equals(name)) {
                return parameter;
            }
        }
        throw new IllegalArgumentException("no hyperparameter '" + name + "'; expected "
                + Recipe.FEATURES + ", "
                + Arrays.stream(values()).map(Hyperparameter::toString).collect(Collectors.joining(", ")));
    }

    /**
     * The options with this one set.
     *
     * @throws IllegalArgumentException when the text is no such value, or does not go together with the other options
     */
    public TrainingOptions set(TrainingOptions options, String value) {
        return switch (this) {
            case L1 -> options.withL1(number(value));
            case L2 -> options.withL2(number(value));
            case MIN_COUNT -> options.withMinCount(whole(value));
            case MIN_FEATURE_COUNT -> options.withMinFeatureCount(whole(value));
            case ALL_FEATURES -> options.withAllFeatures(truth(value));
            case BOUNDARIES -> options.withBoundaries(truth(value));
            case ALGORITHM -> options.withAlgorithm(constant(value, Algorithm.values(), Enum::name));
            case LOSS -> options.withLoss(constant(value, LossFunction.values(), Enum::name));
            case MAX_ITERATIONS ->
                options.withMaxIterations(whole(value))
                        .withOnline(options.online().withEpochs(whole(value)));
            case TOLERANCE -> options.withTolerance(number(value));
            case MEMORY -> options.withOptimizer(options.optimizer().withMemory(whole(value)));
            case SEED -> options.withSeed(whole(value));
            case MARGIN -> options.withCost(number(value));
            case RATE -> options.withStochastic(options.stochastic().withRate(number(value)));
            case DECAY -> options.withStochastic(options.stochastic().withDecay(number(value)));
            case BATCH -> options.withStochastic(options.stochastic().withBatch(whole(value)));
            case ORDER, ORDER_FEATURES, HIDDEN_STATES, MAX_SEGMENT ->
                options.withStructure(options.structure().with(toString(), whole(value)));
            case AVERAGING, AGGRESSIVENESS, CANDIDATES, VARIANCE, GAMMA ->
                options.withOnline(set(options.online(), value));
        };
    }

    private OnlineOptions set(OnlineOptions options, String value) {
        return switch (this) {
            case AVERAGING -> options.withAveraging(truth(value));
            case AGGRESSIVENESS -> options.withAggressiveness(number(value));
            case CANDIDATES -> options.withCandidates(whole(value));
            case VARIANCE -> options.withVariance(number(value));
            case GAMMA -> options.withGamma(number(value));
            default -> throw new IllegalStateException(this + " is not an option of online learners");
        };
    }

    private double number(String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw wrong(value, "a number", e);
        }
    }

    private int whole(String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw wrong(value, "a whole number", e);
        }
    }

    private boolean truth(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(value, "true or false", null);
        };
    }

    private <E extends Enum<E>> E constant(String value, E[] constants, Function<E, String> name) {
        String wanted = value.toUpperCase(Locale.ROOT).replace('-', '_');
        for (E constant : constants) {
            if (name.apply(constant).equals(wanted)) {
                return constant;
            }
        }
        String names = Arrays.stream(constants)
                .map(constant -> name.apply(constant).toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
        throw wrong(value, "one of " + names, null);
    }

    private IllegalArgumentException wrong(String value, String expected, @Nullable Throwable cause) {
        return new IllegalArgumentException(this + " is '" + value + "'; expected " + expected, cause);
    }
}
