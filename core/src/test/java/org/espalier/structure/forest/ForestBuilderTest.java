package org.espalier.structure.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ForestBuilderTest {

    private static ForestBuilder builder(int nodes) {
        ForestBuilder builder = new ForestBuilder(2, 0, 3);
        for (int k = 0; k < nodes; k++) {
            builder.node();
        }
        return builder;
    }

    @Test
    void nodesAreSortedAndEdgesKeepTheirOrder() {
        // the goal is node 0, built from 2 and 1; node 2 has two axioms
        Forest forest = builder(3)
                .join(2, 1, 0, 0)
                .axiom(2, 1)
                .axiom(1)
                .axiom(2, 2)
                .goal(0)
                .build();

        assertThat(forest.nodes()).isEqualTo(3);
        assertThat(forest.goal()).isEqualTo(2);
        int top = forest.edge(0);
        assertThat(top).isEqualTo(3);
        assertThat(forest.head(forest.edge(1))).isEqualTo(forest.left(top));
        assertThat(forest.head(forest.edge(2))).isEqualTo(forest.right(top));
        assertThat(forest.edge(3)).isEqualTo(forest.edge(1) + 1);
        assertThat(new Derivation(forest, top, forest.edge(3), forest.edge(2)).score(new double[] {1, 10, 100}))
                .isEqualTo(101);
    }

    @Test
    void cyclesAreNamed() {
        ForestBuilder builder =
                builder(4).axiom(0).step(0, 1).step(1, 2).step(2, 1).step(2, 3);

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cyclic hypergraph: node 2 → 1 → 2; expected that no node is built from itself");
        assertThatThrownBy(builder::prune).hasMessageContaining("cyclic hypergraph");
        assertThatThrownBy(() -> builder(1).axiom(0).step(0, 0).build()).hasMessageContaining("node 0 → 0;");
    }

    @Test
    void nodesThatCannotBeBuiltAreRefusedOrPruned() {
        ForestBuilder builder = builder(4).axiom(0).step(1, 2, 0).axiom(3, 1).step(2, 3, 2);

        assertThatThrownBy(builder::build)
                .hasMessage(
                        "node 1 cannot be built: it has no edges into it; give it an edge, or leave such nodes out with"
                                + " prune()");
        Forest forest = builder.prune();
        assertThat(forest.nodes()).isEqualTo(1);
        assertThat(forest.edges()).isEqualTo(1);
        assertThat(forest.edge(1)).isEqualTo(Forest.NONE);
        assertThat(forest.edge(2)).isEqualTo(0);
        assertThatThrownBy(() -> builder(2).step(0, 1).prune())
                .hasMessage("the goal, node 1, cannot be built: its first edge, 0, needs node 0, which cannot be built"
                        + " either");
    }

    @Test
    void nodesThatNoDerivationHasAreRefused() {
        assertThatThrownBy(() -> builder(2).axiom(0).axiom(1).build())
                .hasMessage(
                        "node 0 is in no derivation of the goal, node 1; use it, or leave such nodes out with prune()");
    }

    @Test
    void derivationsThatShareNodesWithThemselvesMayNotGrowWithoutBound() {
        ForestBuilder builder = builder(40).axiom(0);
        for (int node = 1; node < 40; node++) {
            builder.join(node - 1, node - 1, node);
        }

        assertThatThrownBy(builder::build).hasMessageContaining("at most 100000000 fit");
    }

    @Test
    void wrongNumbersAreRefused() {
        assertThatThrownBy(() -> builder(1).axiom(1)).hasMessageContaining("node 1 was not made");
        assertThatThrownBy(() -> builder(1).axiom(0, 3)).hasMessageContaining("part 3; expected 0 to 2");
        assertThatThrownBy(() -> builder(1).build()).hasMessageContaining("no edges");
        assertThatThrownBy(() -> new ForestBuilder(1, 4, 3)).hasMessageContaining("3 parts, 4 of them shared");
        assertThatThrownBy(() -> builder(1).places(new PlaceBlock(1, 2, 2))).hasMessageContaining("parts up to 5");
        assertThatThrownBy(() -> new PlaceBlock(-1, 0, 0)).hasMessageContaining("negative");
    }

    @Test
    void placesStandOneAfterTheOther() {
        ForestBuilder builder = new ForestBuilder(2, 1, 7).places(new PlaceBlock(1, 3, 2));
        Forest forest = builder.axiom(builder.node()).build();

        assertThat(forest.places(0)).isEqualTo(3);
        assertThat(forest.offset(0, 2)).isEqualTo(5);
        assertThat(forest.places(1)).isZero();
    }

    @Test
    void whatIsNoDerivationIsRefused() {
        Forest forest = builder(2).axiom(0).axiom(0).step(0, 1).build();

        assertThatThrownBy(() -> new Derivation(forest, 2)).hasMessageContaining("do not build node 0");
        assertThatThrownBy(() -> new Derivation(forest, 0)).hasMessageContaining("expected an edge into node 1");
        assertThatThrownBy(() -> new Derivation(forest, 2, 0, 1)).hasMessageContaining("after the goal is built");
        assertThatThrownBy(() -> new Derivation(forest, 3)).hasMessageContaining("edge 3; expected 0 to 2");
    }

    @Test
    void aSupervisionKnowsWhetherOneDerivationIsLeft() {
        Forest forest = builder(2).axiom(0, 0).axiom(0, 1).step(0, 1, 2).build();
        BitSet wrong = new BitSet();
        assertThat(GoldParts.without(forest, wrong).isSingle()).isFalse();
        wrong.set(1);
        assertThat(GoldParts.without(forest, wrong).isSingle()).isTrue();
        assertThat(GoldParts.without(forest, wrong).single(forest)).isEqualTo(new Derivation(forest, 2, 0));
        wrong.set(0);
        assertThat(GoldParts.without(forest, wrong).isSingle()).isFalse();
        wrong.set(7);
        assertThatThrownBy(() -> GoldParts.without(forest, wrong)).hasMessageContaining("parts 0 to 7");
        GoldParts judged = GoldParts.of(new Derivation(forest, 2, 0), 2, 3);
        assertThat(judged.errors(forest, new Derivation(forest, 2, 1))).isZero();
    }
}
