package org.espalier.feature.kernel;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * K(x, z) = Σₚ Kₚ(x, z): points are alike if they are in any of the ways.
 *
 * @param parts the kernels, at least one
 */
public record SumKernel(List<KernelFunction> parts) implements KernelFunction {

    public SumKernel {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a sum of no kernels; expected at least one");
        }
    }

    @Override
    public KernelRows over(List<Point> points) {
        List<KernelRows> rows = parts.stream().map(part -> part.over(points)).toList();
        return new KernelRows() {
            @Override
            public int size() {
                return points.size();
            }

            @Override
            public void row(Point x, int begin, int end, double[] into, KernelScratch scratch) {
                rows.get(0).row(x, begin, end, into, scratch);
                double[] next = scratch.borrow(size());
                for (int p = 1; p < rows.size(); p++) {
                    rows.get(p).row(x, begin, end, next, scratch);
                    for (int k = begin; k < end; k++) {
                        into[k] += next[k];
                    }
                }
                scratch.giveBack();
            }

            @Override
            public double self(Point x, KernelScratch scratch) {
                double self = 0;
                for (KernelRows part : rows) {
                    self += part.self(x, scratch);
                }
                return self;
            }
        };
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>();
        parts.forEach(part -> columns.addAll(part.columns()));
        return Collections.unmodifiableSortedSet(columns);
    }

    @Override
    public boolean readsAttributes() {
        return parts.stream().anyMatch(KernelFunction::readsAttributes);
    }

    @Override
    public String toString() {
        return parts.stream().map(Object::toString).collect(Collectors.joining("+"));
    }
}
