package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/**
 * Chains with a part for every transition, or for some of them; with own transitions at some positions, or at none.
 *
 * <p>The parts are numbered from the definition: shared transitions [S][S] or the pairs that have a part, states [T][S], own
 * transitions [C][S][S].
 */
public final class ChainCases implements StructureCases<Trellis> {

    @Override
    public Supplier<Trellis> tiny(Random random) {
        return chains(random, 1 + random.nextInt(4), 5);
    }

    @Override
    public Supplier<Trellis> larger(Random random) {
        return chains(random, 1 + random.nextInt(9), 40);
    }

    private static Supplier<Trellis> chains(Random random, int states, int longest) {
        Transitions some = random.nextInt(3) > 0
                ? null
                : Transitions.of(
                        states,
                        IntStream.range(0, states * states)
                                .filter(arc -> random.nextInt(3) > 0)
                                .toArray());
        return () -> {
            int length = random.nextInt(longest + 1);
            double share = random.nextBoolean() ? 0 : 0.6;
            int[] own = IntStream.range(1, length)
                    .filter(t -> random.nextDouble() < share)
                    .toArray();
            return some == null ? Trellis.chain(length, states, own) : Trellis.chain(length, some, own);
        };
    }

    @Override
    public List<Listed> outputs(Trellis trellis) {
        List<Listed> outputs = new ArrayList<>();
        int[] path = new int[trellis.length()];
        do {
            outputs.add(new Listed(new Path(trellis, path.clone()), parts(trellis, path)));
        } while (next(path, trellis.states()));
        return outputs;
    }

    /** Counts up like an odometer; false after the last path. */
    private static boolean next(int[] path, int states) {
        for (int t = path.length - 1; t >= 0; t--) {
            if (++path[t] < states) {
                return true;
            }
            path[t] = 0;
        }
        return false;
    }

    /** The numbers of a path's parts. */
    static int[] parts(Trellis trellis, int[] path) {
        IntStream.Builder parts = IntStream.builder();
        for (int t = 0; t < path.length; t++) {
            int[] here = t == 0 ? first(trellis, path[0]) : step(trellis, t, own(trellis, t), path[t - 1], path[t]);
            for (int part : here) {
                parts.add(part);
            }
        }
        return parts.build().toArray();
    }

    private static int[] first(Trellis trellis, int state) {
        return new int[] {shared(trellis) + state};
    }

    /** The parts of the step from i to j, and of the state j at t. */
    private static int[] step(Trellis trellis, int t, int own, int i, int j) {
        int states = trellis.states();
        int state = shared(trellis) + t * states + j;
        int pair = own < 0 ? -1 : own + i * states + j;
        int step = step(trellis, i, j);
        if (step < 0) {
            return pair < 0 ? new int[] {state} : new int[] {pair, state};
        }
        return pair < 0 ? new int[] {step, state} : new int[] {step, pair, state};
    }

    /** The shared part of the step from i to j, or −1. */
    private static int step(Trellis trellis, int i, int j) {
        Transitions some = trellis.transitions();
        if (some == null) {
            return i * trellis.states() + j;
        }
        for (int part = some.rowBegin(i); part < some.rowBegin(i + 1); part++) {
            if (some.target(part) == j) {
                return part;
            }
        }
        return -1;
    }

    /** The first own transition part at t, or −1. */
    private static int own(Trellis trellis, int t) {
        int states = trellis.states();
        for (int c = 0; c < trellis.ownCount(); c++) {
            if (trellis.ownPosition(c) == t) {
                return shared(trellis) + states * (trellis.length() + states * c);
            }
        }
        return -1;
    }

    private static int shared(Trellis trellis) {
        Transitions some = trellis.transitions();
        return some == null ? trellis.states() * trellis.states() : some.parts();
    }

    /** One state at every position; or one, several or all of them. */
    @Override
    public Gold<Trellis> gold(Trellis trellis, boolean single, Random random) {
        Generators generators = new Generators(random.nextLong());
        int[] @Nullable [] allowed = generators.allowed(trellis.length(), trellis.states());
        if (single) {
            int[] path = generators.path(trellis.length(), trellis.states());
            Arrays.setAll(allowed, t -> new int[] {path[t]});
        }
        return new Gold<>(AllowedStates.of(allowed), output -> wrong(((Path) output).states(), allowed));
    }

    /** At how many positions the state is none of those that are allowed; null allows all. */
    static int wrong(int[] path, int[] @Nullable [] allowed) {
        int wrong = 0;
        for (int t = 0; t < path.length; t++) {
            boolean right = allowed[t] == null;
            for (int k = 0; allowed[t] != null && k < allowed[t].length; k++) {
                right |= allowed[t][k] == path[t];
            }
            wrong += right ? 0 : 1;
        }
        return wrong;
    }

    /** A node for every state of every position, and one for the end. */
    @Override
    public Stream<Hyperedge> hyperedges(Trellis trellis) {
        int length = trellis.length();
        int states = trellis.states();
        int end = length * states;
        if (length == 0) {
            return Stream.of(Hyperedge.axiom(end));
        }
        Stream<Hyperedge> begins = IntStream.range(0, states).mapToObj(s -> Hyperedge.axiom(s, first(trellis, s)));
        Stream<Hyperedge> steps = IntStream.range(1, length).boxed().flatMap(t -> steps(trellis, t));
        Stream<Hyperedge> ends = IntStream.range(0, states).mapToObj(s -> Hyperedge.step(end - states + s, end));
        return Stream.concat(begins, Stream.concat(steps, ends));
    }

    /** The steps from t − 1 to t. */
    private static Stream<Hyperedge> steps(Trellis trellis, int t) {
        int states = trellis.states();
        int own = own(trellis, t);
        int before = (t - 1) * states;
        int here = t * states;
        return IntStream.range(0, states * states)
                .mapToObj(arc -> Hyperedge.step(
                        before + arc / states, here + arc % states, step(trellis, t, own, arc / states, arc % states)));
    }
}
