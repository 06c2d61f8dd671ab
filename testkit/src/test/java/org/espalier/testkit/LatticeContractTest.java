package org.espalier.testkit;

import org.espalier.inference.Inference;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.structure.lattice.Lattice;

/** Random lattices of words. */
class LatticeContractTest extends StructureContract<Lattice> {
    private final LatticeCases cases = new LatticeCases();

    @Override
    protected StructureCases<Lattice> cases() {
        return cases;
    }

    @Override
    protected Inference<Lattice> inference() {
        return new LatticeInference();
    }
}
