package org.espalier.spark;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.data.Json;
import org.espalier.data.Labels;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.optimize.Penalty;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.train.Algorithm;
import org.espalier.train.TrainingOptions;

/**
 * The training options as parameters of Spark: one entry per option, under the name that model files know.
 *
 * <p>Only what is set travels, as JSON, so that executors have the same options as the driver. An option that has no effect with the others
 * is refused.
 */
final class TaggerOptions {
    private static final String L1 = "l1";
    private static final String L2 = "l2";

    /** All but loss, algorithm and structure, in the order in which they are applied. */
    private static final List<TaggerOption> PLAIN = Stream.of(ObjectiveOptions.ALL, StepwiseOptions.ALL)
            .flatMap(List::stream)
            .toList();

    private TaggerOptions() {}

    /** All options, sorted by name. */
    static List<TaggerOption> all() {
        Map<String, TaggerOption> sorted = new TreeMap<>();
        PLAIN.forEach(option -> sorted.put(option.name(), option));
        OutputOptions.ALL.forEach(option -> sorted.put(option.name(), option));
        return List.copyOf(sorted.values());
    }

    /** What is set, as JSON. */
    static String write(Map<String, Object> set) {
        return Json.write(new TreeMap<>(set));
    }

    /** The options of a text that {@link #write} made. */
    static TrainingOptions parse(String text) {
        if (!(Json.parse(text) instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("the options are " + text + "; expected an object of JSON");
        }
        Map<String, Object> set = new TreeMap<>();
        map.forEach((name, value) -> set.put(String.valueOf(name), value));
        return of(set);
    }

    /**
     * The training options.
     *
     * @param set the values of the options that are set, by name
     * @throws IllegalArgumentException when a value is wrong, or an option has no effect with the others
     */
    static TrainingOptions of(Map<String, Object> set) {
        TrainingOptions options = start(set);
        for (TaggerOption option : PLAIN) {
            if (set.containsKey(option.name())) {
                options = option.change().apply(options, TaggerOption.value(set, option.name()));
            }
        }
        for (TaggerOption option : PLAIN) {
            if (set.containsKey(option.name()) && !option.matters().test(options)) {
                throw new IllegalArgumentException("the option " + option.name() + " (" + option.doc()
                        + ") has no effect with the algorithm " + options.algorithm() + " and the loss "
                        + options.loss()
                        + "; clear it");
            }
        }
        return options;
    }

    /** With all that must fit together at once. */
    private static TrainingOptions start(Map<String, Object> set) {
        TrainingOptions usual = TrainingOptions.DEFAULTS;
        return new TrainingOptions(
                set.containsKey(OutputOptions.LOSS)
                        ? TaggerOption.value(set, OutputOptions.LOSS).constant(LossFunction.class)
                        : usual.loss(),
                set.containsKey(OutputOptions.ALGORITHM)
                        ? TaggerOption.value(set, OutputOptions.ALGORITHM).constant(Algorithm.class)
                        : usual.algorithm(),
                new Penalty(
                        set.containsKey(L1)
                                ? TaggerOption.value(set, L1).number()
                                : usual.penalty().l1(),
                        set.containsKey(L2)
                                ? TaggerOption.value(set, L2).number()
                                : usual.penalty().l2()),
                usual.optimizer(),
                usual.selection(),
                usual.notation(),
                usual.earlyStopping(),
                usual.threads(),
                usual.seed(),
                usual.online(),
                usual.cost(),
                usual.stochastic(),
                usual.rprop(),
                usual.kappa(),
                usual.restarts(),
                OutputOptions.structure(set));
    }

    /** The bytes of a model that has no weights, by which an extractor travels. */
    static byte[] definition(AttributeExtractor extractor) {
        Vocabulary none = new Vocabulary.Builder().build();
        LayoutBuilder builder = new LayoutBuilder(ChainTopology.dense(1).families(), places -> 0, family -> false);
        return new Model(
                        Labels.of(List.of("any")),
                        new Encoder(extractor, false, none, none),
                        builder.complete(),
                        new double[0],
                        0,
                        Map.of())
                .toBytes();
    }

    /** The constant of an enumeration, as on the command line. */
    static <E extends Enum<E>> E constant(String option, String text, Class<E> type) {
        for (E each : type.getEnumConstants()) {
            if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text.toLowerCase(Locale.ROOT))) {
                return each;
            }
        }
        StringBuilder names = new StringBuilder();
        for (E each : type.getEnumConstants()) {
            names.append(names.length() == 0 ? "" : ", ")
                    .append(each.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
        throw new IllegalArgumentException(option + " = '" + text + "'; expected one of " + names);
    }
}
