package org.espalier.structure.spanning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DependencyTreeTest {

    @Test
    void arcsAreNumberedByModifierThenHead() {
        Arcs arcs = new Arcs(3, 2);
        int arc = 0;
        for (int m = 1; m <= 3; m++) {
            for (int h = 0; h <= 3; h++) {
                if (h != m) {
                    assertThat(arcs.arc(h, m)).isEqualTo(arc);
                    assertThat(arcs.head(arc)).isEqualTo(h);
                    assertThat(arcs.modifier(arc)).isEqualTo(m);
                    assertThat(arcs.part(h, m, 1)).isEqualTo(2 * arc + 1);
                    arc++;
                }
            }
        }
        assertThat(arcs.count()).isEqualTo(arc);
        assertThatThrownBy(() -> new Arcs(50_000, 1)).hasMessageContaining("split the sentence");
        assertThatThrownBy(() -> new Arcs(1, 0)).hasMessageContaining("at least one relation");
    }

    @Test
    void whatIsNoTreeIsRefused() {
        Arcs arcs = new Arcs(3, 1);
        assertThatThrownBy(() -> DependencyTree.of(arcs, 2, 3, 2)).hasMessageContaining("is above itself");
        assertThatThrownBy(() -> DependencyTree.of(arcs, 0, 2, 0)).hasMessageContaining("word 2 has head 2");
        assertThatThrownBy(() -> DependencyTree.of(arcs, 0, 4, 0)).hasMessageContaining("word 2 has head 4");
        assertThatThrownBy(() -> DependencyTree.of(arcs, 0)).hasMessageContaining("1 heads");
        assertThatThrownBy(() -> new DependencyTree(arcs, new int[3], new int[] {0, 1, 0}))
                .hasMessageContaining("word 2 has relation 1");
    }

    @Test
    void crossingArcsAreNoticed() {
        assertThat(DependencyTree.of(new Arcs(4, 1), 0, 4, 1, 1).isProjective()).isFalse();
        assertThat(DependencyTree.of(new Arcs(4, 1), 0, 4, 4, 1).isProjective()).isTrue();
        assertThat(DependencyTree.of(new Arcs(3, 1), 3, 0, 0).isProjective()).isFalse();
        assertThat(DependencyTree.of(new Arcs(2, 1), 0, 0).isProjective()).isTrue();
    }

    @Test
    void goldHeadsThatNoTreeHasAreRefused() {
        int[] unknown = {-1, -1, -1};
        assertThatThrownBy(() -> GoldArcs.partial(new int[] {2, 1, -1}, unknown))
                .hasMessageContaining("no tree has them");
        assertThatThrownBy(() -> GoldArcs.partial(new int[] {2, 7, -1}, unknown))
                .hasMessageContaining("head 7");
        GoldArcs twoRoots = GoldArcs.partial(new int[] {0, 0, -1}, unknown);
        twoRoots.requireFit(SpanningTrees.anyRoots(3, 1));
        assertThatThrownBy(() -> twoRoots.requireFit(SpanningTrees.singleRoot(3, 1)))
                .hasMessageContaining("2 words have the root as their head");
        assertThatThrownBy(() ->
                        GoldArcs.partial(new int[3], new int[] {0, 4, 0}).requireFit(SpanningTrees.anyRoots(3, 2)))
                .hasMessageContaining("word 2 has relation 4");
    }
}
