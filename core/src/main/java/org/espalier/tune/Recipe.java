package org.espalier.tune;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.espalier.feature.AttributeExtractor;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.Fingerprint;

/**
 * Makes the trainer of a setting.
 *
 * @param extractor the features, where a setting does not choose among the alternatives
 * @param options everything that a setting leaves open
 * @param alternatives features to choose from, by name
 */
public record Recipe(
        AttributeExtractor extractor, TrainingOptions options, Map<String, AttributeExtractor> alternatives) {

    /** The name under which a setting chooses among the alternatives. */
    public static final String FEATURES = "features";

    public Recipe {
        Objects.requireNonNull(extractor, "extractor");
        Objects.requireNonNull(options, "options");
        alternatives = Map.copyOf(alternatives);
    }

    public Recipe(AttributeExtractor extractor, TrainingOptions options) {
        this(extractor, options, Map.of());
    }

    /**
     * The trainer, for one thread.
     *
     * @throws IllegalArgumentException when values are wrong or do not go together
     */
    public Trainer trainer(Setting setting) {
        return trainer(setting, Budget.FULL, 1);
    }

    /** The trainer, for so many threads, 0 for all cores; the model does not depend on it. */
    public Trainer trainer(Setting setting, int threads) {
        return trainer(setting, Budget.FULL, threads);
    }

    Trainer trainer(Setting setting, Budget budget, int threads) {
        return new Trainer(extractor(setting), budget.limit(options(setting)).withThreads(threads));
    }

    /**
     * The options of a setting. Those that depend on each other may come in any order: an L1 penalty and an algorithm that
     * can handle it.
     */
    public TrainingOptions options(Setting setting) {
        TrainingOptions set = options;
        Map<String, String> left = new LinkedHashMap<>(setting.values());
        left.remove(FEATURES);
        while (!left.isEmpty()) {
            IllegalArgumentException refusal = null;
            int before = left.size();
            for (Map.Entry<String, String> entry : Map.copyOf(left).entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .toList()) {
                try {
                    set = Hyperparameter.of(entry.getKey()).set(set, entry.getValue());
                    left.remove(entry.getKey());
                } catch (IllegalArgumentException e) {
                    refusal = refusal == null ? e : refusal;
                }
            }
            if (refusal != null && left.size() == before) {
                throw refusal;
            }
        }
        return set;
    }

    private AttributeExtractor extractor(Setting setting) {
        String name = setting.values().get(FEATURES);
        if (name == null) {
            return extractor;
        }
        AttributeExtractor chosen = alternatives.get(name);
        if (chosen == null) {
            throw new IllegalArgumentException("there are no features '" + name + "'; expected one of "
                    + alternatives.keySet().stream().sorted().toList());
        }
        return chosen;
    }

    /** What the scores depend on, for a journal. */
    Map<String, Object> description() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("options", options.withThreads(1).toString());
        map.put(FEATURES, Fingerprint.of(extractor.definition().toString()));
        alternatives.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> map.put(
                        FEATURES + " " + entry.getKey(),
                        Fingerprint.of(entry.getValue().definition().toString())));
        return map;
    }
}
