package org.espalier.evaluate;

import java.util.List;
import java.util.Objects;
import org.espalier.data.Span;
import org.espalier.data.TagScheme;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a span when predictions are compared with the gold standard.
 *
 * @param name the name that is printed beside the scores
 * @param scheme the scheme that spans must follow to count, or null for the rules of conlleval, which know no wrong
 *     labels
 */
public record Convention(String name, @Nullable TagScheme scheme) {

    /**
     * The rules of the script of the CoNLL shared tasks: {@code I-X} after {@code O} or after another type begins a
     * span, and prefixes other than B, I, E, {@code [} and {@code ]} neither begin nor end one by themselves.
     */
    public static final Convention CONLLEVAL = new Convention("conlleval", null);

    /** Plain labels, such as parts of speech: there are no spans, whatever the labels are called. */
    public static final Convention PLAIN = new Convention("plain labels", null);

    public Convention {
        Objects.requireNonNull(name, "name");
    }

    /**
     * A span counts only when its labels are exactly as {@code scheme} writes them, in the gold standard and in the
     * prediction.
     */
    public static Convention strict(TagScheme scheme) {
        return new Convention("strict " + scheme, scheme);
    }

    /**
     * What suits a scheme: the rules of conlleval for B, I, E and O, which they were made for; strict rules for IOBES, BILOU
     * and BMES, where those of conlleval join neighbouring spans; no spans for plain labels.
     */
    public static Convention of(TagScheme scheme) {
        return switch (scheme) {
            case IOB1, IOB2, IOE1, IOE2 -> CONLLEVAL;
            case IOBES, BILOU, BMES -> strict(scheme);
            case NONE -> PLAIN;
        };
    }

    /** The spans that labels stand for by these rules, in the order of their beginnings; none of plain labels. */
    public List<Span> spans(List<String> labels) {
        if (equals(PLAIN)) {
            return List.of();
        }
        return scheme == null ? ConllevalCounter.spans(labels) : scheme.decodeStrictly(labels);
    }
}
