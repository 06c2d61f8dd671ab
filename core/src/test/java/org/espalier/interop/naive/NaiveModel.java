package org.espalier.interop.naive;

import java.util.List;

/** A model of another program, evaluated straight from the arrays of its file. */
public interface NaiveModel {
    /** Its labels, in the order of the file. */
    List<String> labels();

    /** The scores of a sequence, given by its lines. */
    NaiveChain chain(List<String> lines);

    /** Whether the steps are distributions. */
    default boolean isLocal() {
        return false;
    }
}
