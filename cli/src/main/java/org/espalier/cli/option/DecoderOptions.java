package org.espalier.cli.option;

import java.util.Locale;
import org.espalier.data.TagScheme;
import org.espalier.inference.chain.Decoder;
import org.espalier.model.Parser;
import org.espalier.model.Tagger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How one labelling is chosen. */
@HelpTopic(Topic.DECODING)
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
                            + " token. greedy: left to right, the best label after the previous one. beam: the best labelling that a"
                            + " beam of --beam labels finds. Default: viterbi; posterior for a model with hidden states.")
    private @Nullable Choice decoder;

    @Option(
            names = "--beam",
            paramLabel = "n",
            description =
                    "The number of labels that the beam keeps at each token; exact if it keeps all labels. Default: 5.")
    private @Nullable Integer beam;

    @Option(
            names = "--valid-labels",
            description =
                    "Predict only labels that follow their tag scheme (no I-X after O): all other labellings get probability"
                            + " 0.")
    @Essential
    private boolean validLabels;

    /** Whether a decoder was asked for that is not Viterbi. */
    public boolean isUnusual(Caller command) {
        return !decoder(command, Decoder.VITERBI).equals(Decoder.VITERBI);
    }

    /** The tagger with the decoder that was chosen, or with the usual one. */
    public Tagger apply(Tagger tagger, Caller command) {
        Decoder chosen = decoder(command, tagger.decoder());
        try {
            Tagger valid = validLabels ? valid(tagger, command) : tagger;
            return chosen.equals(valid.decoder()) ? valid : valid.withDecoder(chosen);
        } catch (IllegalArgumentException e) {
            throw command.usage(String.valueOf(e.getMessage()));
        }
    }

    /** The parser with the decoder that was chosen, or with the usual one. */
    public Parser apply(Parser parser, Caller command) {
        try {
            return parser.withDecoder(decoder(command, parser.decoder()));
        } catch (IllegalArgumentException e) {
            throw command.usage(String.valueOf(e.getMessage()));
        }
    }

    private static Tagger valid(Tagger tagger, Caller command) {
        if (tagger.scheme() == TagScheme.NONE) {
            throw command.usage("--valid-labels has no effect: the model's labels follow no tag scheme; leave it out");
        }
        return tagger.model().withValidLabels().tagger();
    }

    /** The decoder that was chosen, or else the usual one. */
    private Decoder decoder(Caller command, Decoder usual) {
        if (beam != null && decoder != Choice.BEAM) {
            Choice other = decoder == null ? Choice.VITERBI : decoder;
            throw command.usage("--beam " + beam + " with --decoder " + other + "; use it with --decoder beam");
        }
        if (beam != null && beam < 1) {
            throw command.usage("--beam is " + beam + "; expected at least 1");
        }
        if (decoder == null) {
            return usual;
        }
        return switch (decoder) {
            case VITERBI -> Decoder.VITERBI;
            case POSTERIOR -> Decoder.POSTERIOR;
            case GREEDY -> Decoder.GREEDY;
            case BEAM -> Decoder.beam(beam == null ? 5 : beam);
        };
    }
}
