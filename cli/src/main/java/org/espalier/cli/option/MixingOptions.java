package org.espalier.cli.option;

import org.espalier.train.ParameterMixing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whether weights are learnt on shards of the data and averaged. */
@HelpTopic(Topic.RUNNING)
public final class MixingOptions {
    @Option(
            names = "--mixing",
            paramLabel = "one-shot|iterated",
            description = {
                "Train on --shards parts of the data independently and average the weights. This is not exact; see"
                        + " docs/parallel.md.",
                "one-shot: average once, at the end.",
                "iterated: average after every --epoch-iterations iterations; each shard continues from the average."
            },
            converter = KindConverter.class)
    private ParameterMixing.@Nullable Kind kind;

    /** Names as on the command line. */
    static final class KindConverter implements ITypeConverter<ParameterMixing.Kind> {
        @Override
        public ParameterMixing.Kind convert(String text) {
            for (ParameterMixing.Kind kind : ParameterMixing.Kind.values()) {
                if (kind.toString().equals(text)) {
                    return kind;
                }
            }
            throw new TypeConversionException("'" + text + "'; expected one-shot or iterated");
        }
    }

    @Option(names = "--shards", paramLabel = "k", description = "The number of shards for --mixing. Default: 4.")
    private @Nullable Integer shards;

    @Option(
            names = "--epoch-iterations",
            paramLabel = "n",
            description = "The number of iterations between averages in iterated mixing. Default: 5.")
    private @Nullable Integer epochIterations;

    @Option(
            names = "--mixing-by-size",
            description = "Weight shards by their number of tokens in the average. Default: all shards count the same.")
    private boolean bySize;

    /** What was asked for; null for the exact gradient. */
    @Nullable
    public ParameterMixing chosen() {
        if (kind == null) {
            if (shards != null || epochIterations != null || bySize) {
                throw new IllegalArgumentException(
                        "--shards, --epoch-iterations and --mixing-by-size belong to --mixing; give it too, or leave them out");
            }
            return null;
        }
        if (kind == ParameterMixing.Kind.ONE_SHOT && epochIterations != null) {
            throw new IllegalArgumentException(
                    "--epoch-iterations belongs to --mixing iterated; one-shot mixing averages once");
        }
        return new ParameterMixing(
                kind,
                shards == null ? 4 : shards,
                bySize ? ParameterMixing.Weighting.BY_SIZE : ParameterMixing.Weighting.UNIFORM,
                epochIterations == null ? 5 : epochIterations);
    }
}
