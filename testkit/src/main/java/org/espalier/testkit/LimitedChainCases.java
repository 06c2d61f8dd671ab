package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.Output;
import org.espalier.structure.Sites;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Chains in which only some steps, beginnings and ends are possible.
 *
 * <p>What is possible, and which part a step has, is written down a second time by those who draw the models. The parts of a chain are its
 * shared steps, states [T][S] or, where states of a label share a part, [T][labels], own steps [C][steps], or [C][S][S] where some steps without a shared part are possible.
 */
abstract class LimitedChainCases implements StructureCases<Trellis> {
    /** A step that is possible and has no shared part. */
    static final int ABSENT = -1;

    /** A step that no output has. */
    static final int FORBIDDEN = -2;

    /** Cases are asked by several threads. */
    private final Map<Trellis, Model> models = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * A model by definition.
     *
     * @param topology the code under test
     * @param labels the label of every state // [S]
     * @param steps the shared part of every step, or ABSENT or FORBIDDEN // [S][S]
     * @param begins the states that may begin // [S]
     * @param ends the states that may end // [S]
     * @param ownPairs whether own transitions have a part for every pair of states; else for every shared part
     * @param sharesParts whether the states of a label share one part per position
     * @param longest how long sequences may be
     * @param supervisor the code under test: what labels say of the states
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Model(
            ChainTopology topology,
            int[] labels,
            int[][] steps,
            boolean[] begins,
            boolean[] ends,
            boolean ownPairs,
            boolean sharesParts,
            int longest,
            Function<AllowedStates, Supervision<Trellis>> supervisor) {

        int states() {
            return labels.length;
        }

        int[] labels(Output output) {
            return IntStream.of(((Path) output).states()).map(s -> labels[s]).toArray();
        }

        /** How many state parts a position has. */
        int stateParts() {
            return sharesParts ? 1 + IntStream.of(labels).max().orElse(0) : states();
        }

        private int sharedParts() {
            return (int) Stream.of(steps)
                    .flatMapToInt(IntStream::of)
                    .filter(part -> part >= 0)
                    .count();
        }
    }

    /** The numbers of the parts of one chain. */
    private static final class Parts {
        private final int states;
        private final Model model;
        private final int[][] steps;
        private final int shared;
        private final int[] own; // [T]: the first own part of the step into a position, or −1
        private final boolean ownPairs;

        Parts(Trellis trellis, Model model) {
            this.states = model.states();
            this.model = model;
            this.steps = model.steps;
            this.shared = model.sharedParts();
            this.ownPairs = model.ownPairs;
            this.own = new int[trellis.length()];
            Arrays.fill(own, -1);
            for (int c = 0; c < trellis.ownCount(); c++) {
                own[trellis.ownPosition(c)] =
                        shared + trellis.length() * model.stateParts() + c * (ownPairs ? states * states : shared);
            }
        }

        /** The parts of the step from i to j, and of the state j at t. */
        int[] of(int t, int i, int j) {
            int part = model.sharesParts ? model.labels[j] : j;
            IntStream.Builder parts = IntStream.builder().add(shared + t * model.stateParts() + part);
            if (t > 0 && steps[i][j] >= 0) {
                parts.add(steps[i][j]);
            }
            if (t > 0 && own[t] >= 0) {
                parts.add(own[t] + (ownPairs ? i * states + j : steps[i][j]));
            }
            return parts.build().toArray();
        }
    }

    /** Draws a model; a larger one when its outputs need not be listed. Sequences of every length have an output. */
    abstract Model model(Random random, boolean larger);

    final Model model(Trellis trellis) {
        return Objects.requireNonNull(models.get(trellis));
    }

    @Override
    public final Supplier<Trellis> tiny(Random random) {
        return structures(model(random, false), random);
    }

    @Override
    public final Supplier<Trellis> larger(Random random) {
        return structures(model(random, true), random);
    }

    private Supplier<Trellis> structures(Model model, Random random) {
        return () -> {
            int length = random.nextInt(model.longest + 1);
            double share = random.nextBoolean() ? 0 : 0.6;
            int[] steps = IntStream.range(1, length)
                    .filter(t -> random.nextDouble() < share)
                    .toArray();
            Trellis trellis = structure(model.topology, length, steps);
            models.put(trellis, model);
            return trellis;
        };
    }

