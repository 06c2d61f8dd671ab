package org.espalier.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.junit.jupiter.api.Test;

class LabelTreeTest {
    private static final List<String> LABELS = List.of("a", "b", "c", "d");

    /** b follows a, c follows b, and d goes its own way. */
    private static List<Set<String>> sets() {
        Random random = new Random(1);
        List<Set<String>> sets = new ArrayList<>();
        for (int n = 0; n < 2000; n++) {
            boolean a = random.nextBoolean();
            boolean b = random.nextInt(10) == 0 ? !a : a;
            boolean c = random.nextInt(5) == 0 ? !b : b;
            Set<String> set = new HashSet<>();
            if (a) {
                set.add("a");
            }
            if (b) {
                set.add("b");
            }
            if (c) {
                set.add("c");
            }
            if (random.nextInt(3) == 0) {
                set.add("d");
            }
            sets.add(set);
        }
        return sets;
    }

    @Test
    void theTreeJoinsLabelsThatDependOnEachOther() {
        LabelTree tree = LabelTree.chowLiu(LABELS, sets());
        assertThat(tree.edges()).hasSize(3);
        assertThat(tree.edges().get(0)).containsExactly(0, 1);
        assertThat(tree.edges().get(1)).containsExactly(1, 2);
        assertThat(tree.edges().get(2)[1]).isEqualTo(3);
    }

    @Test
    void instancesBecomeGraphs() {
        LabelTree tree = LabelTree.chowLiu(LABELS, sets());
        List<Attribute> attributes = List.of(new Attribute("x", 0.5));
        Sequence graph = tree.graph(attributes, Set.of("b", "d"), true);
        assertThat(graph.labels()).containsExactly("no", "yes", "no", "yes");
        assertThat(graph.tokens())
                .allSatisfy(token -> assertThat(token.attributes()).isEqualTo(attributes));
        assertThat(graph.factors().get(0).template()).isEqualTo("a~b");
        assertThat(graph.factors().get(0).attributes()).isEqualTo(attributes);
        assertThat(tree.graph(attributes, null, false).labels()).isNull();
        assertThat(tree.graph(attributes, null, false).factors().get(0).attributes())
                .isEmpty();
        assertThat(LabelTree.independent(LABELS)
                        .graph(attributes, Set.of(), false)
                        .factors())
                .isEmpty();
    }

    @Test
    void unknownLabelsAreRefused() {
        assertThatThrownBy(() -> LabelTree.chowLiu(LABELS, List.of(Set.of("z"))))
                .hasMessageContaining("'z'");
    }
}
