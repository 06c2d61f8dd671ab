package org.espalier.cli.dropin.crfsuite;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.LabelNotation;
import org.espalier.interop.FixedPoint;
import org.espalier.online.OnlineOptions;
import org.espalier.online.PassiveAggressive;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.TrainingOptions;

/** The values of CRFsuite's parameters, and what they are to Espalier's trainer. */
final class LearnParameters {
    private final LearnAlgorithm algorithm;
    private final Map<Parameter, String> values;

    private LearnParameters(LearnAlgorithm algorithm, Map<Parameter, String> values) {
        this.algorithm = algorithm;
        this.values = values;
    }

    LearnAlgorithm algorithm() {
        return algorithm;
    }

    /**
     * What {@code -p} set, and the usual values of the others.
     *
     * @throws IllegalArgumentException for an unknown parameter, or a value that is no number where one is needed
     */
    static LearnParameters parse(LearnAlgorithm algorithm, List<String> settings) {
        Map<Parameter, String> values = new EnumMap<>(Parameter.class);
        for (Parameter parameter : algorithm.parameters()) {
            values.put(parameter, parameter.usual);
        }
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            String key = equals < 0 ? setting : setting.substring(0, equals);
            Parameter parameter = algorithm
                    .parameter(key)
                    .orElseThrow(() -> new IllegalArgumentException("parameter not found: " + key
                            + "; 'espalier crfsuite learn -a " + algorithm.key + " -H' lists the parameters"));
            values.put(parameter, equals < 0 ? "" : setting.substring(equals + 1));
        }
        LearnParameters parsed = new LearnParameters(algorithm, values);
        for (Parameter parameter : algorithm.parameters()) {
            if (!parameter.type.equals("string")) {
                parsed.requireInRange(parameter);
            }
        }
        return parsed;
    }

    /** Refuses here, by CRFsuite's name, what our options would refuse by theirs. */
    private void requireInRange(Parameter parameter) {
        double value = number(parameter);
        String problem = switch (parameter) {
            case C1, C2 -> value >= 0 && value < Double.POSITIVE_INFINITY ? "" : "a number that is not negative";
            case CALIBRATION_ETA -> value > 0 && value < Double.POSITIVE_INFINITY ? "" : "a number above 0";
            case CALIBRATION_RATE -> value > 1 && value < Double.POSITIVE_INFINITY ? "" : "a number above 1";
            case CALIBRATION_SAMPLES, CALIBRATION_CANDIDATES -> value >= 1 ? "" : "at least 1";
            default -> "";
        };
        if (!problem.isEmpty()) {
            throw new IllegalArgumentException(
                    "the parameter " + parameter.key + " is '" + text(parameter) + "'; expected " + problem);
        }
    }

    double number(Parameter parameter) {
        String text = text(parameter);
        try {
            return parameter.type.equals("int") ? Integer.parseInt(text) : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the parameter " + parameter.key + " is '" + text + "'; expected "
                            + (parameter.type.equals("int") ? "a whole number" : "a number"),
                    e);
        }
    }

    int whole(Parameter parameter) {
        return (int) number(parameter);
    }

    boolean isOn(Parameter parameter) {
        return number(parameter) != 0;
    }

    String text(Parameter parameter) {
        return values.getOrDefault(parameter, parameter.usual);
    }

    /** The value as CRFsuite's log shows it. */
    String shown(Parameter parameter) {
        return switch (parameter.type) {
            case "int" -> Integer.toString(whole(parameter));
            case "float" -> FixedPoint.of(number(parameter), 6);
            default -> text(parameter);
        };
    }

    /**
     * The options of the trainer; c2·‖w‖² is ½λ₂‖w‖² with λ₂ = 2·c2.
     *
     * @param negativeValues whether an attribute's value is negative, so that a frequency may be below 0
     */
    TrainingOptions options(boolean negativeValues) {
        FeatureSelection selection = FeatureSelection.OBSERVED
                .withAllStates(isOn(Parameter.POSSIBLE_STATES))
                .withAllTransitions(isOn(Parameter.POSSIBLE_TRANSITIONS));
        double frequency = number(Parameter.MIN_FREQUENCY);
        if (frequency > 0 || negativeValues) {
            selection = selection.withMinFrequency(frequency);
        }
        TrainingOptions options =
                TrainingOptions.DEFAULTS.withSelection(selection).withNotation(new LabelNotation("", ""));
        return switch (algorithm) {
            case LBFGS -> quasiNewton(options);
            case SGD -> stochastic(options);
            case AVERAGED_PERCEPTRON ->
                options.withAlgorithm(Algorithm.PERCEPTRON).withOnline(epochs());
            case PASSIVE_AGGRESSIVE -> options.withAlgorithm(Algorithm.PA).withOnline(passiveAggressive());
            case AROW ->
                options.withAlgorithm(Algorithm.AROW)
                        .withOnline(epochs().withAveraging(false)
                                .withVariance(number(Parameter.VARIANCE))
                                .withGamma(number(Parameter.GAMMA)));
        };
    }

    private TrainingOptions quasiNewton(TrainingOptions options) {
        double c1 = number(Parameter.C1);
        int period = whole(Parameter.PERIOD);
        return options.withAlgorithm(c1 > 0 ? Algorithm.OWLQN : Algorithm.LBFGS)
                .withPenalty(new Penalty(c1, 2 * number(Parameter.C2)))
                .withOptimizer(new LbfgsOptions(
                        whole(Parameter.MEMORIES),
                        whole(Parameter.MAX_ITERATIONS),
                        number(Parameter.EPSILON),
                        period == 0 ? 0 : number(Parameter.DELTA),
                        period == 0 ? 1 : period,
                        whole(Parameter.MAX_LINE_SEARCH)));
    }

    private TrainingOptions stochastic(TrainingOptions options) {
        CalibrationOptions calibration = new CalibrationOptions(
                number(Parameter.CALIBRATION_ETA),
                number(Parameter.CALIBRATION_RATE),
                whole(Parameter.CALIBRATION_SAMPLES),
                whole(Parameter.CALIBRATION_CANDIDATES),
                // CRFsuite counts the trial that it would make next.
                Math.max(1, whole(Parameter.CALIBRATION_TRIALS) - 1),
                true);
        return options.withAlgorithm(Algorithm.SGD)
                .withPenalty(Penalty.l2(2 * number(Parameter.C2)))
                .withOptimizer(LbfgsOptions.DEFAULTS
                        .withMaxIterations(whole(Parameter.MOST_SWEEPS))
                        .withPeriod(Math.max(1, whole(Parameter.PERIOD)))
                        .withObjectiveTolerance(whole(Parameter.PERIOD) == 0 ? 0 : number(Parameter.FINE_DELTA)))
                .withStochastic(
                        options.stochastic().withCalibration(calibration).withKeepBest(true));
    }

    private OnlineOptions epochs() {
        return OnlineOptions.DEFAULTS
                .withEpochs(whole(Parameter.MAX_EPOCHS))
                .withTolerance(number(Parameter.MEAN_LOSS));
    }

    private OnlineOptions passiveAggressive() {
        PassiveAggressive.Type type = switch (whole(Parameter.TYPE)) {
            case 1 -> PassiveAggressive.Type.LINEAR;
            case 2 -> PassiveAggressive.Type.QUADRATIC;
            default -> PassiveAggressive.Type.HARD;
        };
        return epochs().withType(type)
                .withAggressiveness(number(Parameter.AGGRESSIVENESS))
                .withErrorSensitive(isOn(Parameter.ERROR_SENSITIVE))
                .withAveraging(isOn(Parameter.AVERAGING));
    }
}