    /** The chain of a sequence with features that look at some steps. */
    static Trellis structure(ChainTopology topology, int length, int[] steps) {
        return topology.structure(new Sites() {
            @Override
            public int length() {
                return length;
            }

            @Override
            public int[] sites(int kind) {
                return steps;
            }
        });
    }

    @Override
    public final List<Listed> outputs(Trellis trellis) {
        List<Listed> outputs = new ArrayList<>();
        Model model = model(trellis);
        extend(trellis, model, new Parts(trellis, model), new int[trellis.length()], 0, outputs);
        return outputs;
    }

    private static void extend(Trellis trellis, Model model, Parts parts, int[] path, int t, List<Listed> outputs) {
        if (t == path.length) {
            if (t == 0 || model.ends[path[t - 1]]) {
                outputs.add(listed(trellis, parts, path));
            }
            return;
        }
        for (int s = 0; s < model.states(); s++) {
            if (t == 0 ? model.begins[s] : model.steps[path[t - 1]][s] != FORBIDDEN) {
                path[t] = s;
                extend(trellis, model, parts, path, t + 1, outputs);
            }
        }
    }

    private static Listed listed(Trellis trellis, Parts parts, int[] path) {
        int[] numbers = IntStream.range(0, path.length)
                .flatMap(t -> IntStream.of(parts.of(t, t == 0 ? 0 : path[t - 1], path[t])))
                .toArray();
        return new Listed(new Path(trellis, path.clone()), numbers);
    }

    /** The states of some output, drawn at random. */
    static int[] walk(Model model, int length, Random random) {
        boolean[][] open = new boolean[length][model.states()]; // whether the end can be reached
        for (int t = length - 1; t >= 0; t--) {
            for (int s = 0; s < model.states(); s++) {
                open[t][s] = t == length - 1 && model.ends[s];
                for (int next = 0; t < length - 1 && next < model.states(); next++) {
                    open[t][s] |= open[t + 1][next] && model.steps[s][next] != FORBIDDEN;
                }
            }
        }
        int[] path = new int[length];
        for (int t = 0; t < length; t++) {
            int position = t;
            int[] choice = IntStream.range(0, model.states())
                    .filter(s -> open[position][s]
                            && (position == 0 ? model.begins[s] : model.steps[path[position - 1]][s] != FORBIDDEN))
                    .toArray();
            path[t] = choice[random.nextInt(choice.length)];
        }
        return path;
    }

    /** The labels of some output, or any; one, several or all of them allowed. An error is a wrong label. */
    @Override
    public Gold<Trellis> gold(Trellis trellis, boolean single, Random random) {
        Model model = model(trellis);
        int labels = 1 + IntStream.of(model.labels).max().orElse(0);
        int[] @Nullable [] allowed = new Generators(random.nextLong()).allowed(trellis.length(), labels);
        if (single) {
            int[] path = walk(model, trellis.length(), random);
            Arrays.setAll(allowed, t -> new int[] {model.labels[path[t]]});
        }
        return new Gold<>(
                model.supervisor.apply(AllowedStates.of(allowed)),
                output -> ChainCases.wrong(model.labels(output), allowed));
    }

    /** A node for every state of every position, and one for the end. */
    @Override
    public final Stream<Hyperedge> hyperedges(Trellis trellis) {
        Model model = model(trellis);
        Parts parts = new Parts(trellis, model);
        int states = model.states();
        int end = trellis.length() * states;
        if (trellis.length() == 0) {
            return Stream.of(Hyperedge.axiom(end));
        }
        Stream<Hyperedge> begins = IntStream.range(0, states)
                .filter(s -> model.begins[s])
                .mapToObj(s -> Hyperedge.axiom(s, parts.of(0, 0, s)));
        Stream<Hyperedge> steps = IntStream.range(1, trellis.length())
                .boxed()
                .flatMap(t -> IntStream.range(0, states * states)
                        .filter(pair -> model.steps[pair / states][pair % states] != FORBIDDEN)
                        .mapToObj(pair -> Hyperedge.step(
                                (t - 1) * states + pair / states,
                                t * states + pair % states,
                                parts.of(t, pair / states, pair % states))));
        Stream<Hyperedge> ends = IntStream.range(0, states)
                .filter(s -> model.ends[s])
                .mapToObj(s -> Hyperedge.step(end - states + s, end));
        return Stream.concat(begins, Stream.concat(steps, ends));
    }
}
