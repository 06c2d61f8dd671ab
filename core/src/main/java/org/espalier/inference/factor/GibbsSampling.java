package org.espalier.inference.factor;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;

/**
 * Gibbs sampling: each variable in turn is drawn given all others; how often values occur tends to their marginals.
 *
 * <p>There is no log Z. Where zeros in tables bind variables together, a chain cannot get from everywhere to everywhere, and R̂ may
 * not show it. A sweep costs O(Σ variables: factors · values · arity). The same seed gives the same chains.
 */
public final class GibbsSampling {
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    private final GibbsOptions options;

    public GibbsSampling(GibbsOptions options) {
        this.options = options;
    }

    /** Marginals and diagnostics. */
    public GibbsResult marginals(FactorGraph graph, Workspace workspace) {
        double[] scores = workspace.scores();
        Conditionals conditionals = new Conditionals(graph, scores);
        double[] counts = new double[graph.parts()];
        GibbsDiagnostics diagnostics = new GibbsDiagnostics(graph.factorOffset(0), options.chains(), options.sweeps());
        long forbidden = 0;
        for (int chain = 0; chain < options.chains(); chain++) {
            RandomGenerator random = random(chain);
            int[] values = start(graph, conditionals, random);
            for (int sweep = 0; sweep < options.sweeps(); sweep++) {
                conditionals.sweep(values, random);
                Assignment state = new Assignment(graph, values);
                state.addTo(counts, 1);
                forbidden += state.score(scores) == Double.NEGATIVE_INFINITY ? 1 : 0;
                for (int v = 0; v < values.length; v++) {
                    diagnostics.count(chain, sweep, graph.variableOffset(v) + values[v]);
                }
            }
        }
        double total = (double) options.chains() * options.sweeps();
        for (int part = 0; part < counts.length; part++) {
            counts[part] /= total;
        }
        return new GibbsResult(counts, forbidden, diagnostics.rHat(), diagnostics.effectiveSamples());
    }

    /** Assignments of one chain, one per sweep; neighbours resemble each other. */
    public List<Assignment> samples(FactorGraph graph, Workspace workspace, int count) {
        Conditionals conditionals = new Conditionals(graph, workspace.scores());
        RandomGenerator random = random(0);
        int[] values = start(graph, conditionals, random);
        List<Assignment> samples = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            conditionals.sweep(values, random);
            samples.add(new Assignment(graph, values));
        }
        return samples;
    }

    private RandomGenerator random(int chain) {
        return new Random(options.seed() + chain * SEED_STEP);
    }

    /** Any values, after the sweeps that are not counted. */
    private int[] start(FactorGraph graph, Conditionals conditionals, RandomGenerator random) {
        int[] values = new int[graph.variables()];
        for (int v = 0; v < values.length; v++) {
            values[v] = random.nextInt(graph.cardinality(v));
        }
        for (int sweep = 0; sweep < options.burnIn(); sweep++) {
            conditionals.sweep(values, random);
        }
        return values;
    }
}
