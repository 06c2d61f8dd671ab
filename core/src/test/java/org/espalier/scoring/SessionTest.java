package org.espalier.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.espalier.feature.EncodedSequence;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** When the shared parts are scored, and with which parameters. */
class SessionTest {
    private int sharedScored;

    /** Two states; a shared part scores θ₀, a state part θ₁. */
    private final class Counting implements Scorer<Trellis>, Tape<Trellis> {
        @Override
        public int parameters() {
            return 2;
        }

        @Override
        public Trellis structure(EncodedSequence sequence) {
            return Trellis.chain(sequence.length(), 2);
        }

        @Override
        public Tape<Trellis> tape() {
            return this;
        }

        @Override
        public void scoreShared(double[] parameters, double[] scores) {
            sharedScored++;
            Arrays.fill(scores, 0, 4, parameters[0]);
        }

        @Override
        public void score(double[] parameters, EncodedSequence sequence, Trellis trellis, double[] scores) {
            Arrays.fill(scores, trellis.sharedParts(), trellis.parts(), parameters[1]);
        }

        @Override
        public void backpropagate(EncodedSequence sequence, Trellis trellis, double[] parts, double[] gradient) {
            for (int part = trellis.sharedParts(); part < trellis.parts(); part++) {
                gradient[1] += parts[part];
            }
        }

        @Override
        public void backpropagateShared(double[] parts, double[] gradient) {
            for (int part = 0; part < 4; part++) {
                gradient[0] += parts[part];
            }
        }
    }

    private final Session<Trellis> session = new Session<>(new Counting());

    private void score(int length) {
        session.score(EncodedSequence.empty(), Trellis.chain(length, 2));
    }

    @Test
    void sharedPartsAreScoredOncePerChange() {
        double[] parameters = {1, 2};
        session.use(parameters);
        score(3);
        score(5);
        score(2);
        assertThat(sharedScored).isEqualTo(1);
        assertThat(session.workspace().scores()).startsWith(1, 1, 1, 1, 2, 2, 2, 2);
        long version = session.workspace().sharedVersion();

        parameters[0] = 7;
        session.use(parameters);
        score(2);
        assertThat(sharedScored).isEqualTo(2);
        assertThat(session.workspace().scores()).startsWith(7, 7, 7, 7, 2);
        assertThat(session.workspace().sharedVersion()).isGreaterThan(version);
    }

    @Test
    void theSameNumberIsTheSameParameters() {
        for (int shard = 0; shard < 5; shard++) {
            session.use(new double[] {3, 4}, 1);
            score(2);
        }
        assertThat(sharedScored).isEqualTo(1);

        session.use(new double[] {5, 6}, 2);
        score(2);
        assertThat(sharedScored).isEqualTo(2);
        assertThat(session.workspace().scores()).startsWith(5, 5, 5, 5, 6);
    }

    @Test
    void sharedPartsThatNobodyUsesAreNotScored() {
        session.use(new double[] {3, 4});
        score(1);
        assertThat(sharedScored).isZero();

        score(2);
        assertThat(sharedScored).isEqualTo(1);
    }

    @Test
    void theGradientOfSharedPartsAddsUpOverABatch() {
        session.use(new double[] {3, 4});
        double[] gradient = new double[2];
        session.begin(Trellis.chain(0, 2));
        for (int n = 0; n < 3; n++) {
            Trellis trellis = Trellis.chain(2, 2);
            session.score(EncodedSequence.empty(), trellis);
            session.workspace().clearGradient(trellis);
            session.workspace().gradient()[0] += 1;
            session.workspace().gradient()[trellis.stateOffset(1)] += 10;
            session.backpropagate(EncodedSequence.empty(), trellis, gradient);
        }
        session.backpropagateShared(gradient);

        assertThat(gradient).containsExactly(3, 30);
    }
}
