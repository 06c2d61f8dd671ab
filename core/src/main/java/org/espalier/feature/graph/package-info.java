/**
 * What is observed of graphs: the attributes of their variables and of the factors that join them.
 *
 * <p>{@link org.espalier.feature.graph.GraphFeatures} passes on what the data have, with a constant for every variable and factor. From the
 * training data it learns the {@link org.espalier.feature.graph.GraphSchema}: which types of variables and which templates of factors there
 * are. A model refuses graphs that do not follow it.
 */
@NullMarked
package org.espalier.feature.graph;

import org.jspecify.annotations.NullMarked;
