package org.espalier.structure.lattice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class LatticeBuilderTest {

    /** The example of the package: a, ab, b as a noun and as a verb. */
    private static LatticeBuilder example(boolean shareEnds) {
        return new LatticeBuilder(3, shareEnds)
                .word(0, 1, 1, 1, 10)
                .word(0, 2, 2, 1, 11)
                .word(1, 2, 3, 1, 12)
                .word(1, 2, 4, 2, 13);
    }

    @Test
    void wordsThatBeginLaterComeFirst() {
        Lattice lattice = example(false).build(0, 0);

        assertThat(lattice.words()).isEqualTo(4);
        assertThat(new int[] {lattice.tag(0), lattice.tag(1), lattice.tag(2), lattice.tag(3)})
                .containsExactly(10, 12, 13, 11);
        assertThat(lattice.parts())
                .as("2 connections at stop 0, 2 at stop 1, 3 at stop 2")
                .isEqualTo(4 + 2 + 2 + 3);
        assertThat(lattice.begin(3)).isZero();
        assertThat(lattice.begin(1)).isEqualTo(1);
        assertThat(lattice.stopOfEnd(lattice.end(3))).isEqualTo(2);
        assertThat(lattice.places(Lattice.WORDS)).isEqualTo(4);
        assertThat(lattice.places(Lattice.STOPS)).isEqualTo(3);
        assertThat(lattice.offset(Lattice.STOPS, 1)).isEqualTo(6);
        assertThat(lattice).hasToString("lattice of 4 words over 3 stops");
    }

    @Test
    void wordsWithTheSameRightContextMayShareAnEnd() {
        Lattice lattice = example(true).build(0, 0);

        assertThat(lattice.ends()).isEqualTo(4);
        assertThat(lattice.parts())
                .as("2 connections fewer than words at stop 2")
                .isEqualTo(4 + 2 + 2 + 2);
        assertThat(lattice.rightContext(2)).isEqualTo(1);
        assertThat(lattice.toForest().parts()).isEqualTo(lattice.parts());
    }

    @Test
    void wordsOnNoPathAreLeftOut() {
        Lattice lattice = new LatticeBuilder(5, true)
                .word(0, 4, 1, 1, 1)
                .word(0, 2, 1, 1, 2)
                .word(3, 4, 1, 1, 3)
                .build(0, 0);

        assertThat(lattice.words()).isEqualTo(1);
        assertThat(lattice.tag(0)).isEqualTo(1);
        assertThatThrownBy(() -> new LatticeBuilder(4, true).word(0, 2, 1, 1, 0).build(0, 0))
                .hasMessageContaining(
                        "no path leads through the text: of 4 stops, the last that words lead to is stop 2");
    }

    @Test
    void anEmptyTextHasOnePath() {
        Lattice lattice = new LatticeBuilder(1, true).build(5, 6);

        assertThat(lattice.parts()).isEqualTo(1);
        assertThat(new LatticePath(lattice).score(new double[] {2.5})).isEqualTo(2.5);
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(() -> new LatticeBuilder(0, true)).hasMessageContaining("0 stops; expected at least 1");
        assertThatThrownBy(() -> new LatticeBuilder(3, true).word(1, 1, 0, 0, 0))
                .hasMessageContaining("a word from stop 1 to stop 1; expected a later stop, and both from 0 to 2");
        assertThatThrownBy(() -> new LatticeBuilder(3, true).word(0, 1, -1, 0, 0))
                .hasMessageContaining("contexts -1");
        Lattice lattice = example(true).build(0, 0);
        assertThatThrownBy(() -> new LatticePath(lattice, 1)).hasMessageContaining("is not at stop 0");
        assertThatThrownBy(() -> new LatticePath(lattice, 0)).hasMessageContaining("is not at stop 1");
        BitSet wrong = new BitSet();
        wrong.set(9);
        assertThatThrownBy(() -> GoldWords.without(lattice, wrong)).hasMessageContaining("word 9 is said to be wrong");
        GoldWords gold = GoldWords.of(lattice, new LatticePath(lattice, 0, 1));
        assertThat(gold.errors(lattice, new LatticePath(lattice, 0, 3))).isEqualTo(1);
        assertThatThrownBy(() -> gold.requireFit(example(false).build(0, 0)))
                .hasMessageContaining("supervision of a lattice");
    }
}
