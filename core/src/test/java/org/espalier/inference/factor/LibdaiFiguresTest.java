package org.espalier.inference.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.espalier.graph.GraphFormat;
import org.espalier.graph.GraphModel;
import org.espalier.inference.Workspace;
import org.espalier.structure.factor.FactorGraph;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** libDAI's test graph, 4 × 4 binary variables, and the errors that libDAI writes down for its own methods (testfast.out). */
class LibdaiFiguresTest {
    private static final Path FILE = Path.of("../../shared/data/libdai/testfast.fg");

    /** p(x = 1) of its exact answer. */
    private static final double[] EXACT = {
        .65, .3553, .5003, .6951, .6301, .3599, .4207, .4563, .72, .2917, .4224, .4625, .6458, .09617, .7592, .3090
    };

    private FactorGraph graph;
    private final Workspace workspace = new Workspace();
    private double[] exact;
    private double logZ;

    @BeforeEach
    void solveExactly() {
        Assumptions.assumeTrue(Files.exists(FILE), "skipped: libDAI's test graph is not in " + FILE);
        GraphModel model = GraphFormat.LIBDAI.read(FILE);
        graph = model.graph();
        model.load(workspace);
        exact = new double[graph.parts()];
        logZ = new JunctionTreeInference().addMarginals(graph, workspace, 1, exact);
    }

    private double largestError(double[] marginals) {
        double largest = 0;
        for (int part = 0; part < graph.factorOffset(0); part++) {
            largest = Math.max(largest, Math.abs(marginals[part] - exact[part]));
        }
        return largest;
    }

    @Test
    void theJunctionTreeIsExact() {
        double[] ones = new double[16];
        Arrays.setAll(ones, v -> exact[graph.variableOffset(v) + 1]);
        assertThat(ones).containsExactly(EXACT, within(6e-5));
    }

    @Test
    void beliefPropagationHasLibdaisErrors() {
        for (double damping : new double[] {0, 0.3}) {
            Approximation found =
                    new BeliefPropagation(IterationOptions.DEFAULTS.withDamping(damping)).approximate(graph, workspace);
            assertThat(found.convergence().converged()).isTrue();
            assertThat(found.logSum() - logZ).isCloseTo(7.187e-4, within(1e-7));
            assertThat(largestError(found.marginals())).isCloseTo(8.924e-3, within(1e-6));
        }
    }

    @Test
    void meanFieldHasLibdaisErrors() {
        Approximation found = new MeanField(IterationOptions.DEFAULTS).approximate(graph, workspace);
        assertThat(found.convergence().converged()).isTrue();
        assertThat(found.logSum() - logZ).isCloseTo(-1.235, within(1e-3));
        assertThat(largestError(found.marginals())).isCloseTo(3.234e-1, within(1e-4));
    }

    @Test
    void gibbsComesNear() {
        GibbsResult found = new GibbsSampling(GibbsOptions.DEFAULTS.withSweeps(20_000)).marginals(graph, workspace);
        assertThat(found.rHat()).isLessThan(1.02);
        assertThat(found.effectiveSamples()).isBetween(500.0, 80_000.0);
        assertThat(largestError(found.marginals())).isLessThan(6 * 0.5 / Math.sqrt(found.effectiveSamples()));
    }
}
