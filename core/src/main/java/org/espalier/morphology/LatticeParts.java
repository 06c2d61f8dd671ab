package org.espalier.morphology;

import org.espalier.structure.lattice.Lattice;

/** Which unit each part of a lattice has: words by their entries, connections by their two contexts. Safe to share. */
final class LatticeParts {
    private final FeatureUnits units;
    private final int[] unitOfEntry;

    LatticeParts(FeatureUnits units, int[] unitOfEntry) {
        this.units = units;
        this.unitOfEntry = unitOfEntry;
    }

    FeatureUnits units() {
        return units;
    }

    /**
     * The scores of parts.
     *
     * @param ofUnits the scores of units
     */
    void score(Lattice lattice, double[] ofUnits, double[] scores) {
        for (int w = 0; w < lattice.words(); w++) {
            scores[w] = ofUnits[unitOfEntry[lattice.tag(w)]];
        }
        int part = lattice.words();
        for (int s = 0; s < lattice.stops(); s++) {
            int first = lattice.firstBeginning(s);
            int last = lattice.firstBeginning(s + 1);
            for (int e = lattice.firstEnd(s); e < lattice.firstEnd(s + 1) && first < last; e++) {
                int[] row = units.connectionsFrom(lattice.rightContext(e));
                for (int b = first; b < last; b++) {
                    scores[part++] = ofUnits[row[lattice.leftContext(b)] - 1];
                }
            }
        }
    }

    /** Adds the gradient of parts to that of units. */
    void backpropagate(Lattice lattice, double[] gradient, double[] ofUnits) {
        for (int w = 0; w < lattice.words(); w++) {
            ofUnits[unitOfEntry[lattice.tag(w)]] += gradient[w];
        }
        int part = lattice.words();
        for (int s = 0; s < lattice.stops(); s++) {
            int first = lattice.firstBeginning(s);
            int last = lattice.firstBeginning(s + 1);
            for (int e = lattice.firstEnd(s); e < lattice.firstEnd(s + 1) && first < last; e++) {
                int[] row = units.connectionsFrom(lattice.rightContext(e));
                for (int b = first; b < last; b++) {
                    ofUnits[row[lattice.leftContext(b)] - 1] += gradient[part++];
                }
            }
        }
    }

    /** The units of parts; what is returned is {@code into}, or a longer array. */
    int[] unitsOf(Lattice lattice, int[] into) {
        int[] found = into.length < lattice.parts() ? new int[Math.max(lattice.parts(), 2 * into.length)] : into;
        for (int w = 0; w < lattice.words(); w++) {
            found[w] = unitOfEntry[lattice.tag(w)];
        }
        int part = lattice.words();
        for (int s = 0; s < lattice.stops(); s++) {
            for (int e = lattice.firstEnd(s); e < lattice.firstEnd(s + 1); e++) {
                int[] row = units.connectionsFrom(lattice.rightContext(e));
                for (int b = lattice.firstBeginning(s); b < lattice.firstBeginning(s + 1); b++) {
                    found[part++] = row[lattice.leftContext(b)] - 1;
                }
            }
        }
        return found;
    }
}
