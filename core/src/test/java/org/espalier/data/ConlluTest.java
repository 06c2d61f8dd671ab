package org.espalier.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConlluTest {
    private static final String TWO = """
            # sent_id = 1
            # text = Dogs don't bark.
            1	Dogs	dog	NOUN	NNS	Number=Plur	4	nsubj	4:nsubj	_
            2-3	don't	_	_	_	_	_	_	_	_
            2	do	do	AUX	VBP	_	4	aux	_	_
            3	n't	not	PART	RB	_	4	advmod	_	_
            4	bark	bark	VERB	VB	_	0	root	_	SpaceAfter=No
            4.1	_	_	_	_	_	_	_	4:conj	_
            5	.	.	PUNCT	.	_	4	punct	_	_

            1	Yes	yes	INTJ	UH	_	_	_	_	_

            """;

    private static List<Sequence> read(String text, DataOptions options) {
        ByteArrayInputStream input = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        try (SequenceReader reader = Sequences.open(options, input, "x.conllu")) {
            return Sequences.readAll(reader);
        }
    }

    @Test
    void arcsAreMarksFromTheHead() {
        List<Sequence> sequences = read(TWO, DataOptions.CONLLU);
        assertThat(sequences).hasSize(2);
        Sequence first = sequences.get(0);
        assertThat(first.tokens().get(0).columns())
                .containsExactly("Dogs", "dog", "NOUN", "NNS", "Number=Plur", "4:nsubj", "_");
        assertThat(first.marks())
                .containsExactly(
                        new Mark(3, 0, "nsubj"),
                        new Mark(3, 1, "aux"),
                        new Mark(3, 2, "advmod"),
                        new Mark(Mark.ROOT, 3, "root"),
                        new Mark(3, 4, "punct"));
        assertThat(sequences.get(1).marks()).isNull();
        assertThat(first.labels()).isNull();
    }

    @Test
    void whatIsReadIsWrittenAgain() {
        StringBuilder text = new StringBuilder();
        SequenceFormatter formatter = SequenceFormatter.of(Format.CONLLU);
        read(TWO, DataOptions.CONLLU).forEach(sequence -> formatter.append(sequence, text));
        assertThat(text.toString()).isEqualTo(TWO);
    }

    @Test
    void unlabelledDataHaveNoTree() {
        assertThat(read(TWO, DataOptions.CONLLU.withLabelled(false)).get(0).marks())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 a _ _ _ _ 0 root _       | 1 | 9 columns
            2 a _ _ _ _ 0 root _ _     | 1 | number '2'
            1 a _ _ _ _ x root _ _     | 1 | head 'x'
            1 a _ _ _ _ -1 root _ _    | 1 | head '-1'
            1 a _ _ _ _ 1 root _ _     | 1 | has the head 1
            1 a _ _ _ _ 5 root _ _     | 1 | has the head 5
            """)
    void badLinesAreNamed(String line, int number, String words) {
        assertThatThrownBy(() -> read(line.replace(' ', '\t') + "\n", DataOptions.CONLLU))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("x.conllu:" + number)
                .hasMessageContaining(words);
    }

    @Test
    void blanksInPlaceOfTabsAreSaid() {
        assertThatThrownBy(() -> read("1 a _ _ _ _ 0 root _ _\n", DataOptions.CONLLU))
                .hasMessageContaining("here are blanks");
    }

    /** Whatever bytes change, the reader gives sentences or says where the fault is. */
    @Test
    void damagedFilesNeverBreakTheReader() {
        Random random = new Random(7);
        int read = 0;
        int refused = 0;
        for (int n = 0; n < 3_000; n++) {
            byte[] bytes = TWO.getBytes(StandardCharsets.UTF_8);
            for (int k = 0; k < 1 + random.nextInt(3); k++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try (SequenceReader reader =
                    Sequences.open(DataOptions.CONLLU, new ByteArrayInputStream(bytes), "x.conllu")) {
                List<Sequence> sequences = Sequences.readAll(reader);
                sequences.forEach(
                        sequence -> SequenceFormatter.of(Format.CONLLU).append(sequence, new StringBuilder()));
                read++;
            } catch (DataFormatException e) {
                assertThat(e).hasMessageContaining("x.conllu:");
                refused++;
            }
        }
        assertThat(read).isPositive();
        assertThat(refused).isPositive();
    }

    @Test
    void crossingArcsAreLifted() {
        // 0 ← 2, 1 ← 3, 2 is the root, 3 ← 2: the arcs 3 → 1 and 2 → 0 cross.
        List<Mark> marks =
                List.of(new Mark(2, 0, "a"), new Mark(3, 1, "b"), new Mark(-1, 2, "root"), new Mark(2, 3, "c"));
        Sequence crossing = Sequence.ofWords("w", "x", "y", "z").withMarks(marks);
        assertThat(Projective.isProjective(crossing)).isFalse();
        Sequence lifted = Projective.lifted(crossing);
        assertThat(Projective.isProjective(lifted)).isTrue();
        assertThat(lifted.marks()).contains(new Mark(2, 1, "b"), new Mark(2, 0, "a"));
        assertThat(Projective.lifted(lifted).marks()).isEqualTo(lifted.marks());
    }

    @Test
    void aCycleIsNoTree() {
        Sequence circle = Sequence.ofWords("a", "b").withMarks(List.of(new Mark(1, 0, "x"), new Mark(0, 1, "x")));
        assertThatThrownBy(() -> Projective.isProjective(circle)).hasMessageContaining("above itself");
    }
}
