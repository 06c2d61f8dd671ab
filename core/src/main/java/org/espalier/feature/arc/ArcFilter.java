package org.espalier.feature.arc;

import java.nio.ByteBuffer;
import org.espalier.data.Sequence;
import org.espalier.structure.spanning.ArcSet;

/** Chooses the arcs that the trees of a sentence may have, before a more expensive model looks at them. Immutable and safe to share. */
public interface ArcFilter {

    /** The arcs; they allow at least one projective tree with one root. */
    ArcSet arcs(Sequence sentence);

    /** The options by which it chooses; with {@link #bytes} all that is needed to make it again. */
    String definition();

    /** What a model file keeps of it; little-endian. */
    ByteBuffer bytes();

    /** Makes a filter of sentences with trees. */
    @FunctionalInterface
    interface Learner {
        /** The filter that these sentences teach. */
        ArcFilter learn(Iterable<Sequence> data);
    }
}
