package org.espalier.cli.multilabel;

import java.util.Locale;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.inference.chain.Decoder;
import picocli.CommandLine.Option;

/** How a set is chosen from the probabilities. */
@HelpTopic(Topic.DECODING)
public final class SetDecoder {
    @Option(
            names = "--decoder",
            paramLabel = "set|labels",
            description =
                    "set: the most probable set of labels, which is best for subset accuracy. labels: every label that"
                            + " is more probable than not, which is best for the Hamming loss. Default: ${DEFAULT-VALUE}.")
    @Essential
    private Kind kind = Kind.SET;

    /** What is most probable. */
    enum Kind {
        SET,
        LABELS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Decoder chosen() {
        return kind == Kind.SET ? Decoder.VITERBI : Decoder.POSTERIOR;
    }
}
