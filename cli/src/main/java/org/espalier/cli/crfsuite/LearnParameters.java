package org.espalier.cli.crfsuite;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.LabelNotation;
import org.espalier.interop.FixedPoint;
import org.espalier.optimize.LbfgsOptions;
import org.espalier.optimize.Penalty;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.TrainingOptions;

/** The values of CRFsuite's parameters, and what they are to Espalier's trainer. */
final class LearnParameters {
    private final Map<Parameter, String> values;

    private LearnParameters(Map<Parameter, String> values) {
        this.values = values;
    }

    /**
     * What {@code -p} set, and the usual values of the others.
     *
     * @throws IllegalArgumentException for an unknown parameter, or a value that is no number where one is needed
     */
    static LearnParameters parse(List<String> settings) {
        Map<Parameter, String> values = new EnumMap<>(Parameter.class);
        for (Parameter parameter : Parameter.values()) {
            values.put(parameter, parameter.usual);
        }
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            String key = equals < 0 ? setting : setting.substring(0, equals);
            Parameter parameter = Parameter.of(key)
                    .orElseThrow(() -> new IllegalArgumentException("parameter not found: " + key
                            + "; 'espalier crfsuite learn -H' lists those that there are"));
            values.put(parameter, equals < 0 ? "" : setting.substring(equals + 1));
        }
        LearnParameters parsed = new LearnParameters(values);
        for (Parameter parameter : Parameter.values()) {
            if (!parameter.type.equals("string")) {
                parsed.number(parameter);
            }
        }
        return parsed;
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

    private int whole(Parameter parameter) {
        return (int) number(parameter);
    }

    private boolean isOn(Parameter parameter) {
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
        double c1 = number(Parameter.C1);
        int period = whole(Parameter.PERIOD);
        FeatureSelection selection = FeatureSelection.OBSERVED
                .withAllStates(isOn(Parameter.POSSIBLE_STATES))
                .withAllTransitions(isOn(Parameter.POSSIBLE_TRANSITIONS));
        double frequency = number(Parameter.MIN_FREQUENCY);
        if (frequency > 0 || negativeValues) {
            selection = selection.withMinFrequency(frequency);
        }
        return TrainingOptions.DEFAULTS
                .withAlgorithm(c1 > 0 ? Algorithm.OWLQN : Algorithm.LBFGS)
                .withPenalty(new Penalty(c1, 2 * number(Parameter.C2)))
                .withOptimizer(new LbfgsOptions(
                        whole(Parameter.MEMORIES),
                        whole(Parameter.MAX_ITERATIONS),
                        number(Parameter.EPSILON),
                        period == 0 ? 0 : number(Parameter.DELTA),
                        period == 0 ? 1 : period,
                        whole(Parameter.MAX_LINE_SEARCH)))
                .withSelection(selection)
                .withNotation(new LabelNotation("", ""));
    }
}
