package org.espalier.feature.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TreeTest {
    private static final Location HERE = new Location("trees.txt", 7);

    @Test
    void childrenComeBeforeTheirParents() {
        Tree tree = Tree.parse(" (S (NP (D the) (N dog)) (VP barks) ) ", HERE);

        assertThat(tree.size()).isEqualTo(8);
        assertThat(tree.production(tree.size() - 1)).isEqualTo("S → (NP (VP");
        assertThat(tree.production(1)).isEqualTo("D → 'the");
    }

    @Test
    void treebanksHaveARootWithoutALabel() {
        Tree tree = Tree.parse("( (S (V go)))", HERE);

        assertThat(tree.production(tree.size() - 1)).isEqualTo(" → (S");
    }

    @Test
    void deepTreesAreNoStackOverflow() {
        assertThat(Tree.parse("(A ".repeat(50_000) + "x" + ")".repeat(50_000), HERE)
                        .size())
                .isEqualTo(50_001);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~ | character 1: nothing; expected '(' and a tree",
                "dog | character 1: 'dog'; expected '(' and a tree",
                "(S (NP dog) | character 1: this '(' is never closed",
                "(S (NP) (VP x)) | character 4: the node 'NP' has no child",
                "(S dog)) | character 8: ')' after the end of the tree",
                "(S dog) (S cat) | character 9: '(' after the end of the tree"
            })
    void saysWhatIsWrongAndWhere(String text, String message) {
        assertThatThrownBy(() -> Tree.parse(text, HERE))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("trees.txt:7: not a tree: ")
                .hasMessageContaining(message.strip());
    }
}
