package org.espalier.train.run;

import org.espalier.optimize.Function;

/**
 * The objective of labelled sequences, with what the algorithm sees of it.
 *
 * @param view the objective, or it with its terms, its blocks or its moments
 */
record OpenedObjective(Objective<?> objective, Function view) implements TrainingProblem.Opened, ObjectiveView {

    @Override
    public void close() {
        objective.close();
    }
}
