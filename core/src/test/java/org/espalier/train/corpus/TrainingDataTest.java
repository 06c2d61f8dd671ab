package org.espalier.train.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.model.Model;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** What training data say of their labels, places and chunks, and which data are refused. */
class TrainingDataTest {
    private static final LabelNotation NOTATION = new LabelNotation("?", "|");

    /** With it a sequence fills a batch: the sequence itself counts as one more token. */
    private static final int BATCH = 4_095;

    private static TrainingOptions options() {
        return TrainingOptions.DEFAULTS.withNotation(NOTATION).withThreads(2);
    }

    private static TrainingData collect(List<Sequence> data, Model initial) {
        Iterator<Sequence> iterator = data.iterator();
        Supplier<Sequence> source = () -> iterator.hasNext() ? iterator.next() : null;
        return Collector.collect(source, new GivenAttributes(), options(), initial, ChunkStore.in(null));
    }

    private static Sequence sequence(String... labels) {
        List<Token> tokens = new ArrayList<>();
        for (String label : labels) {
            tokens.add(Token.ofAttributes(List.of(Attribute.of("of " + label))));
        }
        return Sequence.of(tokens, List.of(labels));
    }

    private static Sequence at(String file, int line, double weight) {
        Sequence one = sequence("A");
        return new Sequence(one.tokens(), one.labels(), weight, List.of(), new Location(file, line));
    }

    private static Sequence ofLength(int length, Token token, String label) {
        return Sequence.of(Collections.nCopies(length, token), Collections.nCopies(length, label));
    }

    // ---- what was let go ----

    @Test
    void instancesThatWereLetGoAreNotTakenForNone() {
        TrainingData data = collect(List.of(sequence("A", "B"), sequence("B")), null);
        data.instances().release();
        assertThat(data.instances().size()).isEqualTo(2);
        assertThat(data.instances().tokens()).isEqualTo(3);
        assertThatThrownBy(() -> data.instances().forEach(instance -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("let go");
        assertThatThrownBy(() -> data.instances().sequences().iterator())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("let go");
    }

    // ---- the scheme ----

    @Test
    void theNamesOfTheLabelsSayTheScheme() {
        assertThat(collect(List.of(sequence("O", "B-X", "I-X")), null).scheme()).isEqualTo(TagScheme.IOB2);
        assertThat(collect(List.of(sequence("O", "B-X", "E-X", "S-X")), null).scheme())
                .isEqualTo(TagScheme.IOBES);
        assertThat(collect(List.of(sequence("N", "E")), null).scheme()).isEqualTo(TagScheme.NONE);
    }

    /** A label without a type is a mistake where it is rare, and then the others have a scheme. */
    @Test
    void whereTheNamesLeaveItOpenTheLabelsAreCounted() {
        List<Sequence> rare = new ArrayList<>();
        List<Sequence> often = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            rare.add(sequence("O", "B-X", "I-X", "O", n < 2 ? "A" : "O"));
            often.add(sequence("O", "B-X", "I-X", "O", "A"));
        }
        assertThat(collect(rare, null).scheme()).isEqualTo(TagScheme.IOB2);
        assertThat(collect(often, null).scheme()).isEqualTo(TagScheme.NONE);
    }

    @Test
    void eachOfSeveralAllowedLabelsIsCounted() {
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < 10; n++) {
            data.add(sequence("O", "B-X", "I-X", "?", n < 2 ? "O|x" : "O"));
        }
        assertThat(collect(data, null).scheme()).isEqualTo(TagScheme.IOB2);
        for (int n = 0; n < 10; n++) {
            data.add(sequence("O|x", "B-X|x"));
        }
        assertThat(collect(data, null).scheme()).isEqualTo(TagScheme.NONE);
    }

    // ---- what the data show ----

