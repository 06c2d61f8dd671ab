package org.espalier.feature.kernel;

import java.util.List;
import java.util.SortedSet;

/**
 * A similarity of two points that is a scalar product in some space: symmetric, and positive semidefinite for every set of
 * points. Immutable and safe to share between threads.
 *
 * <p>{@link #parse} reads one from a text such as {@code rbf(gamma=0.5)}, and {@code toString} writes it.
 */
public sealed interface KernelFunction
        permits ConstantKernel,
                LinearKernel,
                NormalisedKernel,
                PolynomialKernel,
                ProductKernel,
                RbfKernel,
                SpectrumKernel,
                SubsequenceKernel,
                SubsetTreeKernel,
                SumKernel {

    /**
     * Reads a specification.
     * <pre>
     * kernel = product { "+" product }
     * product = factor { "*" factor }
     * factor = number | "(" kernel ")" | "normalised(" kernel ")" | name [ "(" [ parameter "=" number { "," … } ] ")" ]
     * name = linear | polynomial | rbf | string | spectrum | tree
     * </pre>
     *
     * @throws IllegalArgumentException saying where the text is wrong and what was expected there
     */
    static KernelFunction parse(String specification) {
        return new KernelParser(specification).parse();
    }

    /**
     * The kernel against each of these points, with all that can be worked out beforehand.
     *
     * @throws org.espalier.data.DataFormatException when a point lacks what the kernel reads (a column, a tree)
     */
    KernelRows over(List<Point> points);

    /** The columns whose texts are read; empty for kernels over vectors. */
    SortedSet<Integer> columns();

    /** Whether the attributes are read. */
    boolean readsAttributes();

    /** K(x, z), for a look at a single value; rows are much faster for many. */
    default double value(Point x, Point z) {
        double[] value = new double[1];
        over(List.of(z)).row(x, 0, 1, value, new KernelScratch());
        return value[0];
    }
}
