package org.espalier.inference.lattice;

import org.espalier.inference.Workspace;
import org.espalier.math.Exponential;
import org.espalier.math.Logarithm;
import org.espalier.structure.lattice.Lattice;

/**
 * Sums over all paths of a scored lattice: forward over the stops, expected counts backward.
 *
 * <pre>
 *   B(b) = log Σ_{ends e of its stop} exp( E(e) + score(e, b) )       beginnings
 *   E(e) = log Σ_{words w to e} exp( B(beginning of w) + score(w) )   ends; E(begin of the text) = 0
 *   share(part) = exp(term − sum of what it leads to)                 log Z = B(end of the text)
 *   p(e, b) = count(b) · share(e, b)      p(w) = count(e) · share(w)  count(end of the text) = 1
 * </pre>
 *
 * As on forests, the way back needs no exponentials of its own. O(words + connections).
 */
final class LatticeSums {
    private final Lattice lattice;
    private final double[] scores; // [parts]
    private final LatticeScratch scratch;
    private final double[] share; // [parts]

    LatticeSums(Lattice lattice, Workspace workspace) {
        this.lattice = lattice;
        this.scores = workspace.scores();
        this.scratch = LatticeScratch.of(workspace, lattice);
        scratch.reserveShares(lattice);
        this.share = scratch.share;
        for (int s = 0; s < lattice.stops(); s++) {
            sumWords(s);
            sumConnections(s);
        }
    }

    private void sumWords(int stop) {
        double[] beginnings = scratch.beginnings;
        for (int e = lattice.firstEnd(stop); e < lattice.firstEnd(stop + 1); e++) {
            if (e == 0) {
                scratch.ends[0] = 0;
                continue;
            }
            int begin = lattice.firstWord(e);
            int end = lattice.firstWord(e + 1);
            double max = Double.NEGATIVE_INFINITY;
            for (int w = begin; w < end; w++) {
                double term = scores[w] + beginnings[lattice.beginning(w)];
                share[w] = term;
                max = Math.max(max, term);
            }
            scratch.ends[e] = normalise(begin, end, 1, max);
        }
    }

    private void sumConnections(int stop) {
        int firstEnd = lattice.firstEnd(stop);
        int ends = lattice.firstEnd(stop + 1) - firstEnd;
        int firstBeginning = lattice.firstBeginning(stop);
        int width = lattice.firstBeginning(stop + 1) - firstBeginning;
        int block = lattice.firstConnection(stop);
        for (int b = 0; b < width; b++) {
            double max = Double.NEGATIVE_INFINITY;
            int part = block + b;
            for (int e = 0; e < ends; e++, part += width) {
                double term = scores[part] + scratch.ends[firstEnd + e];
                share[part] = term;
                max = Math.max(max, term);
            }
            scratch.beginnings[firstBeginning + b] = normalise(block + b, part, width, max);
        }
    }

    /** Makes the terms of one head shares of it; log Σ exp(term). */
    private double normalise(int begin, int end, int stride, double max) {
        if (max == Double.NEGATIVE_INFINITY) {
            for (int k = begin; k < end; k += stride) {
                share[k] = 0;
            }
            return max;
        }
        if (end - begin == stride) {
            share[begin] = 1;
            return max;
        }
        double sum = 0;
        for (int k = begin; k < end; k += stride) {
            share[k] = Exponential.of(share[k] - max);
            sum += share[k];
        }
        double inverse = 1 / sum;
        for (int k = begin; k < end; k += stride) {
            share[k] *= inverse;
        }
        return max + Logarithm.of(sum);
    }

    double logSum() {
        return scratch.beginnings[lattice.beginnings() - 1];
    }

    void addMarginals(double weight, double[] into) {
        if (logSum() == Double.NEGATIVE_INFINITY) {
            return;
        }
        scratch.reserveCounts(lattice);
        scratch.beginningCount[lattice.beginnings() - 1] = weight;
        for (int s = lattice.stops() - 1; s >= 0; s--) {
            toEnds(s, into);
            toBeginnings(s, into);
        }
    }

    private void toEnds(int stop, double[] into) {
        int firstEnd = lattice.firstEnd(stop);
        int ends = lattice.firstEnd(stop + 1) - firstEnd;
        int firstBeginning = lattice.firstBeginning(stop);
        int width = lattice.firstBeginning(stop + 1) - firstBeginning;
        int part = lattice.firstConnection(stop);
        for (int e = 0; e < ends; e++) {
            double sum = 0;
            for (int b = 0; b < width; b++, part++) {
                double p = scratch.beginningCount[firstBeginning + b] * share[part];
                into[part] += p;
                sum += p;
            }
            scratch.endCount[firstEnd + e] = sum;
        }
    }

    private void toBeginnings(int stop, double[] into) {
        for (int e = lattice.firstEnd(stop); e < lattice.firstEnd(stop + 1); e++) {
            double count = scratch.endCount[e];
            if (count != 0) {
                for (int w = lattice.firstWord(e); w < lattice.firstWord(e + 1); w++) {
                    double p = count * share[w];
                    into[w] += p;
                    scratch.beginningCount[lattice.beginning(w)] += p;
                }
            }
        }
    }
}
