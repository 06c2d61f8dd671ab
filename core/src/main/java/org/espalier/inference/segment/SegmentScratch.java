package org.espalier.inference.segment;

import static org.espalier.inference.Workspace.grown;

import org.espalier.inference.Scratch;
import org.espalier.inference.Workspace;
import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segmentation;
import org.jspecify.annotations.Nullable;

/**
 * The rows and matrices of the algorithms on segments, for one thread.
 *
 * <p>Rows and matrices in probability space are padded: R is {@link Kernels#stride}(L). A row of an end e = 1 … T stands at
 * position e − 1, a row of a start b = 0 … T−1 at position b. W is min(D, T): so many segments can be open at a time.
 */
final class SegmentScratch implements Scratch {
    double[] alpha = {}; // [T][R]: forward rows of ends; as logarithms, or the best scores of prefixes, [T][L]
    double[] enter = {}; // [T][R]: what may be continued at a start, by the label of the new segment; as logarithms
    // [T][L]
    double[] psi = {}; // [T][R]: exponentials of state scores
    double[] largest = {}; // [T]: the largest state score
    double[] smallest = {}; // [T]: the smallest
    double[] begins = {}; // [T]: the factor of a segment that begins at a token; 0 when none may
    double[] goesOn = {}; // [T]: the factor of a segment that goes on over a token, I_t / c_{t−1}; 0 when none may
    double[] boundaryMax = {}; // [T]: what the logarithms of these two are relative to
    double[] scale = {}; // [T]: what each forward row was divided by; as logarithms, what was subtracted
    double[] row = {}; // [R]
    double[] begun = {}; // [R]
    double[] open = {}; // [W][R]: the segments that have begun and not ended, by start modulo W
    double[] low = {}; // [W]: no open segment that is possible has less, as a logarithm
    double[] high = {}; // [W]: none has more, as a logarithm

    double[] peaks = {}; // [T][L]: of sums of logarithms: the largest term of each
    double[] sums = {}; // [T][L]: Σ exp(term − the largest)

    double[] beta = {}; // [T][R]: backward rows of ends; of marginals, as are those below
    double[] covered = {}; // [T][R]: p(tokens t − 1 and t are in one segment, and its label)
    double[] expected = {}; // [W][R]: p of the segments with one start, by length
    double[] lengthSums = {}; // [W][R]: expected segments by length and label
    double[] outer = {}; // [R][R]: Σ outer products of forward and backward rows

    double[] origins = {}; // [W][L]: p(start | a segment ends), by length; of conditionals, as are those below
    double[] ended = {}; // [T+1][L]: p(a segment with that label ends)
    double[] left = {}; // [T+1][L]: of derivatives, as are those below
    double[] entered = {}; // [T][L]
    double[] right = {}; // [T+1][L]
    double[] segmentDirections = {}; // [L]
    double[] whole = {}; // [L]
    double[] beginning = {}; // [L]: p(b, y)
    double[] beginningRight = {}; // [L]

    double[] ownExp = {}; // [C][R]: exponentials of own segments and their lengths
    final SharedExponentials shared = new SharedExponentials();
    private @Nullable Segmentation reserved;

    /** The scratch of a workspace, with room for this structure. */
    static SegmentScratch of(Workspace workspace, Segmentation segmentation) {
        SegmentScratch scratch = workspace.scratch(SegmentScratch.class, SegmentScratch::new);
        if (scratch.reserved != segmentation) {
            scratch.reserve(segmentation);
            scratch.reserved = segmentation;
        }
        return scratch;
    }

    /** How many segments can be open at a time: min(D, T). */
    static int window(Segmentation segmentation) {
        return Math.min(segmentation.longest(), segmentation.length());
    }

    private void reserve(Segmentation segmentation) {
        int length = segmentation.length();
        int labels = segmentation.labels();
        int stride = Kernels.stride(labels);
        int window = window(segmentation);
        alpha = grown(alpha, length * stride);
        enter = grown(enter, length * stride);
        psi = grown(psi, length * stride);
        largest = grown(largest, length);
        smallest = grown(smallest, length);
        begins = grown(begins, length);
        goesOn = grown(goesOn, length);
        boundaryMax = grown(boundaryMax, length);
        scale = grown(scale, length);
        row = grown(row, Math.max(stride, window));
        begun = grown(begun, stride);
        open = grown(open, window * stride);
        low = grown(low, window);
        high = grown(high, window);
        ownExp = grown(ownExp, segmentation.places() * stride);
    }

    void reserveLogarithms(Segmentation segmentation) {
        peaks = grown(peaks, segmentation.length() * segmentation.labels());
        sums = grown(sums, segmentation.length() * segmentation.labels());
    }

    void reserveMarginals(Segmentation segmentation) {
        int stride = Kernels.stride(segmentation.labels());
        beta = grown(beta, segmentation.length() * stride);
        covered = grown(covered, segmentation.length() * stride);
        expected = grown(expected, window(segmentation) * stride);
        lengthSums = grown(lengthSums, window(segmentation) * stride);
        outer = grown(outer, stride * stride);
    }

    void reserveConditionals(Segmentation segmentation) {
        int labels = segmentation.labels();
        origins = grown(origins, window(segmentation) * labels);
        ended = grown(ended, (segmentation.length() + 1) * labels);
    }

    void reserveDerivatives(Segmentation segmentation) {
        reserveConditionals(segmentation);
        int labels = segmentation.labels();
        left = grown(left, (segmentation.length() + 1) * labels);
        entered = grown(entered, segmentation.length() * labels);
        right = grown(right, (segmentation.length() + 1) * labels);
        segmentDirections = grown(segmentDirections, labels);
        whole = grown(whole, labels);
        beginning = grown(beginning, labels);
        beginningRight = grown(beginningRight, labels);
    }
}
