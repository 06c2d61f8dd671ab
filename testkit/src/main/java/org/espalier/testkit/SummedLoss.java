package org.espalier.testkit;

import java.util.Arrays;
import java.util.List;
import org.espalier.feature.EncodedSequence;
import org.espalier.loss.Loss;
import org.espalier.optimize.Function;
import org.espalier.scoring.Scorer;
import org.espalier.scoring.Session;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;

/** f(θ) = Σ weight · loss, one sequence after the other in one session: what training adds up in parallel. */
public final class SummedLoss implements Function {
    private final LabelledData data;
    private final Scorer<Trellis> scorer;
    private final Loss<Trellis> loss;
    private final List<AllowedStates> gold;
    private final Session<Trellis> session;

    public SummedLoss(LabelledData data, Scorer<Trellis> scorer, Loss<Trellis> loss) {
        this.data = data;
        this.scorer = scorer;
        this.loss = loss;
        this.gold = data.gold();
        this.session = new Session<>(scorer);
    }

    @Override
    public int dimension() {
        return scorer.parameters();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0.0);
        session.use(x);
        session.begin(scorer.structure(EncodedSequence.empty()));
        double value = 0;
        for (int n = 0; n < gold.size(); n++) {
            EncodedSequence sequence = data.sequences().get(n);
            Trellis trellis = session.score(sequence);
            value += loss.evaluate(trellis, gold.get(n), data.weights()[n], session.workspace());
            session.backpropagate(sequence, trellis, gradient);
        }
        session.backpropagateShared(gradient);
        return value;
    }
}
