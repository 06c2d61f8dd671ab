/**
 * Dependency trees whose arcs may cross: spanning trees of all words and a root.
 *
 * <p>{@link org.espalier.structure.spanning.SpanningTrees} is the structure, {@link org.espalier.structure.spanning.Arcs} numbers its
 * parts, {@link org.espalier.structure.spanning.DependencyTree} is an output, and {@link
 * org.espalier.structure.spanning.GoldArcs} is the gold standard: a tree, or what is known of its heads and relations.
 *
 * <p>An example: the two words <em>birds</em> (1) and <em>sing</em> (2), without relations. There are four arcs, and so four parts:
 *
 * <pre>
 *   part 0: root → birds     part 1: sing → birds     part 2: root → sing     part 3: birds → sing
 * </pre>
 *
 * <em>sing</em> with <em>birds</em> below it is the set {1, 2}; <em>birds</em> with <em>sing</em> below it is {0, 3}; both below the root
 * are {0, 2}, which is a tree only where several roots are allowed. {1, 3} is a cycle, and never a tree.
 */
@NullMarked
package org.espalier.structure.spanning;

import org.jspecify.annotations.NullMarked;
