package org.espalier.feature;

/**
 * Receives the attributes of one position, or of one segment; called many millions of times, so implementations do not keep the name
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
}
