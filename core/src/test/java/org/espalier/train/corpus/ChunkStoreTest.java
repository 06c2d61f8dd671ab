package org.espalier.train.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.scoring.Spool;
import org.espalier.train.SyntheticData;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoded training data in memory and in a file: what is put in comes out. */
class ChunkStoreTest {
    private static final Vocabulary NO_NAMES = new Vocabulary.Builder().build();

    @TempDir
    Path folder;

    /** Sequences with known, unknown and ambiguous labels and different weights, as one chunk. */
    private static Chunk chunk(long seed) {
        List<Sequence> data = new ArrayList<>();
        int n = 0;
        for (Sequence sequence : SyntheticData.sequences(seed, 12, 3)) {
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < sequence.length(); t++) {
                labels.add(
                        t % 4 == 1
                                ? "?"
                                : t % 4 == 2
                                        ? "L0|L" + (1 + n % 2)
                                        : sequence.labels().get(t));
            }
            data.add(
                    sequence.withLabels(n % 3 == 0 ? sequence.labels() : labels).withWeight(1 + n++ / 4.0));
        }
        Iterator<Sequence> source = data.iterator();
        MemoryChunks chunks = new MemoryChunks();
        Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                new GivenAttributes(),
                TrainingOptions.DEFAULTS.withThreads(1).withNotation(new LabelNotation("?", "|")),
                null,
                chunks);
        assertThat(chunks.size()).isEqualTo(1);
        return chunks.get(0);
    }

    /** Everything that an instance says. */
    private static String text(Instance instance) {
        StringBuilder text = new StringBuilder("weight " + instance.weight());
        EncodedSequence sequence = instance.sequence();
        for (int t = 0; t < sequence.length(); t++) {
            text.append(" |");
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                text.append(' ').append(sequence.attribute(k)).append('=').append(sequence.value(k));
            }
            for (int state = 0; state < 3; state++) {
                text.append(instance.gold().labels().allows(t, state) ? '+' : '-');
            }
        }
        return text.toString();
    }

    private static List<String> texts(Chunk chunk) {
        return chunk.instances().stream().map(ChunkStoreTest::text).toList();
    }

    private static ByteBuffer written(Chunk chunk) {
        ByteBuffer buffer = ByteBuffer.allocate((int) chunk.bytes());
        chunk.write(buffer);
        assertThat(buffer.remaining()).as("as many bytes as were foretold").isZero();
        return buffer.flip();
    }

    @Test
    void aChunkIsReadAsItWasWritten() {
        Chunk chunk = chunk(1);
        assertThat(chunk.sets()).isNotEmpty();
        assertThat(texts(Chunk.read(written(chunk)))).isEqualTo(texts(chunk));
    }

    @Test
    void someInstancesKeepTheirLabelsAndWeights() {
        Chunk chunk = chunk(2);
        List<String> all = texts(chunk);
        for (int[] numbers : new int[][] {{}, {3}, {0, 1, 2, 5, 11}, {4, 6, 7, 8}}) {
            assertThat(texts(chunk.select(numbers)))
                    .containsExactlyElementsOf(
                            Arrays.stream(numbers).mapToObj(all::get).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyChunksStayInOrderAndChangeOneAfterTheOther(boolean onDisk) {
        try (ChunkStore store = ChunkStore.in(onDisk ? folder : null)) {
            List<List<String>> expected = new ArrayList<>();
            for (int c = 0; c < 150; c++) {
                Chunk chunk = chunk(c % 5); // of different lengths
                store.add(chunk);
                expected.add(texts(chunk.select(new int[] {4, 7})));
            }
            assertThat(store.directory()).isEqualTo(onDisk ? folder : null);
            assertThat(store.size()).isEqualTo(150);
            store.change(chunk -> chunk.select(new int[] {2, 4, 7}));
            store.change(chunk -> chunk.select(new int[] {1, 2}));
            for (int c = 149; c >= 0; c--) {
                assertThat(texts(store.get(c))).isEqualTo(expected.get(c));
            }
        }
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void instancesAreDealtOutInTheirOrder(boolean onDisk) {
        ChunkStore chunks = ChunkStore.in(onDisk ? folder : null);
        IntStream.range(0, 4).forEach(c -> chunks.add(chunk(c)));
        List<Instance> all = new ArrayList<>();
        IntStream.range(0, 4).forEach(c -> all.addAll(chunks.get(c).instances()));
        long tokens = all.stream().mapToLong(each -> each.sequence().length()).sum();
        try (InstanceStore store = new InstanceStore(chunks, all.size(), tokens, NO_NAMES)) {
            assertThat(store.isOnDisk()).isEqualTo(onDisk);
            int[] owners = IntStream.range(0, all.size())
                    .map(n -> n < 12 ? 2 : n * n % 3 == 0 ? 0 : 2)
                    .toArray();
            List<InstanceStore> dealt = store.deal(owners, 3);
            for (int owner = 0; owner < 3; owner++) {
                List<String> expected = new ArrayList<>();
                List<String> found = new ArrayList<>();
                long positions = 0;
                int mine = 0;
                for (int n = 0; n < owners.length; n++) {
                    if (owners[n] == owner) {
                        expected.add(text(all.get(n)));
                        positions += all.get(n).sequence().length();
                        mine++;
                    }
                }
                InstanceStore part = dealt.get(owner);
                part.forEach(instance -> found.add(text(instance)));
                assertThat(found).isEqualTo(expected);
                assertThat(part.size()).isEqualTo(mine);
                assertThat(part.tokens()).isEqualTo(positions);
                assertThat(part.isOnDisk()).isEqualTo(onDisk);
            }
            assertThat(dealt.get(1).chunks()).as("of nothing there is no chunk").isZero();
            assertThat(dealt.get(0).chunks()).isEqualTo(3);
            dealt.forEach(InstanceStore::close);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aWalkEndsWithTheLastInstance() {
        ChunkStore chunks = new MemoryChunks();
        chunks.add(chunk(1));
        Iterator<Instance> walk = new InstanceStore(chunks, 12, 1, NO_NAMES).iterator();
        for (int n = 0; n < 12; n++) {
            assertThat(walk.hasNext()).isTrue();
            walk.next();
        }
        assertThat(walk.hasNext()).isFalse();
        assertThatThrownBy(walk::next).isInstanceOf(NoSuchElementException.class);
        chunks.close();
        assertThat(chunks.size()).isZero();
    }

    /** The file has no name on systems that can unlink it, so that an empty folder alone does not tell that it is closed. */
    @Test
    void closedDataAreGone() {
        ChunkStore chunks = ChunkStore.in(folder);
        chunks.add(chunk(1));
        InstanceStore store = new InstanceStore(chunks, 12, 1, NO_NAMES);
        assertThat(store.chunk(0)).hasSize(12);
        try (Spool beside = Objects.requireNonNull(store.spool())) {
            assertThat(beside.append(ByteBuffer.allocate(3))).isZero();
        }
        store.close();
        assertThatThrownBy(() -> store.chunk(0)).isInstanceOf(TrainingException.class);
        Iterator<Sequence> source = SyntheticData.sequences(1, 9, 2).iterator();
        TrainingData data = Collector.collect(
                () -> source.hasNext() ? source.next() : null,
                new GivenAttributes(),
                TrainingOptions.DEFAULTS.withThreads(1),
                null,
                ChunkStore.in(folder));
        assertThat(data.instances().chunk(0)).hasSize(9);
        data.close();
        assertThatThrownBy(() -> data.instances().chunk(0)).isInstanceOf(TrainingException.class);
        assertThat(new InstanceStore(new MemoryChunks(), 0, 0, NO_NAMES).spool())
                .isNull();
    }

    @Test
    void aDirectoryThatCannotHoldTheDataIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> ChunkStore.in(file))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("it is not a directory");
        assertThatThrownBy(() -> ChunkStore.in(folder.resolve("none")))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("there is no such directory");
        assumeThat(Files.isDirectory(Path.of("/proc/self"))).isTrue();
        assertThatThrownBy(() -> ChunkStore.in(Path.of("/proc/self")))
                .isInstanceOf(TrainingException.class)
                .hasMessageContaining("no file can be made");
    }

    /** What is said names the directory, how far it went, and the cause in the words of the system. */
    @Test
    void aDiskWithoutRoomIsReported() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(Files.exists(full)).as("a device that is always full").isTrue();
        try (FileChunks chunks =
                new FileChunks(folder, new ScratchFile(folder, FileChannel.open(full, StandardOpenOption.WRITE)))) {
            assertThatThrownBy(() -> chunks.add(chunk(1)))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageStartingWith(folder + ": writing the training data failed after 0 bytes (No space left");
        }
    }

    @Test
    void bytesAreAppendedAndReadWhereverTheyAre() {
        try (ScratchFile file = ScratchFile.in(folder)) {
            assertThat(file.append(ByteBuffer.wrap(new byte[] {1, 2, 3}))).isZero();
            assertThat(file.append(ByteBuffer.wrap(new byte[] {4, 5}))).isEqualTo(3);
            assertThat(file.append(ByteBuffer.wrap(new byte[] {6}))).isEqualTo(5);
            ByteBuffer into = ByteBuffer.allocate(6).position(2);
            file.read(2, into);
            assertThat(into.array()).containsExactly(0, 0, 3, 4, 5, 6);
            assertThatThrownBy(() -> file.read(4, ByteBuffer.allocate(3)))
                    .isInstanceOf(TrainingException.class)
                    .hasMessageContaining("reading the training data again failed (EOF)");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anInterruptionIsCalledSo() throws IOException {
        for (boolean reading : new boolean[] {false, true}) {
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("file"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE);
                    ScratchFile file = new ScratchFile(folder, channel)) {
                file.append(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> {
                            if (reading) {
                                file.read(0, ByteBuffer.allocate(2));
                            } else {
                                file.append(ByteBuffer.wrap(new byte[] {4}));
                            }
                        })
                        .isInstanceOf(TrainingException.class)
                        .hasMessage("training was interrupted");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }
}
