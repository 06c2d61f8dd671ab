package org.espalier.morphology;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.feature.Vocabulary;
import org.espalier.inference.Inference;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.structure.lattice.Lattice;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.Fingerprint;
import org.espalier.train.run.VisitedProblem;
import org.espalier.train.run.Visits;

/**
 * What is learnt from sentences that are lattices with their right paths. An optimiser counts its point from the weights of the earlier
 * model, to which the penalty so draws; an online learner has no penalty, and begins at them.
 */
final class CostProblem implements VisitedProblem<Lattice> {
    private final MorphemeCorpus corpus;
    private final CostOptions options;
    private final int features;
    private final double[] prior; // [weights]; empty for none
    private final String identity;
    private final LatticeInference inference = new LatticeInference();

    CostProblem(MorphemeCorpus corpus, CostOptions options, Vocabulary features, double[] prior) {
        this.corpus = corpus;
        this.options = options;
        this.features = features.size();
        this.prior = prior;
        Map<String, Object> map = new LinkedHashMap<>();
        Map<String, Object> fixed = new LinkedHashMap<>(options.training().provenance());
        fixed.remove("maxIterations");
        map.put("data", corpus.fingerprint());
        map.put("features", Fingerprint.of(features.toBytes()));
        map.put("options", fixed);
        map.put("minCount", options.minCount());
        map.put("initial", prior.length == 0 ? "" : Fingerprint.of(numbers(prior)));
        this.identity = Json.write(map);
        corpus.dev().use(corpus.parts(), offset());
    }

    private static ByteBuffer numbers(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES));
        bytes.asDoubleBuffer().put(values);
        return bytes;
    }

    private TrainingOptions training() {
        return options.training();
    }

    /** What is added to the point of the run to get weights. */
    double[] offset() {
        return training().algorithm().isOnline() ? new double[0] : prior;
    }

    @Override
    public int parameters() {
        return features;
    }

    /** One path is right everywhere, and every loss is then a convex function of the weights. */
    @Override
    public boolean isConvex() {
        return true;
    }

    @Override
    public double[] start(int number) {
        return new double[features];
    }

    @Override
    public double[] onlineStart() {
        return prior.length == 0 ? new double[features] : prior.clone();
    }

    @Override
    public String identity() {
        return identity;
    }

    @Override
    public Opened objective(Workers workers) {
        return new CostObjective(
                corpus,
                features,
                training().loss().with(inference, training().cost()),
                new LocalSum(workers),
                offset(),
                training().algorithm().isStochastic() || !training().loss().isSmooth());
    }

    @Override
    public Inference<Lattice> inference() {
        return inference;
    }

    @Override
    public Visits<Lattice> visits() {
        return new LatticeVisits(corpus);
    }

    @Override
    public Development development() {
        return corpus.dev();
    }
}
