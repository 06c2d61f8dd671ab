package org.espalier.testkit;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.structure.Structure;

/**
 * What a structure brings to be tested: small random instances, and what is true of them by definition.
 *
 * <p>Nothing here asks the code under test: parts are numbered, outputs listed and errors counted a second time, in the plainest
 * loops there are. Scores are not drawn here; {@link Kind} says which there will be.
 *
 * @param <S> the structure
 */
public interface StructureCases<S extends Structure> {

    /**
     * Draws a model and then, as often as asked, structures of it. They have the same shared parts, differ in size, also down to
     * the smallest size there is, and have at most 2,000 outputs.
     */
    Supplier<S> tiny(Random random);

    /** The same with more tokens and labels, so many that their outputs cannot be listed. */
    default Supplier<S> larger(Random random) {
        return tiny(random);
    }

    /** All outputs of a tiny structure, in any order. No two of them have the same parts. */
    List<Listed> outputs(S structure);

    /**
     * Draws a gold standard, for structures of any size.
     *
     * @param single whether it is to allow one output only; where no supervision does, it is one that allows few
     */
    Gold<S> gold(S structure, boolean single, Random random);

    /**
     * The hyperedges of a structure of any size, those into a node before those that use the node; the head of the last one is
     * the goal. Each way to build the goal is one output. Empty when outputs are not built so, as spanning trees and the
     * assignments of a graph with loops.
     */
    default Stream<Hyperedge> hyperedges(S structure) {
        return Stream.empty();
    }
}
