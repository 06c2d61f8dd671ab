package org.espalier.train.run;

import java.io.DataOutput;
import java.io.IOException;
import org.espalier.optimize.OptimizerState;

/** Where a training run stands between two iterations: all that a checkpoint must hold so that it goes on with the same bits. */
sealed interface RunState permits RunState.Optimizing, OnlineState {

    /** The iterations or epochs done. */
    int iteration();

    int evaluations();

    void write(DataOutput output) throws IOException;

    /** Where an optimiser stands. */
    record Optimizing(OptimizerState state) implements RunState {
        @Override
        public int iteration() {
            return state.iteration();
        }

        @Override
        public int evaluations() {
            return state.evaluations();
        }

        @Override
        public void write(DataOutput output) throws IOException {
            state.write(output);
        }
    }
}
