package org.espalier.structure.segment;

/**
 * Some tokens in a row that share a label.
 *
 * @param start its first token
 * @param end the token after its last
 * @param label the number of its label
 */
public record Segment(int start, int end, int label) {

    public Segment {
        if (start < 0 || end <= start || label < 0) {
            throw new IllegalArgumentException("a segment from " + start + " to " + end + " with label " + label
                    + "; expected 0 ≤ start < end and a label from 0");
        }
    }

    /** How many tokens it has. */
    public int length() {
        return end - start;
    }
}
