/**
 * Graphical models in files, and questions to them: the front door to factor graphs.
 *
 * <p>A {@link org.espalier.graph.GraphModel} is a factor graph with its tables of potentials. {@link org.espalier.graph.GraphFormat} reads
 * and writes it as a UAI file ({@code MARKOV} or {@code BAYES}) or as a libDAI file ({@code .fg}); {@link
 * org.espalier.graph.EvidenceFile} reads what is observed. {@link org.espalier.graph.GraphSolver} answers: the partition function and the
 * marginals, the most probable assignments, samples. Its {@link org.espalier.graph.GraphAnswer} says by which method, and whether it is
 * exact.
 *
 * <p>The smallest UAI file has one variable with two values, and one table that says that the second is three times as probable:
 *
 * <pre>
 *   MARKOV
 *   1
 *   2
 *   1
 *   1 0
 *
 *   2
 *   1 3
 * </pre>
 *
 * Its Z is 4, log10 Z is 0.602, and the marginals are ¼ and ¾.
 */
@NullMarked
package org.espalier.graph;

import org.jspecify.annotations.NullMarked;
