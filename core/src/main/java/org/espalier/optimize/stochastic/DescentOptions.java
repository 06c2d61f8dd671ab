package org.espalier.optimize.stochastic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a {@link Descent} moves.
 *
 * @param method which steps it takes
 * @param rate the length of a step, η
 * @param momentum how much of the last step goes on, μ; of {@link Method#SGD} only
 * @param decay the rate of epoch e, counted from 0, is η / (1 + decay · e)
 * @param clip the gradient of a batch is shortened to this length; 0 for no limit
 * @param batch the terms of a batch
 * @param epochs how many epochs
 * @param seed decides the order of the terms and what is random in them
 */
public record DescentOptions(
        Method method, double rate, double momentum, double decay, double clip, int batch, int epochs, long seed) {

    /** What a step is. */
    public enum Method {
        /** v ← μv − ηg, x ← x + v. */
        SGD,
        /** Adam (Kingma &amp; Ba 2015), β₁ = 0.9, β₂ = 0.999. */
        ADAM
    }

    /** As Ma &amp; Hovy (2016) train: η = 0.015, μ = 0.9, decay 0.05, gradients up to 5, batches of 10. */
    public static final DescentOptions DEFAULTS = new DescentOptions(Method.SGD, 0.015, 0.9, 0.05, 5, 10, 50, 0);

    public DescentOptions {
        require(rate > 0 && rate <= 1e3, "the learning rate", rate, "a number above 0 such as 0.015");
        require(momentum >= 0 && momentum < 1, "the momentum", momentum, "a number from 0 to below 1");
        require(decay >= 0 && decay < 1e6, "the decay of the learning rate", decay, "a number of 0 or more");
        require(
                clip >= 0 && clip < Double.MAX_VALUE,
                "the largest gradient",
                clip,
                "a number above 0, or 0 for no limit");
        require(batch >= 1, "the batch size", batch, "1 or more");
        require(epochs >= 1, "the number of epochs", epochs, "1 or more");
    }

    private static void require(boolean holds, String what, Number found, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is " + found + "; expected " + expected);
        }
    }

    public DescentOptions withMethod(Method value) {
        return new DescentOptions(value, rate, momentum, decay, clip, batch, epochs, seed);
    }

    public DescentOptions withRate(double value) {
        return new DescentOptions(method, value, momentum, decay, clip, batch, epochs, seed);
    }

    public DescentOptions withMomentum(double value) {
        return new DescentOptions(method, rate, value, decay, clip, batch, epochs, seed);
    }

    public DescentOptions withDecay(double value) {
        return new DescentOptions(method, rate, momentum, value, clip, batch, epochs, seed);
    }

    public DescentOptions withClip(double value) {
        return new DescentOptions(method, rate, momentum, decay, value, batch, epochs, seed);
    }

    public DescentOptions withBatch(int value) {
        return new DescentOptions(method, rate, momentum, decay, clip, value, epochs, seed);
    }

    public DescentOptions withEpochs(int value) {
        return new DescentOptions(method, rate, momentum, decay, clip, batch, value, seed);
    }

    public DescentOptions withSeed(long value) {
        return new DescentOptions(method, rate, momentum, decay, clip, batch, epochs, value);
    }

    /** What decides the point that is reached, but for the number of epochs. */
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("method", method.name());
        map.put("rate", rate);
        map.put("momentum", momentum);
        map.put("decay", decay);
        map.put("clip", clip);
        map.put("batch", batch);
        return map;
    }
}