    @Test
    void theLabelsOfEverySequenceAreShownInOrder() {
        TrainingData data = collect(List.of(sequence("B", "A"), sequence(), sequence("?", "A|C", "C")), null);
        List<String> shown = new ArrayList<>();
        data.forEach(gold -> shown.add(text(gold.labels(), data.labels().size())));
        assertThat(data.labels().names()).containsExactly("A", "B", "C");
        assertThat(shown).containsExactly("B A ", "", "ABC AC C ");
    }

    private static String text(AllowedStates gold, int labels) {
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < gold.length(); t++) {
            for (int label = 0; label < labels; label++) {
                text.append(gold.allows(t, label) ? "ABC".substring(label, label + 1) : "");
            }
            text.append(' ');
        }
        return text.toString();
    }

    @Test
    void onlySeveralAllowedLabelsAreKeptAsASet() {
        TrainingData data = collect(List.of(sequence("B", "A", "?", "A|C", "A|C", "B|C")), null);
        MemoryChunks chunks = new MemoryChunks();
        Iterator<Sequence> one =
                List.of(sequence("B", "A", "?", "A|C", "A|C", "B|C")).iterator();
        Collector.collect(() -> one.hasNext() ? one.next() : null, new GivenAttributes(), options(), null, chunks);
        assertThat(data.instances().chunk(0)).hasSize(1);
        assertThat(chunks.get(0).sets()).isDeepEqualTo(new int[][] {{0, 2}, {1, 2}});
        assertThat(chunks.get(0).gold()).containsExactly(1, 0, Chunk.ANY, Chunk.set(0), Chunk.set(0), Chunk.set(1));
    }

    @Test
    void theSequencesAreThoseOfTheInstances() {
        List<Sequence> data = List.of(
                ofLength(BATCH, Token.ofColumns("w"), "A"), sequence("A", "B"), sequence(), sequence("B", "B", "A"));
        InstanceStore store = collect(data, null).instances();
        List<Integer> lengths = new ArrayList<>();
        for (EncodedSequence sequence : store.sequences()) {
            lengths.add(sequence.length());
        }
        assertThat(store.chunks()).isEqualTo(2);
        assertThat(lengths).containsExactly(BATCH, 2, 0, 3);
    }

    @Test
    void sequencesAreFoundInTheirFiles() {
        List<Sequence> data = new ArrayList<>(List.of(at("one", 7, 0), at("one", 9, 1)));
        IntStream.range(0, 70).forEach(n -> data.add(at("two", 3 * n, 2)));
        data.addAll(List.of(at("two", 500, 0), at("one", 11, 1), at("three", 1, 1)));
        TrainingData found = collect(data, null);

        assertThat(found.location(0)).as("sequences of weight 0 do not count").isEqualTo(new Location("one", 9));
        for (int n = 0; n < 70; n++) {
            assertThat(found.location(1 + n)).isEqualTo(new Location("two", 3 * n));
        }
        assertThat(found.location(71)).isEqualTo(new Location("one", 11));
        assertThat(found.location(72)).isEqualTo(new Location("three", 1));
        assertThat(found.location(73)).isEqualTo(Location.NONE);
        assertThat(new Locations().get(0)).isEqualTo(Location.NONE);
    }

    /** What is remembered of a file does not grow with its sequences. */
    @Test
    void sequencesOfOneFileShareItsName() {
        Locations locations = new Locations();
        locations.add(new Location(new String("name"), 1));
        locations.add(new Location(new String("name"), 2));
        assertThat(locations.get(1).source()).isSameAs(locations.get(0).source());
    }

    // ---- chunks ----

    @Test
    void chunksAreCutByTheNumberOfTokens() {
        Token word = Token.ofColumns("w");
        Sequence full = ofLength(BATCH, word, "A");
        assertThat(collect(List.of(full, full, full), null).instances().chunks())
                .isEqualTo(3);
        Sequence shorter = ofLength(BATCH - 1, word, "A");
        assertThat(collect(List.of(shorter, full, full), null).instances().chunks())
                .isEqualTo(2);
        assertThat(collect(List.of(shorter, sequence(), full), null).instances().chunks())
                .as("an empty sequence counts as well")
                .isEqualTo(2);
        TrainingData weighted = collect(List.of(full.withWeight(0), full), null);
        assertThat(weighted.instances().chunks())
                .as("of nothing there is no chunk")
                .isEqualTo(1);
        assertThat(weighted.instances().size()).isEqualTo(1);
        assertThat(weighted.instances().tokens()).isEqualTo(BATCH);
    }

    @Test
    void theFirstTokenSaysHowManyColumnsThereAre() {
        Token without = Token.ofAttributes(List.of(Attribute.of("a")));
        Token with = Token.ofColumns("a", "b");
        Sequence none = ofLength(BATCH, without, "A");
        Sequence two = ofLength(BATCH, with, "A");
        assertThat(collect(List.of(none, two), null).columns()).isZero();
        assertThat(collect(List.of(two, none), null).columns()).isEqualTo(2);
        assertThat(collect(List.of(sequence(), ofLength(1, without, "A"), ofLength(1, with, "A")), null)
                        .columns())
                .isZero();
    }

    @Test
    void labelsOfAnInitialModelComeFirst() {
        Model initial = new Trainer(new GivenAttributes(), options().withMaxIterations(2))
                .train(List.of(sequence("Z", "M", "Z")));
        assertThat(collect(List.of(sequence("M", "B", "A")), initial).labels().names())
                .containsExactly("M", "Z", "A", "B");
    }

    // ---- refused ----

    @Test
    void dataWithoutTokensAreRefused() {
        for (List<Sequence> data : List.of(
                List.<Sequence>of(),
                List.of(sequence(), sequence()),
                List.of(sequence("A").withWeight(0)))) {
            assertThatThrownBy(() -> collect(data, null))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContaining("there are no tokens to train on");
        }
    }

    @Test
    void dataWithoutLabelsAreRefused() {
        assertThatThrownBy(() -> collect(List.of(sequence("?", "?")), null))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("every label is '?': there is nothing to learn");
        assertThatThrownBy(() -> collect(List.of(Sequence.ofWords("a")), null))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the sequence has no labels");
    }

    @Test
    void tooManyLabelsAreRefused() {
        assertThat(collect(List.of(distinct(40_000)), null).labels().size()).isEqualTo(40_000);
        assertThatThrownBy(() -> collect(List.of(distinct(40_001)), null))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("40001 different labels, but at most 40000 are possible");
    }

    private static Sequence distinct(int labels) {
        return Sequence.of(
                Collections.nCopies(labels, Token.ofColumns("w")),
                IntStream.range(0, labels).mapToObj(n -> "L" + n).toList());
    }

    /** Half of the data would otherwise pass for all of them. */
    @Test
    void anErrorWhileReadingIsNotTheEndOfTheData() {
        Iterator<Sequence> iterator = List.of(sequence("A", "B")).iterator();
        Supplier<Sequence> source = () -> {
            if (!iterator.hasNext()) {
                throw new OutOfMemoryError("while reading");
            }
            return iterator.next();
        };
        assertThatThrownBy(() -> Collector.collect(source, new GivenAttributes(), options(), null, ChunkStore.in(null)))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("while reading");
    }

    // ---- alternatives ----

    @Test
    void alternativesAreReadFromTheLabel() {
        Sequence sequence = sequence("A|B", "C", "?", "A|?", "");
        assertThat(GoldLabels.alternatives(NOTATION, sequence, sequence.labels()))
                .containsExactly(List.of("A", "B"), List.of("C"), List.of(), List.of(), List.of(""));
        assertThatThrownBy(() -> GoldLabels.alternatives(NOTATION, sequence, "A||B", 2))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("label 'A||B' of token 3 has an empty alternative")
                .hasMessageContaining("joined by '|'");
    }
}
