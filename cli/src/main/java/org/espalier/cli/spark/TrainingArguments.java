package org.espalier.cli.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.optimize.batch.RpropOptions;
import org.espalier.optimize.stochastic.CalibrationOptions;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;

/**
 * Options in the words of the program that Spark runs: {@code --name value} for every parameter that is not at its default. The names are
 * those under which model files keep the options, so what a model file knows can be told.
 */
public final class TrainingArguments {
    private TrainingArguments() {}

    /** The arguments for training options. */
    public static List<String> of(TrainingOptions options) {
        Map<String, Object> usual = TrainingOptions.DEFAULTS.provenance();
        Map<String, Object> told = new LinkedHashMap<>();
        options.provenance().forEach((name, value) -> {
            if (!Objects.equals(usual.get(name), value)) {
                tell(name, value, options, told);
            }
        });
        return arguments(told);
    }

    private static void tell(String name, Object value, TrainingOptions options, Map<String, Object> told) {
        switch (name) {
            case "loss", "algorithm", "type", "devMetric", "histories" -> told.put(name, constant(value));
            case "calibration" -> calibration(options.stochastic().calibration(), told);
            case "rprop" -> rprop(options.rprop(), told);
            case "classStates" -> told.put("hiddenClasses", value);
            case "longSegments" -> told.put("splitLongSegments", true);
            case "learnScheme" -> told.put(name, true);
            default -> told.put(name, value);
        }
    }

    private static String constant(Object value) {
        return value.toString().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void calibration(CalibrationOptions options, Map<String, Object> told) {
        CalibrationOptions usual = CalibrationOptions.DEFAULTS;
        put(told, "calibrationRate", options.firstRate(), usual.firstRate());
        put(told, "calibrationFactor", options.factor(), usual.factor());
        put(told, "calibrationSamples", options.samples(), usual.samples());
        put(told, "calibrationCandidates", options.candidates(), usual.candidates());
        put(told, "calibrationTrials", options.trials(), usual.trials());
        put(told, "calibrationExhaustive", options.exhaustive(), usual.exhaustive());
    }

    private static void rprop(RpropOptions options, Map<String, Object> told) {
        RpropOptions usual = RpropOptions.DEFAULTS;
        put(told, "stepMin", options.stepMin(), usual.stepMin());
        put(told, "stepMax", options.stepMax(), usual.stepMax());
        put(told, "stepIncrease", options.stepIncrease(), usual.stepIncrease());
        put(told, "stepDecrease", options.stepDecrease(), usual.stepDecrease());
        put(told, "cutoff", options.cutoff(), usual.cutoff());
        put(told, "free", options.free(), usual.free());
        put(told, "backtracking", options.backtracking(), usual.backtracking());
    }

    private static void put(Map<String, Object> told, String name, Object value, Object usual) {
        if (!value.equals(usual)) {
            told.put(name, value);
        }
    }

    /** The arguments for mixing; none for the exact gradient. */
    public static List<String> of(@Nullable ParameterMixing mixing) {
        if (mixing == null) {
            return List.of();
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("mixing", mixing.kind());
        told.put("shards", mixing.shards());
        if (mixing.kind() == ParameterMixing.Kind.ITERATED) {
            told.put("epochIterations", mixing.epochIterations());
        }
        if (mixing.weighting() == ParameterMixing.Weighting.BY_SIZE) {
            told.put("mixingBySize", true);
        }
        return arguments(told);
    }

    /**
     * The arguments for how text is read.
     *
     * @throws IllegalArgumentException when the format is one that executors do not read
     */
    public static List<String> of(DataOptions options) {
        Format format = options.format();
        if (format != Format.COLUMNS && format != Format.CRFSUITE && format != Format.JSONL) {
            throw new IllegalArgumentException(
                    "--format " + format + " on Spark; expected columns, crfsuite or jsonl, or"
                            + " tables that Spark reads (--rows parquet)");
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("format", format);
        if (format == Format.COLUMNS) {
            told.put("separator", constant(options.separator().name()));
            told.put("labelColumn", options.labelColumn());
            if (options.commentPrefix() != null) {
                told.put("comments", options.commentPrefix());
            }
            told.put("docstart", !options.boundaries().isEmpty());
        }
        told.put("encoding", options.encoding().name());
        return arguments(told);
    }

    private static List<String> arguments(Map<String, Object> told) {
        List<String> arguments = new ArrayList<>();
        told.forEach((name, value) -> arguments.addAll(List.of("--" + hyphenated(name), value.toString())));
        return arguments;
    }

    /** The name of a parameter on the command line. */
    public static String hyphenated(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
