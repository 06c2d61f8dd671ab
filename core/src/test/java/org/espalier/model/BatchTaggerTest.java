package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.feature.text.FeatureSet;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BatchTaggerTest {
    private static final Tagger TAGGER = new Trainer(FeatureSet.parse("words"), TrainingOptions.DEFAULTS.withThreads(1))
            .train(List.of(
                    Sequence.ofWords("a", "b").withLabels(List.of("A", "B")),
                    Sequence.ofWords("b", "a", "b").withLabels(List.of("B", "A", "B"))))
            .tagger();

    /** Gives a number of sequences of different lengths, and then ends or fails. */
    private static final class Source implements SequenceReader {
        private final int count;
        private final @Nullable RuntimeException failure;
        private final AtomicInteger given = new AtomicInteger();

        Source(int count, @Nullable RuntimeException failure) {
            this.count = count;
            this.failure = failure;
        }

        @Override
        public @Nullable Sequence next() {
            int n = given.getAndIncrement();
            if (n < count) {
                String[] words = new String[1 + n * 7 % 11];
                java.util.Arrays.setAll(words, t -> "w" + n);
                return Sequence.ofWords(words);
            }
            if (failure != null) {
                throw failure;
            }
            return null;
        }

        @Override
        public void close() {}
    }

    private static String name(Tagging tagging) {
        return tagging.sequence().tokens().get(0).columns().get(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void keepsTheOrderAndLosesNothing(int threads) {
        List<String> names = new ArrayList<>();

        new BatchTagger(TAGGER, threads).run(new Source(5000, null), BatchTaggerTest::name, names::add);

        assertThat(names).hasSize(5000);
        for (int n = 0; n < names.size(); n++) {
            assertThat(names.get(n)).isEqualTo("w" + n);
        }
    }

    @Test
    void theReaderIsNeverFarAhead() {
        Source source = new Source(3000, null);
        AtomicInteger taken = new AtomicInteger();
        AtomicInteger farthest = new AtomicInteger();

        new BatchTagger(TAGGER, 2).run(source, BatchTaggerTest::name, name -> {
            farthest.accumulateAndGet(source.given.get() - taken.getAndIncrement(), Math::max);
        });

        assertThat(farthest.get()).isLessThan(100);
    }

    @Test
    void whatComesBeforeAReadersFailureIsHandedOver() {
        DataFormatException failure = new DataFormatException(new Location("x", 3), "bad");
        List<String> names = new ArrayList<>();

        assertThatThrownBy(() ->
                        new BatchTagger(TAGGER, 3).run(new Source(40, failure), BatchTaggerTest::name, names::add))
                .isSameAs(failure);
        assertThat(names).hasSize(40);
    }

    @Test
    void failuresOfTheWorkAndOfTheSinkAreThrown() {
        IllegalStateException failure = new IllegalStateException("no");
        List<String> names = new ArrayList<>();

        assertThatThrownBy(() -> new BatchTagger(TAGGER, 3)
                        .run(
                                new Source(100_000, null),
                                tagging -> {
                                    if (name(tagging).equals("w20")) {
                                        throw failure;
                                    }
                                    return name(tagging);
                                },
                                names::add))
                .isSameAs(failure);
        assertThat(names).hasSize(20);
        assertThatThrownBy(
                        () -> new BatchTagger(TAGGER, 3).run(new Source(100_000, null), BatchTaggerTest::name, name -> {
                            throw failure;
                        }))
                .isSameAs(failure);
    }

    @Test
    void nothingGivesNothing() {
        List<String> names = new ArrayList<>();

        new BatchTagger(TAGGER, 2).run(new Source(0, null), BatchTaggerTest::name, names::add);

        assertThat(names).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void writesTheSameTextWithAnyNumberOfThreads(int threads) {
        StringBuilder expected = new StringBuilder();
        Source source = new Source(1000, null);
        for (Sequence sequence = source.next(); sequence != null; sequence = source.next()) {
            append(TAGGER.tag(sequence), expected);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        new BatchTagger(TAGGER, threads).write(new Source(1000, null), BatchTaggerTest::append, bytes::writeBytes);

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    }

    private static void append(Tagging tagging, StringBuilder out) {
        out.append(name(tagging)).append("é ").append(tagging.labels()).append('\n');
    }

    @Test
    void writesNothingOfTheSequenceAtFaultAndEverythingBeforeIt() {
        IllegalStateException failure = new IllegalStateException("no");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        assertThatThrownBy(() -> new BatchTagger(TAGGER, 2)
                        .write(
                                new Source(500, null),
                                (tagging, out) -> {
                                    out.append(name(tagging)).append(' ');
                                    if (name(tagging).equals("w37")) {
                                        throw failure;
                                    }
                                },
                                bytes::writeBytes))
                .isSameAs(failure);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith(" w35 w36 ").doesNotContain("w37");
    }

    @Test
    void aResultIsHandedOverWhileTheReaderWaits() {
        CountDownLatch flushed = new CountDownLatch(1);
        SequenceReader reader = new SequenceReader() {
            private int given;

            @Override
            public @Nullable Sequence next() {
                if (given++ == 0) {
                    return Sequence.ofWords("a");
                }
                try {
                    flushed.await(); // as a terminal waits for what is typed after the answer
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return null;
            }

            @Override
            public void close() {}
        };
        List<String> names = new ArrayList<>();

        new BatchTagger(TAGGER, 2).run(reader, BatchTaggerTest::name, new BatchTagger.Sink<String>() {
            @Override
            public void accept(String result) {
                names.add(result);
            }

            @Override
            public void idle() {
                if (!names.isEmpty()) {
                    flushed.countDown();
                }
            }
        });

        assertThat(names).containsExactly("a");
    }

    @Test
    void threadsCannotBeNegative() {
        assertThatThrownBy(() -> new BatchTagger(TAGGER, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
