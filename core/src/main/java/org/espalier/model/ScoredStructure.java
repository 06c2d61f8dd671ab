package org.espalier.model;

import org.espalier.labelling.LabelStructure;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;

/** A structure with the scorer of its layout: what belongs together by its type. */
record ScoredStructure<S extends Structure>(LabelStructure<S> structure, LinearScorer<S> scorer) {

    static <S extends Structure> ScoredStructure<S> of(LabelStructure<S> structure, ParameterLayout layout) {
        return new ScoredStructure<>(structure, structure.scorer(layout));
    }
}
