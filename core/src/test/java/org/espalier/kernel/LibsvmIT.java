package org.espalier.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import libsvm.svm_model;
import libsvm.svm_parameter;
import org.espalier.feature.kernel.KernelFunction;
import org.espalier.parallel.Workers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Support vector machines against libsvm on all rows, one thread each, with libsvm's defaults: γ = 1/attributes, C = 1, tolerance
 * 0.001. Minutes, most of them libsvm's, so only with {@code -Pslow}, and only where the data are.
 */
@Tag("slow")
class LibsvmIT {

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @ParameterizedTest
    @CsvSource({"mushrooms.svm, 112", "a9a, 123"})
    void allRowsHaveLibsvmsDualObjective(String file, int dimension) {
        double gamma = 1.0 / dimension;
        Problems.Vectors data = Problems.libsvm(file, dimension).sorted();
        svm_parameter parameter = LibsvmAgreementTest.parameter("rbf", gamma, 1);
        parameter.eps = KernelSvm.DEFAULTS.tolerance();
        long begin = processorTime();
        svm_model theirs = LibsvmAgreementTest.train(data, parameter);
        double theirSeconds = (processorTime() - begin) / 1e9;
        try (Workers workers = new Workers(1)) {
            begin = processorTime();
            KernelProblem problem =
                    Problems.problem(KernelFunction.parse("rbf(gamma=" + gamma + ")"), data.sequences(), workers);
            int[] all = IntStream.range(0, problem.size()).toArray();
            BinarySvm ours = SvmRun.machine(KernelSvm.DEFAULTS, problem, all, 0, KernelProblem.Monitor.NONE);
            double seconds = (processorTime() - begin) / 1e9;
            long support =
                    Arrays.stream(ours.coefficients()).filter(a -> a != 0).count();
            double dual = LibsvmAgreementTest.dual(theirs, problem);
            System.out.printf(
                    Locale.ROOT,
                    "%s, %d rows: dual %.6f, libsvm %.6f, relative %.1e; gap %.1e; support %d, libsvm %d; steps %d;"
                            + " %.1f processor seconds, libsvm %.1f%n",
                    file,
                    data.size(),
                    ours.dual(),
                    dual,
                    ours.dual() / dual - 1,
                    ours.gap() / ours.primal(),
                    support,
                    theirs.l,
                    ours.steps(),
                    seconds,
                    theirSeconds);

            assertThat(ours.dual()).isCloseTo(dual, within(1e-6 * Math.abs(dual)));
            assertThat(ours.gap()).isLessThan(1e-4 * ours.primal());
            assertThat(ours.bias()).isCloseTo(-theirs.rho[0], within(2e-3));
            assertThat((double) support).isCloseTo(theirs.l, within(0.01 * theirs.l));
        }
    }
}
