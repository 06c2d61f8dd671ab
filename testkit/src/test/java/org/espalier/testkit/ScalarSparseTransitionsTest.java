package org.espalier.testkit;

import org.espalier.math.Kernels;

class ScalarSparseTransitionsTest extends SparseTransitionsContract {

    @Override
    protected Kernels kernels() {
        return Kernels.scalar();
    }
}
