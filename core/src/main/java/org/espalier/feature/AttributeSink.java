package org.espalier.feature;

/**
 * Receives the attributes of one position, of one segment, of one arc or of one factor; called many millions of times, so implementations do not keep the name
 * object.
 */
public interface AttributeSink {

    /** An attribute of the position: it meets every label y<sub>t</sub>. */
    void state(CharSequence name, double value);

    /**
     * An attribute of the step into the position: it meets every pair (y<sub>t−1</sub>, y<sub>t</sub>); not called at
     * the first position.
     */
    void transition(CharSequence name, double value);

    /** An attribute of the segment: it meets every label of segments. Only called where attributes of segments were asked for. */
    default void segment(CharSequence name, double value) {}

    /** An attribute of the arc: it meets every relation. Only called where attributes of arcs were asked for. */
    default void arc(CharSequence name, double value) {}

    /** An attribute of a variable or a factor of a graph: it meets all of its values. Only called where graphs were asked for. */
    default void factor(CharSequence name, double value) {}
}
