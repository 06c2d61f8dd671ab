package org.espalier.feature;

import java.util.Collections;
import java.util.SortedSet;
import org.espalier.data.Sequence;
import org.espalier.structure.forest.SpanSet;
import org.espalier.structure.spanning.ArcSet;
import org.jspecify.annotations.Nullable;

/**
 * Observes a sequence: reports the attributes of each position. Immutable and safe to share between threads.
 */
public interface AttributeExtractor {

    /**
     * Reports the attributes of a position, always in the same order.
     *
     * @throws org.espalier.data.DataFormatException when the sequence lacks something the extractor needs (a column, a
     *     number)
     */
    void extract(Sequence sequence, int position, AttributeSink sink);

    /**
     * The same attributes for one sequence, whose positions will all be asked for by one thread.
     *
     * <p>An extractor overrides this when it can keep intermediate results (a lower-cased word serves its neighbours
     * too).
     */
    default Observation observe(Sequence sequence) {
        return (position, sink) -> extract(sequence, position, sink);
    }

    /**
     * An observer of one sequence after the other, for one thread.
     *
     * <p>An extractor overrides this when it can use memory again.
     */
    default Observer observer() {
        return this::observe;
    }

    /**
     * Settles, before training, what depends on the training data ("all columns that are numbers"); the result is what
     * is trained with and what the model keeps.
     *
     * @param data the training data; may be walked through once
     * @throws IllegalArgumentException when the data do not have what the extractor is meant to observe
     */
    default AttributeExtractor fit(Iterable<Sequence> data) {
        return this;
    }

    /** Whether {@link #fit} has nothing left to settle. */
    default boolean isFitted() {
        return true;
    }

    /** The columns of the tokens that are read, as far as they are settled. */
    default SortedSet<Integer> columns() {
        return Collections.emptySortedSet();
    }

    /**
     * Whether label pairs have weights of their own that do not depend on the observation (a bare {@code B} in a
     * template).
     */
    boolean sharedTransitions();

    /** Whether {@link Observation#extractSegment} tells anything, so that it is worth while to ask for every segment. */
    default boolean hasSegmentAttributes() {
        return false;
    }

    /** Whether {@link Observation#extractArc} tells anything, so that it is worth while to ask for every arc. */
    default boolean hasArcAttributes() {
        return false;
    }

    /** Whether {@link Observation#arcs} and what is said of pairs of arcs are worth while to ask for. */
    default boolean choosesArcs() {
        return false;
    }

    /** The sequence with the columns that the model finds itself before it looks at anything else, such as parts of speech for a parser. */
    default Sequence completed(Sequence sequence) {
        return sequence;
    }

    /** What a model uses: the same without what only training may look at, such as the gold standard. */
    default AttributeExtractor trained() {
        return this;
    }

    /** Whether {@link Observation#extractFactors} tells the variables and factors of a graph. */
    default boolean hasFactors() {
        return false;
    }

    /**
     * All that is needed to build this extractor again, kept in the model file; {@link org.espalier.feature.encoding.Extractors#from} is the way
     * back.
     *
     * <p>An extractor of your own gives a kind of its own.
     */
    FeatureDefinition definition();

    /** Observes one sequence after the other; for one thread. */
    @FunctionalInterface
    interface Observer {
        /** As {@link AttributeExtractor#observe}; the observation before is no longer valid. */
        Observation observe(Sequence sequence);
    }

    /** The attributes of the positions of one sequence; for one thread. */
    @FunctionalInterface
    interface Observation {
        void extract(int position, AttributeSink sink);

        /** Reports the attributes of the segment of {@code length} tokens that begins at {@code start}; there are none by default. */
        default void extractSegment(int start, int length, AttributeSink sink) {}

        /**
         * Reports the attributes of the arc from a head to a word; there are none by default.
         *
         * @param head a position, or −1 for the root
         */
        default void extractArc(int head, int word, AttributeSink sink) {}

        /** The spans that trees of constituents may have; null for all. */
        default @Nullable SpanSet spans() {
            return null;
        }

        /** In place of a sibling, that there is none. */
        int NO_SIBLING = -2;

        /** The arcs that trees may have, words counted from 1; null for all. */
        default @Nullable ArcSet arcs() {
            return null;
        }

        /**
         * Reports the attributes of neighbouring children of a head on one side; there are none by default.
         *
         * @param sibling the one that is nearer to the head, or {@link #NO_SIBLING}
         */
        default void extractSibling(int head, int sibling, int word, AttributeSink sink) {}

        /** Reports the attributes of a word, its head and the head of that; there are none by default. */
        default void extractGrandparent(int grandparent, int head, int word, AttributeSink sink) {}

        /** Tells every variable of a graph, then every factor, each after its attributes; there are none by default. */
        default void extractFactors(FactorVisitor visitor) {}
    }

    /** Is told the variables and factors of a graph. */
    interface FactorVisitor {
        /** Where the attributes of the next variable or factor go. */
        AttributeSink sink();

        /**
         * The attributes since the last one belong to this variable or factor.
         *
         * @param group the number of the variable's type, or the number of types + that of the factor's template
         * @param variables the one variable, or those of the factor
         */
        void endFactor(int group, int... variables);
    }
}
