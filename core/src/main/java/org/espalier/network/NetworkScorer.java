package org.espalier.network;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.network.CoreWeights;
import org.espalier.feature.network.NetworkInput;
import org.espalier.feature.network.NetworkShape;
import org.espalier.feature.network.NetworkTape;
import org.espalier.feature.network.VectorRows;
import org.espalier.math.MatrixKernels;
import org.espalier.scoring.LinearScorer;
import org.espalier.scoring.PlacedFeatures;
import org.espalier.scoring.Scorer;
import org.espalier.scoring.SparseVector;
import org.espalier.scoring.Tape;
import org.espalier.structure.Structure;
import org.jspecify.annotations.Nullable;

/**
 * Linear scores and those of a network, added up: score(part) = linear(part) + emission(token, target) for the parts of a token.
 *
 * <pre>
 *   θ = [ linear weights | vectors of words and attributes | core of the network ]
 * </pre>
 *
 * What the attributes of tokens speak of (the first family) has an emission: the label of a chain, the label of a token in a segment, a hidden
 * state. Gradients of the core go into an array of floats, of which every tape is given one; the others, which are few for a sequence, into a
 * sparse vector.
 *
 * @param <S> the structures whose parts are scored
 */
public final class NetworkScorer<S extends Structure> implements Scorer<S> {
    private final LinearScorer<S> linear;
    private final NetworkShape shape;
    private final PlacedFeatures tokens;
    private final MatrixKernels kernels;

    /**
     * A scorer.
     *
     * @param linear of the attributes; its first family has the places that are tokens
     * @param shape gives as many emissions as that family has targets
     */
    public NetworkScorer(LinearScorer<S> linear, NetworkShape shape, MatrixKernels kernels) {
        this.linear = linear;
        this.shape = shape;
        this.kernels = kernels;
        this.tokens = linear.placed().get(0);
        if (tokens.family().places() != 0 || tokens.family().targets() != shape.labels()) {
            throw new IllegalArgumentException("a network of " + shape.labels() + " scores per token, but "
                    + tokens.family() + " in the structure; expected as many");
        }
    }

    /** Of the attributes. */
    LinearScorer<S> linear() {
        return linear;
    }

    NetworkShape shape() {
        return shape;
    }

    /** Where the vectors begin in θ. */
    int tables() {
        return linear.parameters();
    }

    /** Where the core begins in θ. */
    int core() {
        return linear.parameters() + shape.tableSize();
    }

    @Override
    public int parameters() {
        return core() + shape.size();
    }

    @Override
    public S structure(EncodedSequence sequence) {
        return linear.structure(sequence);
    }

    @Override
    public NetworkRun tape() {
        return new NetworkRun();
    }

    /** A tape. It is told what a sequence looks like to the network before the sequence is scored. */
    public final class NetworkRun implements Tape<S>, NetworkTape.VectorGradient {
        private final NetworkTape tape = new NetworkTape(kernels, shape);
        private @Nullable CoreWeights core;
        private @Nullable VectorRows rows;
        private @Nullable NetworkInput input;
        private @Nullable SplittableRandom noise;
        private float @Nullable [] coreGradient;
        private @Nullable SparseVector rare; // [core()]

        private NetworkRun() {}

        /** Uses these parameters of the network from now on; the linear weights come with each score. */
        public void use(CoreWeights newCore, VectorRows newRows) {
            core = newCore;
            rows = newRows;
        }

        /**
         * Says what is scored next.
         *
         * @param newNoise decides what is random in it; null for nothing
         */
        public void observe(NetworkInput newInput, @Nullable SplittableRandom newNoise) {
            input = newInput;
            noise = newNoise;
        }

        /**
         * Says where gradients go.
         *
         * @param newCoreGradient of the core // [size]
         * @param newRare of all others // [core()]
         */
        public void collect(float[] newCoreGradient, SparseVector newRare) {
            coreGradient = newCoreGradient;
            rare = newRare;
        }

        @Override
        public void scoreShared(double[] parameters, double[] scores) {
            linear.scoreShared(parameters, scores);
        }

        @Override
        public void score(double[] parameters, EncodedSequence sequence, S structure, double[] scores) {
            linear.score(parameters, sequence, structure, scores);
            if (core == null || rows == null || input == null) {
                throw new IllegalStateException("the network was not told what to score");
            }
            float[] emissions = tape.forward(core, rows, input, noise);
            tokens.addRows(emissions, tape.stride(), structure, scores);
        }

        /** Into what {@link #collect} was given; the shared parts too. */
        @Override
        public void backpropagate(EncodedSequence sequence, S structure, double[] partGradient, double[] gradient) {
            if (core == null || input == null || coreGradient == null || rare == null) {
                throw new IllegalStateException("the network was not told where gradients go");
            }
            linear.backpropagate(sequence, structure, partGradient, rare);
            float[] slopes = tape.emissionSlopes();
            Arrays.fill(slopes, 0, input.length() * tape.stride(), 0f);
            tokens.gatherRows(partGradient, structure, slopes, tape.stride());
            tape.backward(core, coreGradient, this);
        }

        @Override
        public void backpropagateShared(double[] partGradient, double[] gradient) {
            // with the parts of the instance
        }

        @Override
        public void word(int number, float[] slopes, int at, int count) {
            add(tables() + number * count, 1, slopes, at, number < 0 ? 0 : count);
        }

        @Override
        public void attribute(int number, float value, float[] slopes, int at, int count) {
            add(tables() + shape.words() * shape.options().words() + number * count, value, slopes, at, count);
        }

        private void add(int first, float factor, float[] slopes, int at, int count) {
            SparseVector into = rare;
            for (int k = 0; k < count && into != null; k++) {
                into.add(first + k, factor * slopes[at + k]);
            }
        }
    }
}
