package org.espalier.inference.chain;

import java.util.Arrays;
import org.espalier.inference.Workspace;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Viterbi that goes on from the {@code width} best states of each position only.
 *
 * <pre>
 *   δ_t(j) = x_t(j) + max_{i in the beam of t−1} (δ_{t−1}(i) + w_t(i, j)), and −∞ outside the beam of t
 * </pre>
 *
 * Paths that meet in a state are recombined, so a beam of S states is exact. Of equal states the one with the smaller number
 * stays. The scores have the bits of {@link MaxRows}, which also traces the path. Cost: O(T·(width·S + S log S)); where all but
 * some steps are forbidden, O(T·(S + R log R)) for R steps that leave the beam.
 */
final class BeamRows {
    private final Trellis trellis;
    private final double[] scores;
    private final double[] delta; // [T][S]
    private final @Nullable Transitions sparse;
    private final int states;
    private final int width;
    private final int[] beam; // [width]: the states that are followed, rising
    private final double[] best; // [S]
    private final double[] ranked; // [S]
    private int kept;

    BeamRows(Trellis trellis, Workspace workspace, int width) {
        this.trellis = trellis;
        this.scores = workspace.scores();
        this.delta = ChainScratch.of(workspace, trellis).alpha;
        this.sparse = trellis.transitions();
        this.states = trellis.states();
        this.width = width;
        this.beam = new int[width];
        this.best = new double[states];
        this.ranked = new double[states];
    }

    void runForward() {
        int own = 0;
        for (int t = 0; t < trellis.length(); t++) {
            int at = t * states;
            if (t == 0) {
                ChainScratch.copyReached(trellis, scores, delta);
            } else {
                boolean hasOwn = own < trellis.ownCount() && trellis.ownPosition(own) == t;
                step(t, hasOwn ? trellis.ownOffset(own) : -1);
                own += hasOwn ? 1 : 0;
            }
            prune(at);
        }
    }

    private void step(int t, int ownOffset) {
        int at = t * states;
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        for (int k = 0; k < kept; k++) {
            int i = beam[k];
            double from = delta[at - states + i];
            if (sparse != null && sparse.forbidsOthers()) {
                ArcRows.extend(sparse, sparse.rowBegin(i), sparse.rowBegin(i + 1), scores, ownOffset, from, best, 0);
            } else if (sparse == null) {
                extend(from, i * states, ownOffset < 0 ? -1 : ownOffset + i * states);
            } else {
                extendSparse(sparse, from, i, ownOffset < 0 ? -1 : ownOffset + i * states);
            }
        }
        for (int j = 0; j < states; j++) {
            delta[at + j] = scores[trellis.statePart(t, j)] + best[j];
        }
    }

    private void extend(double from, int shared, int own) {
        for (int j = 0; j < states; j++) {
            double transition = own < 0 ? scores[shared + j] : scores[shared + j] + scores[own + j];
            best[j] = Math.max(best[j], from + transition);
        }
    }

    private void extendSparse(Transitions pairs, double from, int i, int own) {
        int part = pairs.rowBegin(i);
        int end = pairs.rowBegin(i + 1);
        boolean limited = pairs.forbidsSome();
        for (int j = 0; j < states; j++) {
            boolean has = part < end && pairs.target(part) == j;
            double shared = has ? scores[part] : limited ? LimitedRows.absent(pairs, i, j) : 0;
            part += has ? 1 : 0;
            best[j] = Math.max(best[j], from + (own < 0 ? shared : shared + scores[own + j]));
        }
    }

    /** Writes −∞ over all but the best states and lists those; a state that cannot be reached is not followed. */
    private void prune(int at) {
        int reached = 0;
        for (int s = 0; s < states; s++) {
            if (delta[at + s] != Double.NEGATIVE_INFINITY) {
                ranked[reached++] = delta[at + s];
            }
        }
        Arrays.sort(ranked, 0, reached);
        double threshold = reached < width ? Double.NEGATIVE_INFINITY : ranked[reached - width];
        int above = 0;
        for (int s = 0; s < states; s++) {
            above += delta[at + s] > threshold ? 1 : 0;
        }
        int equals = width - above;
        kept = 0;
        for (int s = 0; s < states; s++) {
            double value = delta[at + s];
            if (value > threshold || (value == threshold && equals-- > 0)) {
                if (value != Double.NEGATIVE_INFINITY) {
                    beam[kept++] = s;
                }
            } else {
                delta[at + s] = Double.NEGATIVE_INFINITY;
            }
        }
    }
}
