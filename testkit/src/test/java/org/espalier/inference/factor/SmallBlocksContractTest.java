package org.espalier.inference.factor;

import org.espalier.inference.Inference;
import org.espalier.structure.factor.FactorGraph;
import org.espalier.testkit.FactorCases;
import org.espalier.testkit.StructureCases;
import org.espalier.testkit.StructureContract;

/** Cliques in blocks of one row or two, and short rows, as in large cliques; those of small graphs fit in one block. */
class SmallBlocksContractTest extends StructureContract<FactorGraph> {

    @Override
    protected StructureCases<FactorGraph> cases() {
        return new FactorCases();
    }

    @Override
    protected Inference<FactorGraph> inference() {
        return new JunctionTreeInference(JunctionTreeOptions.usual(), new WalkSizes(4, 4));
    }
}
