package org.espalier.testkit;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.structure.chain.ClassBlocks;
import org.espalier.structure.chain.Path;
import org.espalier.structure.chain.Trellis;

/**
 * Chains that stay in the block of one class: state c·H + h is followed by the states of the same c, and steps are numbered by
 * class, state and next state.
 */
public final class ClassBlockCases extends LimitedChainCases {
    private final boolean sharesStates;

    /**
     * Cases of hidden-state models.
     *
     * @param sharesStates whether all classes have the same hidden states; else each has its own
     */
    public ClassBlockCases(boolean sharesStates) {
        this.sharesStates = sharesStates;
    }

    @Override
    Model model(Random random, boolean larger) {
        int classes = 1 + random.nextInt(3);
        int hidden = 1 + random.nextInt(larger ? 5 : 3);
        ClassBlocks blocks =
                sharesStates ? ClassBlocks.sharedStates(classes, hidden) : ClassBlocks.ownStates(classes, hidden);
        int states = classes * hidden;
        int[][] steps = new int[states][states];
        for (int[] row : steps) {
            Arrays.fill(row, FORBIDDEN);
        }
        int part = 0;
        for (int c = 0; c < classes; c++) {
            for (int h = 0; h < hidden; h++) {
                for (int next = 0; next < hidden; next++) {
                    steps[c * hidden + h][c * hidden + next] = part++;
                }
            }
        }
        boolean[] every = new boolean[states];
        Arrays.fill(every, true);
        return new Model(
                blocks.topology(random.nextInt(4) > 0),
                IntStream.range(0, states).map(s -> s / hidden).toArray(),
                steps,
                every,
                every,
                false,
                false,
                larger ? 30 : 5,
                blocks::supervision);
    }

    /** One class or several; an error is a wrong class, and the empty sequence has none. */
    @Override
    public Gold<Trellis> gold(Trellis trellis, boolean single, Random random) {
        Model model = model(trellis);
        int classes = 1 + IntStream.of(model.labels()).max().orElse(0);
        int first = random.nextInt(classes);
        int last = single ? first : first + random.nextInt(classes - first);
        int[][] allowed = new int[trellis.length()][];
        Arrays.fill(allowed, IntStream.rangeClosed(first, last).toArray());
        return new Gold<>(model.supervisor().apply(AllowedStates.of(allowed)), output -> {
            int[] path = ((Path) output).states();
            return path.length == 0 || (model.labels()[path[0]] >= first && model.labels()[path[0]] <= last) ? 0 : 1;
        });
    }
}
