package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.structure.Output;
import org.espalier.structure.factor.AllowedValues;
import org.espalier.structure.factor.Assignment;
import org.espalier.structure.factor.FactorGraph;
import org.jspecify.annotations.Nullable;

/**
 * Factor graphs of any shape: with loops, in several components, with variables that have one value or no factor, with factors over
 * no, one and up to three variables, and with several factors over the same ones.
 *
 * <p>The parts are numbered from the definition: variables [n][values], then factors, the last variable of a scope fastest.
 */
public final class FactorCases implements StructureCases<FactorGraph> {

    @Override
    public Supplier<FactorGraph> tiny(Random random) {
        return () -> graph(random, random.nextInt(7), 3, 8);
    }

    @Override
    public Supplier<FactorGraph> larger(Random random) {
        return () -> graph(random, random.nextInt(12), 4, 14);
    }

    private static FactorGraph graph(Random random, int variables, int mostValues, int mostFactors) {
        int[] cardinalities = IntStream.range(0, variables)
                .map(v -> 1 + random.nextInt(mostValues))
                .toArray();
        int[][] scopes = new int[random.nextInt(mostFactors + 1)][];
        for (int f = 0; f < scopes.length; f++) {
            List<Integer> all =
                    new ArrayList<>(IntStream.range(0, variables).boxed().toList());
            Collections.shuffle(all, random);
            scopes[f] = all.stream()
                    .limit(random.nextInt(4))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        return FactorGraph.of(cardinalities, scopes);
    }

    @Override
    public List<Listed> outputs(FactorGraph graph) {
        List<Listed> outputs = new ArrayList<>();
        int[] values = new int[graph.variables()];
        do {
            outputs.add(new Listed(new Assignment(graph, values), parts(graph, values)));
        } while (next(graph, values));
        return outputs;
    }

    private static boolean next(FactorGraph graph, int[] values) {
        for (int v = values.length - 1; v >= 0; v--) {
            if (++values[v] < graph.cardinality(v)) {
                return true;
            }
            values[v] = 0;
        }
        return false;
    }

    private static int[] parts(FactorGraph graph, int[] values) {
        IntStream.Builder parts = IntStream.builder();
        int begin = 0;
        for (int v = 0; v < values.length; v++) {
            parts.add(begin + values[v]);
            begin += graph.cardinality(v);
        }
        for (int f = 0; f < graph.factors(); f++) {
            int entry = 0;
            int size = 1;
            for (int v : graph.scope(f)) {
                entry = entry * graph.cardinality(v) + values[v];
                size *= graph.cardinality(v);
            }
            parts.add(begin + entry);
            begin += size;
        }
        return parts.build().toArray();
    }

    /** One assignment; or for each variable nothing, one value or two. */
    @Override
    public Gold<FactorGraph> gold(FactorGraph graph, boolean single, Random random) {
        int[] @Nullable [] allowed = new int[graph.variables()] @Nullable [];
        for (int v = 0; v < allowed.length; v++) {
            int value = random.nextInt(graph.cardinality(v));
            int choice = single ? 1 : random.nextInt(3);
            allowed[v] = choice == 0
                    ? null
                    : choice == 1 ? new int[] {value} : new int[] {value, random.nextInt(graph.cardinality(v))};
        }
        return new Gold<>(AllowedValues.of(allowed), output -> errors(output, allowed));
    }

    private static int errors(Output output, int[] @Nullable [] allowed) {
        int[] values = ((Assignment) output).values();
        int errors = 0;
        for (int v = 0; v < values.length; v++) {
            int[] mine = allowed[v];
            int value = values[v];
            errors += mine == null || Arrays.stream(mine).anyMatch(x -> x == value) ? 0 : 1;
        }
        return errors;
    }
}
