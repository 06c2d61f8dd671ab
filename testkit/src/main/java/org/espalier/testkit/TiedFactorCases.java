package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.structure.Sites;
import org.espalier.structure.factor.FactorGraph;
import org.espalier.structure.factor.FactorTemplate;
import org.espalier.structure.factor.FactorTopology;
import org.espalier.structure.factor.GraphSites;
import org.espalier.structure.factor.Tying;

/**
 * Graphs of one model: variables of its types and factors of its templates, tied in every way, as {@link FactorTopology} makes them of the
 * sites of an instance. What is true of them is what is true of any factor graph.
 */
public final class TiedFactorCases implements StructureCases<FactorGraph> {
    private final FactorCases plain = new FactorCases();

    @Override
    public Supplier<FactorGraph> tiny(Random random) {
        FactorTopology topology = topology(random, 3);
        return () -> graph(topology, random, random.nextInt(6), 7);
    }

    @Override
    public Supplier<FactorGraph> larger(Random random) {
        FactorTopology topology = topology(random, 4);
        return () -> graph(topology, random, random.nextInt(12), 14);
    }

    /** One to three types with one to {@code mostValues} values; templates over one to three variables of them. */
    public static FactorTopology topology(Random random, int mostValues) {
        int[] values = IntStream.range(0, 1 + random.nextInt(3))
                .map(type -> 1 + random.nextInt(mostValues))
                .toArray();
        List<FactorTemplate> templates = new ArrayList<>();
        for (int k = random.nextInt(5); k > 0; k--) {
            int first = random.nextInt(values.length);
            boolean isAlike = random.nextBoolean();
            List<Integer> types = IntStream.range(0, 1 + random.nextInt(3))
                    .mapToObj(any -> isAlike ? first : random.nextInt(values.length))
                    .toList();
            Tying tying = types.stream().distinct().count() == 1
                    ? List.of(Tying.FULL, Tying.SYMMETRIC, Tying.POTTS).get(random.nextInt(3))
                    : Tying.FULL;
            templates.add(new FactorTemplate("template " + k, types, tying));
        }
        return new FactorTopology(values, templates);
    }

    /** Some variables of any types, and up to so many factors where the variables for one are there. */
    private static FactorGraph graph(FactorTopology topology, Random random, int variables, int mostFactors) {
        int[] types = IntStream.range(0, variables)
                .map(v -> random.nextInt(topology.types()))
                .toArray();
        IntStream.Builder sites = IntStream.builder();
        for (int v = 0; v < variables; v++) {
            sites.add(GraphSites.begin(types[v])).add(v);
        }
        for (int k = random.nextInt(mostFactors + 1);
                k > 0 && !topology.templates().isEmpty();
                k--) {
            int template = random.nextInt(topology.templates().size());
            addFactor(topology, template, types, random, sites);
        }
        int[] pairs = sites.build().toArray();
        return topology.structure(new Sites() {
            @Override
            public int length() {
                return variables;
            }

            @Override
            public int[] sites(int kind) {
                return pairs;
            }
        });
    }

    private static void addFactor(
            FactorTopology topology, int template, int[] types, Random random, IntStream.Builder sites) {
        List<Integer> wanted = topology.templates().get(template).types();
        int[] scope = new int[wanted.size()];
        for (int k = 0; k < scope.length; k++) {
            int[] before = Arrays.copyOf(scope, k);
            int type = wanted.get(k);
            int[] fitting = IntStream.range(0, types.length)
                    .filter(v -> types[v] == type && IntStream.of(before).noneMatch(other -> other == v))
                    .toArray();
            if (fitting.length == 0) {
                return;
            }
            scope[k] = fitting[random.nextInt(fitting.length)];
        }
        for (int k = 0; k < scope.length; k++) {
            sites.add(k == 0 ? GraphSites.begin(topology.types() + template) : GraphSites.CONTINUED)
                    .add(scope[k]);
        }
    }

    @Override
    public List<Listed> outputs(FactorGraph graph) {
        return plain.outputs(graph);
    }

    @Override
    public Gold<FactorGraph> gold(FactorGraph graph, boolean single, Random random) {
        return plain.gold(graph, single, random);
    }
}
