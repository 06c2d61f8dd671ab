package org.espalier.feature.span;

import java.nio.ByteBuffer;
import org.espalier.data.Sequence;
import org.espalier.structure.forest.SpanSet;

/** Chooses the spans that the trees of a sentence may have, before a more expensive model looks at them. Immutable and safe to share. */
public interface SpanFilter {

    /** The spans; they allow at least the tree without constituents. */
    SpanSet spans(Sequence sentence);

    /** The options by which it chooses; with {@link #bytes} all that is needed to make it again. */
    String definition();

    /** What a model file keeps of it; little-endian. */
    ByteBuffer bytes();

    /** Makes a filter of sentences with trees. */
    @FunctionalInterface
    interface Learner {
        /**
         * The filter that these sentences teach.
         *
         * @param isRightFactored whether what is left of a constituent, after its first child was split off, is on the right
         */
        SpanFilter learn(Iterable<Sequence> data, boolean isRightFactored);
    }
}
