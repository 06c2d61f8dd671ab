package org.espalier.cli.option;

import java.util.Locale;
import org.espalier.inference.chain.Decoder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How one labelling is chosen. */
public final class DecoderOptions {
    private enum Choice {
        VITERBI,
        POSTERIOR,
        GREEDY,
        BEAM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--decoder",
            paramLabel = "viterbi|posterior|greedy|beam",
            description =
                    "How labels are chosen. viterbi: the most probable labelling. posterior: the most probable label of each"
                            + " token. greedy: from left to right, each the best after the one just chosen. beam: the best"
                            + " that a beam of --beam labels finds. Default: viterbi.")
    private Choice decoder = Choice.VITERBI;

    @Option(
            names = "--beam",
            paramLabel = "n",
            description = "How many labels a beam follows at each token; from all labels on it is exact. Default: 5.")
    private @Nullable Integer beam;

    /** The decoder that was chosen. */
    public Decoder decoder(Caller command) {
        if (beam != null && decoder != Choice.BEAM) {
            throw command.usage("--beam " + beam + " with --decoder " + decoder + "; use it with --decoder beam");
        }
        if (beam != null && beam < 1) {
            throw command.usage("--beam is " + beam + "; expected at least 1");
        }
        return switch (decoder) {
            case VITERBI -> Decoder.VITERBI;
            case POSTERIOR -> Decoder.POSTERIOR;
            case GREEDY -> Decoder.GREEDY;
            case BEAM -> Decoder.beam(beam == null ? 5 : beam);
        };
    }
}
