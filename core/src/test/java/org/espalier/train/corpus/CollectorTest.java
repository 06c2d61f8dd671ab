package org.espalier.train.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorTest {
    private static final LabelNotation NOTATION = new LabelNotation("?", "|");
    private static final String[] ODD_WORDS = {
        "_B-1", "_B+1", "a/b", "b/c", "/", "ä", "日本", "𝄞", "\ud834", "\udd1e", ""
    };

    @TempDir
    Path folder;

    private static Template template(String... lines) {
        return Template.parse(String.join("\n", lines), "template");
    }

    /** Every way in which attributes come about: long and short lines, the same name from two lines, steps, no macro, values. */
    private static List<AttributeExtractor> extractors() {
        return List.of(
                template(
                        "U",
                        "U0:%x[0,0]",
                        "U1:%x[-1,0]/%x[0,0]",
                        "U1:%x[-2,1]/%x[-1,0]/%x[1,1]",
                        "U1:%x[-1,0]/%x[0,0]",
                        "U2%x[0,0]%x[1,0]%x[2,0]%x[0,1]",
                        "B",
                        "B1:%x[0,1]",
                        "B2:%x[-1,0]%x[0,0]"),
                template("U0:%x[0,1]", "U1:%x[-70,1]/%x[0,0]"),
                FeatureSet.parse("words(-1..1),suffixes(1..2),transitions(lower)"),
                new GivenAttributes());
    }

    /** Random sequences of many batches, whose words become rarer as they go on. */
    private static List<Sequence> data(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = n % 50 == 0 ? 0 : 1 + random.nextInt(20);
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < length; t++) {
                int word = (int) (Math.pow(random.nextDouble(), 3) * (50 + n));
                String text = random.nextInt(20) == 0 ? ODD_WORDS[random.nextInt(ODD_WORDS.length)] : "w" + word;
                tokens.add(new Token(
                        List.of(text, "p" + word % 7),
                        List.of(
                                new Attribute("v", word / 4.0),
                                Attribute.of("w" + word),
                                Attribute.of("p" + word % 7))));
                labels.add(
                        switch (random.nextInt(12)) {
                            case 0 -> "?";
                            case 1 -> "L" + random.nextInt(4) + "|L" + random.nextInt(4);
                            case 2 -> "L1|?";
                            default -> "L" + (word % 5);
                        });
            }
            double weight = n % 7 == 3 ? 0 : n % 5 == 0 ? 2.5 : 1;
            sequences.add(new Sequence(tokens, labels, weight, List.of(), new Location("data", n + 1)));
        }
        return sequences;
    }

    private static Supplier<Sequence> source(Iterable<Sequence> sequences) {
        Iterator<Sequence> iterator = sequences.iterator();
        return () -> iterator.hasNext() ? iterator.next() : null;
    }

    private TrainingData collect(
            List<Sequence> data, AttributeExtractor extractor, TrainingOptions options, Model initial, boolean disk) {
        return Collector.collect(source(data), extractor, options, initial, ChunkStore.in(disk ? folder : null));
    }

    private static TrainingOptions options(int threads, int minCount) {
        return TrainingOptions.DEFAULTS
                .withNotation(NOTATION)
                .withBoundaries(true)
                .withThreads(threads)
                .withMinCount(minCount)
                .withMaxIterations(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void numbersAreThoseOfReadingOneByOne(int threads) {
        List<Sequence> data = data(threads, 1_000);
        for (AttributeExtractor extractor : extractors()) {
            for (int minCount : new int[] {1, 3}) {
                for (boolean disk : new boolean[] {false, true}) {
                    try (TrainingData found = collect(data, extractor, options(threads, minCount), null, disk)) {
                        check(found, data, extractor, minCount, null);
                    }
                }
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** In memory, on disk, on any number of threads: the numbers are those of an encoder that takes one after the other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void attributesOfSegmentsAreCollectedTheSameWay(int threads) {
        List<Sequence> data = data(threads, 600);
        AttributeExtractor extractor = FeatureSet.parse("words,segment-text,segment-counts,segment-before");
        for (int minCount : new int[] {1, 3}) {
            Encoder.Builder builder = new Encoder.Builder(extractor, true, PairPlaces.segments(4));
            List<EncodedSequence> encoded = new ArrayList<>();
            data.stream().filter(sequence -> sequence.weight() != 0).forEach(one -> encoded.add(builder.add(one)));
            Encoder encoder = builder.build(minCount, encoded);
            for (boolean disk : new boolean[] {false, true}) {
                ChunkStore chunks = ChunkStore.in(disk ? folder : null);
                try (TrainingData found = Collector.collect(
                        source(data), extractor, options(threads, minCount), null, chunks, PairPlaces.segments(4))) {
                    assertThat(found.encoder().pairs().longest()).isEqualTo(4);
                    assertThat(strings(found.encoder().attributes(1))).isEqualTo(strings(encoder.attributes(1)));
                    assertThat(found.instances().size()).isEqualTo(encoded.size());
                    int n = 0;
                    for (Instance instance : found.instances()) {
                        assertSameSegments(instance.sequence(), encoded.get(n++));
                    }
                    int dealt = 0;
                    for (InstanceStore store : found.instances().deal(new int[encoded.size()], 1)) {
                        for (Instance instance : store) {
                            assertSameSegments(instance.sequence(), encoded.get(dealt++));
                        }
                        store.close();
                    }
                    assertThat(dealt).isEqualTo(encoded.size());
                }
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static void assertSameSegments(EncodedSequence found, EncodedSequence expected) {
        assertThat(found.sites(1)).isEqualTo(expected.sites(1));
        for (int kind = 0; kind < 2; kind++) {
            AttributeLists lists = found.lists(kind);
            AttributeLists own = expected.lists(kind);
            assertThat(lists.offsets()).hasSameSizeAs(own.offsets());
            for (int site = 0; site + 1 < own.offsets().length; site++) {
                int size = own.begin(site + 1) - own.begin(site);
                assertThat(lists.begin(site + 1) - lists.begin(site)).isEqualTo(size);
                for (int k = 0; k < size; k++) {
                    assertThat(lists.attributes()[lists.begin(site) + k])
                            .isEqualTo(own.attributes()[own.begin(site) + k]);
                    assertThat(lists.value(lists.begin(site) + k)).isEqualTo(own.value(own.begin(site) + k));
                }
            }
        }
    }

    @Test
    void attributesAndLabelsOfAnInitialModelComeFirstAndStay() {
        List<Sequence> data = data(5, 900);
        for (AttributeExtractor extractor : extractors()) {
            Model initial = new Trainer(extractor, options(1, 1)).train(data(6, 60));
            for (int threads : new int[] {1, 3}) {
                try (TrainingData found = collect(data, extractor, options(threads, 4), initial, threads == 3)) {
                    check(found, data, extractor, 4, initial);
                }
            }
        }
    }

    /** Compares with the encoder that takes one sequence after the other. */
    private static void check(
            TrainingData found, List<Sequence> data, AttributeExtractor extractor, int minCount, Model initial) {
        Encoder.Builder builder = new Encoder.Builder(extractor, true);
        TreeSet<String> names = new TreeSet<>();
        List<String> labels = new ArrayList<>();
        if (initial != null) {
            builder.addAll(initial.encoder());
            labels.addAll(initial.labels().names());
        }
        Fingerprint fingerprint = new Fingerprint();
        data.forEach(fingerprint::add);
        List<Sequence> kept =
                data.stream().filter(sequence -> sequence.weight() != 0).toList();
        List<EncodedSequence> encoded = new ArrayList<>();
        for (Sequence sequence : kept) {
            encoded.add(builder.add(sequence));
            GoldLabels.alternatives(NOTATION, sequence, sequence.labels()).forEach(names::addAll);
        }
        Encoder encoder = builder.build(minCount, encoded);
        labels.forEach(names::remove);
        labels.addAll(names);

        assertThat(strings(found.encoder().attributes())).isEqualTo(strings(encoder.attributes()));
        assertThat(strings(found.encoder().transitionAttributes())).isEqualTo(strings(encoder.transitionAttributes()));
        assertThat(found.labels().names()).isEqualTo(labels);
        assertThat(found.fingerprint()).isEqualTo(fingerprint.hex());
        assertThat(found.columns()).isEqualTo(2);
        InstanceStore store = found.instances();
        assertThat(store.chunks()).isGreaterThan(1);
        assertThat(store.size()).isEqualTo(kept.size());
        assertThat(store.tokens())
                .isEqualTo(kept.stream().mapToLong(Sequence::length).sum());
        List<Instance> instances = new ArrayList<>();
        store.forEach(instances::add);
        assertThat(instances).hasSize(kept.size());
        for (int n = 0; n < kept.size(); n++) {
            Sequence sequence = kept.get(n);
            Instance instance = instances.get(n);
            assertThat(instance.weight()).isEqualTo(sequence.weight());
            assertThat(numbers(instance.sequence())).isEqualTo(numbers(encoded.get(n)));
            List<List<String>> allowed = GoldLabels.alternatives(NOTATION, sequence, sequence.labels());
            assertThat(instance.gold().length()).isEqualTo(sequence.length());
            List<TreeSet<String>> expected = new ArrayList<>();
            List<TreeSet<String>> actual = new ArrayList<>();
            for (int t = 0; t < sequence.length(); t++) {
                expected.add(new TreeSet<>(allowed.get(t).isEmpty() ? labels : allowed.get(t)));
                TreeSet<String> states = new TreeSet<>(labels);
                for (int s = 0; s < labels.size(); s++) {
                    if (!instance.gold().labels().allows(t, s)) {
                        states.remove(labels.get(s));
                    }
                }
                actual.add(states);
            }
            assertThat(actual).isEqualTo(expected);
        }
    }

    private static List<String> strings(AttributeIndex vocabulary) {
        return IntStream.range(0, vocabulary.size()).mapToObj(vocabulary::get).toList();
    }

    private static List<Number> numbers(EncodedSequence sequence) {
        List<Number> numbers = new ArrayList<>();
        for (int t = 0; t < sequence.length(); t++) {
            numbers.add(-1);
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                numbers.add(sequence.attribute(k));
                numbers.add(sequence.value(k));
            }
            numbers.add(-2);
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                numbers.add(sequence.transitionAttribute(k));
                numbers.add(sequence.transitionValue(k));
            }
        }
        return numbers;
    }

    @Test
    void theModelFileDoesNotDependOnThreadsOrWhereTheDataAre() throws IOException {
        List<Sequence> data = data(9, 900);
        for (AttributeExtractor extractor : extractors()) {
            byte[] expected = null;
            for (int threads : new int[] {1, 2, 7}) {
                for (boolean disk : new boolean[] {false, true}) {
                    Path file = folder.resolve("model.esp");
                    new Trainer(extractor, options(threads, 2))
                            .withDataOnDisk(disk ? folder : null)
                            .train(data)
                            .save(file);
                    byte[] bytes = Files.readAllBytes(file);
                    Files.delete(file);
                    expected = expected == null ? bytes : expected;
                    assertThat(bytes).isEqualTo(expected);
                }
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void ofSeveralFaultsTheFirstIsReported(int threads) {
        for (long seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            List<Sequence> data = new ArrayList<>(data(1, 1_500));
            TreeSet<Integer> bad = new TreeSet<>();
            for (int k = 1 + random.nextInt(3); k > 0; k--) {
                bad.add(random.nextInt(data.size()));
            }
            for (int n : bad) {
                Location location = new Location("data", n + 1);
                List<Token> token = List.of(Token.ofColumns(random.nextBoolean() ? "narrow" : "new" + n));
                List<String> labels = random.nextInt(3) == 0 ? null : List.of(random.nextBoolean() ? "A||B" : "A");
                data.set(n, new Sequence(token, labels, 1, List.of(), location));
            }
            int unreadable = random.nextInt(2 * data.size());
            Iterator<Sequence> iterator = data.iterator();
            int[] read = {0};
            Supplier<Sequence> source = () -> {
                if (read[0]++ == unreadable) {
                    throw new DataFormatException(new Location("data", unreadable + 1), "unreadable");
                }
                return iterator.hasNext() ? iterator.next() : null;
            };
            boolean disk = seed % 2 == 0;
            assertThatThrownBy(() -> Collector.collect(
                            source,
                            extractors().get(0),
                            options(threads, 1),
                            null,
                            ChunkStore.in(disk ? folder : null)))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageStartingWith("data:" + (Math.min(bad.first(), unreadable) + 1) + ":");
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void nothingIsReadAfterTheEnd() {
        List<Sequence> data = data(3, 20);
        int[] after = {0};
        Iterator<Sequence> iterator = data.iterator();
        Supplier<Sequence> source = () -> {
            after[0] += iterator.hasNext() ? 0 : 1;
            return iterator.hasNext() ? iterator.next() : null;
        };
        Collector.collect(source, new GivenAttributes(), options(2, 1), null, ChunkStore.in(null))
                .close();
        assertThat(after[0]).isEqualTo(1);
    }

    @Test
    void aFullDiskIsReported() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(Files.exists(full)).as("a device that is always full").isTrue();
        FileChannel channel = FileChannel.open(full, StandardOpenOption.WRITE);
        assertThatThrownBy(() -> Collector.collect(
                        source(data(1, 100)),
                        new GivenAttributes(),
                        options(2, 1),
                        null,
                        new FileChunks(folder, new ScratchFile(folder, channel))))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("writing the training data failed after 0 bytes (No space left on device)")
                .hasMessageContaining("more room");
        assertThat(channel.isOpen()).isFalse();
    }
}
