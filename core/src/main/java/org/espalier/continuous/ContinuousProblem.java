package org.espalier.continuous;

import java.util.List;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.corpus.Fingerprint;
import org.espalier.train.run.TrainingProblem;

/** What is learnt from instances with numbers: log α and log β. */
final class ContinuousProblem implements TrainingProblem {
    private final List<ContinuousInstance> instances;
    private final int regressors;
    private final double[] start;
    private final List<Sequence> sequences;

    ContinuousProblem(List<ContinuousInstance> instances, int regressors, double[] start, List<Sequence> sequences) {
        this.instances = instances;
        this.regressors = regressors;
        this.start = start;
        this.sequences = sequences;
    }

    @Override
    public int parameters() {
        return start.length;
    }

    /** In the logarithms it is not. */
    @Override
    public boolean isConvex() {
        return false;
    }

    /** Where it begins does not matter: it has one minimum all the same. */
    @Override
    public double[] start(int number) {
        return start.clone();
    }

    @Override
    public String identity() {
        return Json.write(Fingerprint.of(sequences));
    }

    @Override
    public Opened objective(Workers workers) {
        return new ContinuousObjective(instances, regressors, start.length - regressors, new LocalSum(workers));
    }
}
