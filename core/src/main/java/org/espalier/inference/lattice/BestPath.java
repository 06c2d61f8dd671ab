package org.espalier.inference.lattice;

import org.espalier.inference.Workspace;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticePath;

/** The best path, by Viterbi's recurrence: the sums of {@link LatticeSums} with maxima; of equals the first. O(words + connections). */
final class BestPath {
    private final Lattice lattice;
    private final double[] scores; // [parts]
    private final LatticeScratch scratch;

    BestPath(Lattice lattice, Workspace workspace) {
        this.lattice = lattice;
        this.scores = workspace.scores();
        this.scratch = LatticeScratch.of(workspace, lattice);
        scratch.reserveChoices(lattice);
        for (int s = 0; s < lattice.stops(); s++) {
            chooseWords(s);
            chooseEnds(s);
        }
    }

    private void chooseWords(int stop) {
        for (int e = lattice.firstEnd(stop); e < lattice.firstEnd(stop + 1); e++) {
            if (e == 0) {
                scratch.ends[0] = 0;
                continue;
            }
            double best = Double.NEGATIVE_INFINITY;
            int choice = lattice.firstWord(e);
            for (int w = choice; w < lattice.firstWord(e + 1); w++) {
                double score = scratch.beginnings[lattice.beginning(w)] + scores[w];
                if (score > best) {
                    best = score;
                    choice = w;
                }
            }
            scratch.ends[e] = best;
            scratch.endChoice[e] = choice;
        }
    }

    private void chooseEnds(int stop) {
        int firstEnd = lattice.firstEnd(stop);
        int lastEnd = lattice.firstEnd(stop + 1);
        int firstBeginning = lattice.firstBeginning(stop);
        int width = lattice.firstBeginning(stop + 1) - firstBeginning;
        int block = lattice.firstConnection(stop);
        for (int b = 0; b < width; b++) {
            double best = Double.NEGATIVE_INFINITY;
            int choice = firstEnd;
            int part = block + b;
            for (int e = firstEnd; e < lastEnd; e++, part += width) {
                double score = scratch.ends[e] + scores[part];
                if (score > best) {
                    best = score;
                    choice = e;
                }
            }
            scratch.beginnings[firstBeginning + b] = best;
            scratch.beginningChoice[firstBeginning + b] = choice;
        }
    }

    LatticePath trace() {
        int count = 0;
        for (int e = scratch.beginningChoice[lattice.beginnings() - 1]; e != 0; e = before(e)) {
            count++;
        }
        int[] words = new int[count];
        for (int e = scratch.beginningChoice[lattice.beginnings() - 1]; e != 0; e = before(e)) {
            words[--count] = scratch.endChoice[e];
        }
        return new LatticePath(lattice, words);
    }

    private int before(int end) {
        return scratch.beginningChoice[lattice.beginning(scratch.endChoice[end])];
    }
}
