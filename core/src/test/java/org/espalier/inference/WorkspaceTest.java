package org.espalier.inference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.Test;

/** What a workspace keeps from one instance to the next, and what it does not. */
class WorkspaceTest {
    private static final Trellis TRELLIS = Trellis.chain(3, 2);

    private static final class One implements Scratch {}

    private static final class Other implements Scratch {}

    private static Workspace filled() {
        Workspace workspace = new Workspace();
        workspace.reserve(TRELLIS);
        Arrays.setAll(workspace.scores(), part -> part + 1);
        Arrays.setAll(workspace.gradient(), part -> part + 1);
        return workspace;
    }

    @Test
    void arraysGrowAndKeepWhatTheyHave() {
        double[] three = {1, 2, 3};
        assertThat(Workspace.grown(three, 3)).isSameAs(three);
        assertThat(Workspace.grown(three, 2)).isSameAs(three);
        assertThat(Workspace.grown(three, 9)).containsExactly(1, 2, 3, 0, 0, 0, 0, 0, 0);
        double[] hundred = IntStream.range(0, 100).asDoubleStream().toArray();
        assertThat(Workspace.grown(hundred, 101)).hasSize(150).startsWith(hundred); // half as much again
    }

    @Test
    void aLargerInstanceFindsTheSharedScores() {
        Workspace workspace = filled();
        Trellis longer = Trellis.chain(9, 2);
        workspace.reserve(longer);
        assertThat(workspace.scores().length).isGreaterThanOrEqualTo(longer.parts());
        assertThat(workspace.gradient().length).isGreaterThanOrEqualTo(longer.parts());
        assertThat(Arrays.copyOf(workspace.scores(), 4)).containsExactly(1, 2, 3, 4);
        workspace.reserveDirection(longer);
        assertThat(workspace.direction().length).isGreaterThanOrEqualTo(longer.parts());
    }

    @Test
    void savedScoresComeBackButForTheSharedOnes() {
        Workspace workspace = filled();
        workspace.save(TRELLIS);
        Arrays.fill(workspace.scores(), -7);
        workspace.restore(TRELLIS);
        for (int part = 0; part < TRELLIS.parts(); part++) {
            assertThat(workspace.scores()[part]).isEqualTo(part < TRELLIS.sharedParts() ? -7 : part + 1);
        }
    }

    @Test
    void gradientsAreClearedApart() {
        Workspace own = filled();
        own.clearGradient(TRELLIS);
        Workspace shared = filled();
        shared.clearSharedGradient(TRELLIS);
        for (int part = 0; part < TRELLIS.parts(); part++) {
            boolean isShared = part < TRELLIS.sharedParts();
            assertThat(own.gradient()[part]).isEqualTo(isShared ? part + 1 : 0);
            assertThat(shared.gradient()[part]).isEqualTo(isShared ? 0 : part + 1);
        }
    }

    @Test
    void arraysOfInferenceAreMadeAnewForAnotherKindOnly() {
        Workspace workspace = new Workspace();
        long version = workspace.sharedVersion();
        workspace.sharedChanged();
        assertThat(workspace.sharedVersion()).isGreaterThan(version);
        One one = workspace.scratch(One.class, One::new);
        assertThat(workspace.scratch(One.class, One::new)).isSameAs(one);
        Other other = workspace.scratch(Other.class, Other::new);
        assertThat(workspace.scratch(Other.class, Other::new)).isSameAs(other);
        assertThat(workspace.scratch(One.class, One::new)).isNotSameAs(one);
    }
}
