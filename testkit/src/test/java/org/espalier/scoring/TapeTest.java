package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.espalier.feature.EncodedSequence;
import org.espalier.inference.chain.ChainInference;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.math.Kernels;
import org.espalier.structure.chain.Trellis;
import org.espalier.testkit.GradientCheck;
import org.espalier.testkit.LabelledData;
import org.espalier.testkit.SummedLoss;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A scorer that is not linear goes through sessions and losses like any other. */
class TapeTest {

    /**
     * A network with one hidden layer. The score of a state is v(s)·tanh(U x), and that of a transition sin w(i, j), so that shared parts
     * need their tape too.
     */
    private record Network(int states, int hidden, int attributes) implements Scorer<Trellis> {

        private int outBegin() {
            return hidden * attributes;
        }

        private int sharedBegin() {
            return outBegin() + states * hidden;
        }

        @Override
        public int parameters() {
            return sharedBegin() + states * states;
        }

        @Override
        public Trellis structure(EncodedSequence sequence) {
            return Trellis.chain(sequence.length(), states);
        }

        @Override
        public Tape<Trellis> tape() {
            return new NetworkTape(this);
        }
    }

    private static final class NetworkTape implements Tape<Trellis> {
        private final Network network;
        private double[] parameters = {};
        private double[][] activations = {}; // [T][hidden]
        private double[] slopes = {}; // [S][S]: cos w

        NetworkTape(Network network) {
            this.network = network;
        }

        @Override
        public void scoreShared(double[] theta, double[] scores) {
            slopes = new double[network.states * network.states];
            for (int part = 0; part < slopes.length; part++) {
                double w = theta[network.sharedBegin() + part];
                scores[part] = Math.sin(w);
                slopes[part] = Math.cos(w);
            }
        }

        @Override
        public void score(double[] theta, EncodedSequence sequence, Trellis trellis, double[] scores) {
            parameters = theta;
            activations = new double[trellis.length()][network.hidden];
            for (int t = 0; t < trellis.length(); t++) {
                for (int h = 0; h < network.hidden; h++) {
                    double sum = 0;
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        sum += theta[h * network.attributes + sequence.attribute(k)] * sequence.value(k);
                    }
                    activations[t][h] = Math.tanh(sum);
                }
                for (int s = 0; s < network.states; s++) {
                    double score = 0;
                    for (int h = 0; h < network.hidden; h++) {
                        score += theta[network.outBegin() + s * network.hidden + h] * activations[t][h];
                    }
                    scores[trellis.stateOffset(t) + s] = score;
                }
            }
        }

        @Override
        public void backpropagate(EncodedSequence sequence, Trellis trellis, double[] partGradient, double[] gradient) {
            for (int t = 0; t < trellis.length(); t++) {
                for (int h = 0; h < network.hidden; h++) {
                    double a = activations[t][h];
                    double delta = 0;
                    for (int s = 0; s < network.states; s++) {
                        double g = partGradient[trellis.stateOffset(t) + s];
                        int out = network.outBegin() + s * network.hidden + h;
                        gradient[out] += g * a;
                        delta += g * parameters[out];
                    }
                    for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                        gradient[h * network.attributes + sequence.attribute(k)] +=
                                delta * (1 - a * a) * sequence.value(k);
                    }
                }
            }
        }

        @Override
        public void backpropagateShared(double[] partGradient, double[] gradient) {
            for (int part = 0; part < slopes.length; part++) {
                gradient[network.sharedBegin() + part] += partGradient[part] * slopes[part];
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOG", "SOFTMAX_MARGIN", "SQUARED_HINGE"})
    void aNetworkIsAScorer(LossFunction function) {
        for (long seed = 1; seed <= 6; seed++) {
            LabelledData data =
                    LabelledData.random(seed, LabelledData.Values.INDICATORS, LabelledData.Supervision.FULL, false);
            Network network = new Network(data.states(), 3, data.attributes());
            Loss<Trellis> loss = function.with(new ChainInference(Kernels.scalar()), 0.7);
            double[] parameters =
                    new Random(seed).doubles(network.parameters(), -1, 1).toArray();

            GradientCheck.check(new SummedLoss(data, network, loss), parameters, 1e-6, function + ", " + data.origin());
        }
    }

    @Test
    void partialLabelsToo() {
        LabelledData data =
                LabelledData.random(9, LabelledData.Values.INDICATORS, LabelledData.Supervision.PARTIAL, false);
        Network network = new Network(data.states(), 2, data.attributes());
        double[] parameters = new Random(9).doubles(network.parameters(), -1, 1).toArray();
        Loss<Trellis> loss = LossFunction.LOG.with(new ChainInference(Kernels.scalar()), 0);

        GradientCheck.check(new SummedLoss(data, network, loss), parameters, 1e-6, data.origin());
    }

    @Test
    void aLinearScorerKeepsNothing() {
        LabelledData data = LabelledData.random(2, LabelledData.Values.REAL, LabelledData.Supervision.FULL, true);
        LinearScorer<Trellis> scorer = LinearScorer.chain(data.layout(true));

        assertThat(scorer.tape()).isSameAs(scorer);
    }
}
