package org.espalier.testkit;

import java.util.Arrays;
import java.util.List;
import org.espalier.inference.Workspace;
import org.espalier.loss.Loss;
import org.espalier.optimize.Function;
import org.espalier.scoring.Scorer;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Trellis;

/** f(θ) = Σ weight · loss, one sequence after the other in one workspace: what training adds up in parallel. */
public final class SummedLoss implements Function {
    private final LabelledData data;
    private final Scorer<Trellis> scorer;
    private final Loss<Trellis> loss;
    private final List<AllowedStates> gold;
    private final Workspace workspace = new Workspace();

    public SummedLoss(LabelledData data, Scorer<Trellis> scorer, Loss<Trellis> loss) {
        this.data = data;
        this.scorer = scorer;
        this.loss = loss;
        this.gold = data.gold();
    }

    @Override
    public int dimension() {
        return scorer.parameters();
    }

    @Override
    public double evaluate(double[] x, double[] gradient) {
        Arrays.fill(gradient, 0.0);
        Trellis shared = Trellis.chain(0, data.states());
        workspace.reserve(shared);
        scorer.scoreShared(x, workspace.scores());
        workspace.sharedChanged();
        workspace.clearSharedGradient(shared);
        double value = 0;
        for (int n = 0; n < gold.size(); n++) {
            Trellis trellis = scorer.structure(data.sequences().get(n));
            workspace.reserve(trellis);
            scorer.score(x, data.sequences().get(n), trellis, workspace.scores());
            value += loss.evaluate(trellis, gold.get(n), data.weights()[n], workspace);
            scorer.backpropagate(data.sequences().get(n), trellis, workspace.gradient(), gradient);
        }
        scorer.backpropagateShared(workspace.gradient(), gradient);
        return value;
    }
}
