package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Parameter mixing: the data are divided into shards, weights are trained on each independently, and the model gets their average
 * θ = Σ<sub>k</sub> μ<sub>k</sub> θ<sub>k</sub>, Σ μ<sub>k</sub> = 1.
 *
 * <p>Shards share labels, attributes and layout. Shard k minimises its own losses plus its share of the penalty, so that the
 * objectives of all shards add up to that of all data. The average is not the minimum of that sum: mixing gives accuracy for
 * less talk between machines, while the sum over threads gives the exact gradient.
 *
 * <p>Mann, McDonald, Mohri, Silberman and Walker (2009), Efficient large-scale distributed training of conditional maximum
 * entropy models; McDonald, Hall and Mann (2010), Distributed training strategies for the structured perceptron.
 *
 * @param kind how often weights are averaged
 * @param shards how many shards there are
 * @param weighting what a shard's weights count in the average
 * @param epochIterations iterations on each shard between two averages, with {@link Kind#ITERATED}
 */
public record ParameterMixing(Kind kind, int shards, Weighting weighting, int epochIterations) {

    /** How often weights are averaged. */
    public enum Kind {
        /** Once, when all shards have been learnt to the end. */
        ONE_SHOT,
        /** After every epoch; each shard goes on from the average. */
        ITERATED;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** What a shard's weights count in the average. */
    public enum Weighting {
        /** μ<sub>k</sub> = 1/K. */
        UNIFORM,
        /** μ<sub>k</sub> = tokens of the shard / tokens of all. */
        BY_SIZE
    }

    public ParameterMixing {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(weighting, "weighting");
        if (shards < 1) {
            throw new IllegalArgumentException("shards = " + shards + "; expected at least 1");
        }
        if (epochIterations < 1) {
            throw new IllegalArgumentException("epochIterations = " + epochIterations + "; expected at least 1");
        }
    }

    /** One average at the end, every shard counting alike. */
    public static ParameterMixing oneShot(int shards) {
        return new ParameterMixing(Kind.ONE_SHOT, shards, Weighting.UNIFORM, 1);
    }

    /** An average after every epoch of so many iterations, every shard counting alike. */
    public static ParameterMixing iterated(int shards, int epochIterations) {
        return new ParameterMixing(Kind.ITERATED, shards, Weighting.UNIFORM, epochIterations);
    }

    public ParameterMixing withWeighting(Weighting value) {
        return new ParameterMixing(kind, shards, value, epochIterations);
    }

    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", kind.name());
        map.put("shards", shards);
        map.put("weighting", weighting.name());
        if (kind == Kind.ITERATED) {
            map.put("epochIterations", epochIterations);
        }
        return map;
    }
}
