package org.espalier.spark;

import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.espalier.train.ParameterMixing;
import org.jspecify.annotations.Nullable;

/** Whether shards learn alone and their weights are averaged, as parameters of their owner. */
final class TaggerMixing {
    private static final String NONE = "none";
    private static final int SHARDS = 4;
    private static final int EPOCH_ITERATIONS = 5;

    private final Params owner;
    private final Param<String> mixing;
    private final IntParam epochIterations;
    private final BooleanParam bySize;

    TaggerMixing(Params owner) {
        this.owner = owner;
        mixing = new Param<>(
                owner,
                "mixing",
                "none: the exact gradient of all shards; one-shot: every shard learns alone, and the weights are"
                        + " averaged; iterated: that again and again, from the average on");
        epochIterations = new IntParam(
                owner, "epochIterations", "iterations of every shard between two averages of iterated mixing");
        bySize = new BooleanParam(owner, "mixingBySize", "whether a shard counts in the average by its tokens");
        owner.setDefault(mixing, NONE);
        owner.setDefault(epochIterations, EPOCH_ITERATIONS);
        owner.setDefault(bySize, false);
    }

    List<Param<?>> all() {
        return List.of(mixing, epochIterations, bySize);
    }

    /**
     * What is asked for; null for the exact gradient.
     *
     * @param shards how many are asked for; 0 for the usual number
     */
    @Nullable
    ParameterMixing chosen(int shards) {
        String value = owner.getOrDefault(mixing);
        if (value.equals(NONE)) {
            if (owner.isSet(epochIterations) || owner.isSet(bySize)) {
                throw new IllegalArgumentException(
                        "epochIterations and mixingBySize have no effect without mixing; set it to one-shot or iterated, or"
                                + " clear them");
            }
            return null;
        }
        ParameterMixing.Kind kind = TaggerOptions.constant("mixing", value, ParameterMixing.Kind.class);
        if (kind == ParameterMixing.Kind.ONE_SHOT && owner.isSet(epochIterations)) {
            throw new IllegalArgumentException(
                    "epochIterations has no effect with one-shot mixing, which averages once; clear it");
        }
        return new ParameterMixing(
                kind,
                shards == 0 ? SHARDS : shards,
                owner.<Object>getOrDefault(owner.getParam(bySize.name())).equals(true)
                        ? ParameterMixing.Weighting.BY_SIZE
                        : ParameterMixing.Weighting.UNIFORM,
                (Integer) owner.<Object>getOrDefault(owner.getParam(epochIterations.name())));
    }
}
