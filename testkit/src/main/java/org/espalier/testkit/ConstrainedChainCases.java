package org.espalier.testkit;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.StateMap;
import org.espalier.structure.chain.StepConstraint;
import org.espalier.structure.chain.Transitions;
import org.espalier.structure.chain.Trellis;

/**
 * Chains under a constraint on steps, beginnings and ends, drawn at random; label 0 may do everything, so that sequences of every length have
 * an output.
 */
public final class ConstrainedChainCases extends LimitedChainCases {
    private final Base base;

    /** The chain that is constrained. */
    public enum Base {
        /** Every pair of labels has a part. */
        DENSE,
        /** Some pairs of labels have a part, the others score 0. */
        SPARSE,
        /** Every label has two states. */
        SUBSTATES,
        /** All histories of two labels. */
        HISTORIES
    }

    public ConstrainedChainCases(Base base) {
        this.base = base;
    }

    @Override
    Model model(Random random, boolean larger) {
        return switch (base) {
            case DENSE -> {
                int labels = 1 + random.nextInt(larger ? 8 : 4);
                yield narrowed(dense(labels, 1, larger), random);
            }
            case SUBSTATES -> {
                int labels = 1 + random.nextInt(larger ? 4 : 2);
                yield narrowed(dense(labels, 2, larger), random);
            }
            case HISTORIES -> narrowed(new HistoryCases(2, true).model(random, larger), random);
            case SPARSE -> sparse(random, larger);
        };
    }

    private static Model dense(int labels, int substates, boolean larger) {
        int states = labels * substates;
        StateMap map = StateMap.substates(labels, substates);
        int[][] steps = new int[states][states];
        for (int i = 0; i < states; i++) {
            for (int j = 0; j < states; j++) {
                steps[i][j] = i * states + j;
            }
        }
        boolean[] every = new boolean[states];
        Arrays.fill(every, true);
        return new Model(
                ChainTopology.dense(states),
                IntStream.range(0, states).map(s -> s / substates).toArray(),
                steps,
                every,
                every,
                false,
                false,
                longest(larger),
                map::states);
    }

    private static int longest(boolean larger) {
        return larger ? 25 : 5;
    }

    private static boolean[] allowed(int labels, double share, Random random) {
        boolean[] allowed = new boolean[labels];
        for (int label = 0; label < labels; label++) {
            allowed[label] = label == 0 || random.nextDouble() < share;
        }
        return allowed;
    }

    /** A constraint, as tables. */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Tables(boolean[] begins, boolean[][] steps, boolean[] ends) {
        static Tables draw(int labels, Random random) {
            double share = new double[] {0.2, 0.5, 0.8, 1}[random.nextInt(4)];
            boolean[][] steps = new boolean[labels][];
            Arrays.setAll(steps, from -> allowed(labels, share, random));
            return new Tables(allowed(labels, 0.6, random), steps, allowed(labels, 0.6, random));
        }

        StepConstraint constraint() {
            return StepConstraint.of(
                    begins.length, label -> begins[label], (from, to) -> steps[from][to], label -> ends[label]);
        }
    }

    /** The same model without what is forbidden; the steps that are left are numbered anew, in their order. */
    private static Model narrowed(Model model, Random random) {
        int[] labelOf = model.labels();
        int labels = 1 + IntStream.of(labelOf).max().orElse(0);
        Tables tables = Tables.draw(labels, random);
        int states = labelOf.length;
        int[][] steps = new int[states][states];
        boolean[] begins = new boolean[states];
        boolean[] ends = new boolean[states];
        int part = 0;
        for (int i = 0; i < states; i++) {
            begins[i] = model.begins()[i] && tables.begins[labelOf[i]];
            ends[i] = model.ends()[i] && tables.ends[labelOf[i]];
            for (int j = 0; j < states; j++) {
                boolean possible = model.steps()[i][j] >= 0 && tables.steps[labelOf[i]][labelOf[j]];
                steps[i][j] = possible ? part++ : FORBIDDEN;
            }
        }
        return new Model(
                model.topology().constrained(StateMap.of(labels, labelOf), tables.constraint()),
                labelOf,
                steps,
                begins,
                ends,
                false,
                model.sharesParts(),
                model.longest(),
                model.supervisor());
    }

    /** Which of the allowed pairs have a part is asked of the structure; whether they are allowed is not. */
    private static Model sparse(Random random, boolean larger) {
        int labels = 1 + random.nextInt(larger ? 12 : 4);
        int[] arcs = IntStream.range(0, labels * labels)
                .filter(arc -> random.nextInt(3) == 0)
                .toArray();
        Tables tables = Tables.draw(labels, random);
        ChainTopology topology =
                ChainTopology.sparse(labels, arcs).constrained(StateMap.identity(labels), tables.constraint());
        Transitions transitions = transitions(topology);
        int[][] steps = new int[labels][labels];
        for (int i = 0; i < labels; i++) {
            Arrays.fill(steps[i], ABSENT);
            for (int part = transitions.rowBegin(i); part < transitions.rowBegin(i + 1); part++) {
                steps[i][transitions.target(part)] = part;
            }
            for (int j = 0; j < labels; j++) {
                if (!tables.steps[i][j]) {
                    steps[i][j] = FORBIDDEN;
                }
            }
        }
        Function<AllowedStates, Supervision<Trellis>> supervisor = allowed -> allowed;
        return new Model(
                topology,
                IntStream.range(0, labels).toArray(),
                steps,
                tables.begins,
                tables.ends,
                !transitions.forbidsOthers(),
                false,
                longest(larger),
                supervisor);
    }

    private static Transitions transitions(ChainTopology topology) {
        Transitions transitions = structure(topology, 0, new int[0]).transitions();
        if (transitions == null) {
            throw new IllegalStateException("all pairs have a part");
        }
        return transitions;
    }
}
