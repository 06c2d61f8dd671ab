package org.espalier.morphology;

import org.espalier.inference.Workspace;
import org.espalier.scoring.SparseVector;
import org.espalier.structure.lattice.Lattice;

/**
 * Scores one lattice by itself, for learners that visit sentence by sentence: each of its units once. For one thread.
 *
 * <pre>
 *   score(part) = scale · Σ_{features of its unit} x + base(unit)
 * </pre>
 */
final class SentenceScorer {
    private final LatticeParts parts;
    private final FeatureUnits units;
    private final double[] base; // [units]; empty for 0
    private final Workspace workspace = new Workspace();
    private final double[] unitScores; // [units]: those of the lattice at hand
    private final int[] scoredAt; // [units]
    private int visit;
    private int[] unitOf = {}; // [parts]

    SentenceScorer(LatticeParts parts, double[] base) {
        this.parts = parts;
        this.units = parts.units();
        this.base = base;
        this.unitScores = new double[units.units()];
        this.scoredAt = new int[units.units()];
    }

    Workspace workspace() {
        return workspace;
    }

    /** Scores a lattice in the workspace. */
    void score(Lattice lattice, double[] x, double scale) {
        workspace.reserve(lattice);
        unitOf = parts.unitsOf(lattice, unitOf);
        visit++;
        double[] scores = workspace.scores();
        for (int part = 0; part < lattice.parts(); part++) {
            int unit = unitOf[part];
            if (scoredAt[unit] != visit) {
                scoredAt[unit] = visit;
                double own = scale * units.score(x, unit);
                unitScores[unit] = base.length == 0 ? own : own + base[unit];
            }
            scores[part] = unitScores[unit];
        }
    }

    /** Adds what the part gradient in the workspace says of the weights; of the lattice scored last. */
    void backpropagate(Lattice lattice, SparseVector into) {
        double[] gradient = workspace.gradient();
        for (int part = 0; part < lattice.parts(); part++) {
            if (gradient[part] != 0) {
                units.backpropagate(unitOf[part], gradient[part], into);
            }
        }
    }
}
