package org.espalier.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a model has learned about its own probabilities on data that it was not trained on. The model file keeps it.
 *
 * @param temperature by which all weights were divided; 1 when they are as they were trained
 * @param spans how often predicted spans are right; null when that was not learned
 * @param tokens how often predicted labels of tokens are right; null when that was not learned
 */
public record Confidence(
        double temperature,
        @Nullable ConfidenceCurve spans,
        @Nullable ConfidenceCurve tokens) {
    /** Nothing learned. */
    public static final Confidence NONE = new Confidence(1, null, null);

    /** The member of the provenance that holds it. */
    static final String MEMBER = "confidence";

    public Confidence {
        if (!(temperature > 0 && temperature < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a temperature of " + temperature + "; expected a positive number");
        }
    }

    /** What is expected to be right among spans of this probability. */
    public double ofSpan(double probability) {
        return spans == null ? probability : spans.at(probability);
    }

    /** What is expected to be right among labels of tokens of this probability. */
    public double ofToken(double probability) {
        return tokens == null ? probability : tokens.at(probability);
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("temperature", temperature);
        if (spans != null) {
            map.put("spans", spans.toMap());
        }
        if (tokens != null) {
            map.put("tokens", tokens.toMap());
        }
        return map;
    }

    static Confidence ofMap(Map<?, ?> map) {
        double temperature = map.get("temperature") instanceof Number number ? number.doubleValue() : 1;
        return new Confidence(
                temperature, ConfidenceCurve.ofMap(map.get("spans")), ConfidenceCurve.ofMap(map.get("tokens")));
    }
}
