package org.espalier.inference.lattice;

import static org.espalier.inference.Workspace.grown;

import java.util.Arrays;
import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.structure.lattice.Lattice;

/** The arrays of the algorithms on lattices, for one thread. */
final class LatticeScratch implements Scratch {
    double[] ends = {}; // [ends]: log Σ over the paths to an end; or the score of the best one
    double[] beginnings = {}; // [beginnings]: the same
    double[] share = {}; // [parts]: p(part | the end or the beginning that it leads to)
    double[] endCount = {}; // [ends]: how often an end is expected, times the weight
    double[] beginningCount = {}; // [beginnings]
    int[] endChoice = {}; // [ends]: the best word to an end
    int[] beginningChoice = {}; // [beginnings]: the best end before a beginning

    static LatticeScratch of(Workspace workspace, Lattice lattice) {
        LatticeScratch scratch = workspace.scratch(LatticeScratch.class, LatticeScratch::new);
        scratch.ends = grown(scratch.ends, lattice.ends());
        scratch.beginnings = grown(scratch.beginnings, lattice.beginnings());
        return scratch;
    }

    void reserveShares(Lattice lattice) {
        share = grown(share, lattice.parts());
    }

    /** Zeroed counts. */
    void reserveCounts(Lattice lattice) {
        endCount = grown(endCount, lattice.ends());
        beginningCount = grown(beginningCount, lattice.beginnings());
        Arrays.fill(endCount, 0, lattice.ends(), 0);
        Arrays.fill(beginningCount, 0, lattice.beginnings(), 0);
    }

    void reserveChoices(Lattice lattice) {
        if (endChoice.length < lattice.ends()) {
            endChoice = new int[lattice.ends()];
        }
        if (beginningChoice.length < lattice.beginnings()) {
            beginningChoice = new int[lattice.beginnings()];
        }
    }
}
