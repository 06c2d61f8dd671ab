package org.espalier.train.run;

import org.espalier.inference.Inference;
import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LinearScorer;
import org.espalier.structure.Structure;

/**
 * What is to be learnt: how instances are scored, what labels say of their outputs, and who answers questions about them.
 *
 * @param labels what labels mean in the structure
 * @param scorer scores the parts of an instance
 * @param inference sums and searches over the outputs
 * @param <S> the structure of the instances
 */
record Task<S extends Structure>(LabelStructure<S> labels, LinearScorer<S> scorer, Inference<S> inference) {}
