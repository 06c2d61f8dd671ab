package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.ModelFormatException.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a loaded model owes to its file: nothing. And where models come from that are not files. */
class LoadingTest {
    private static final String[] WORDS = {"two", "cups", "of", "sifted", "flour", ",", "chopped"};

    @TempDir
    Path folder;

    private Path file;
    private byte[] bytes;
    private List<String> labels;
    private byte[] others;

    @BeforeEach
    void save() throws IOException {
        file = folder.resolve("live.esp");
        model(1).save(file);
        bytes = Files.readAllBytes(file);
        labels = tagged(Model.load(file));
        Path other = folder.resolve("other.esp");
        model(2).save(other);
        others = Files.readAllBytes(other);
        assertThat(tagged(Model.load(other))).isNotEqualTo(labels);
    }

    private static Model model(long seed) {
        return SmallModels.random(
                FeatureSet.parse("words,lower(-2..2),suffixes(1..4)"), false, List.of("A", "B", "C", "D"), seed, WORDS);
    }

    private static List<String> tagged(Model model) {
        return model.tagger().tag(Sequence.ofWords(WORDS)).labels();
    }

    /** As cp does: the same file gets other bytes. */
    private static void overwrite(Path target, byte[] content) throws IOException {
        Files.write(target, content);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aModelDoesNotNoticeThatItsFileIsChangedInPlace(boolean compact) throws IOException {
        if (compact) {
            Model plain = Model.load(file);
            new Model(
                            plain.labels(),
                            plain.encoder(),
                            plain.layout(),
                            plain.weights(),
                            plain.columns(),
                            plain.provenance(),
                            FileForm.compact(64))
                    .save(file);
        }
        Model live = Model.load(file);
        overwrite(file, others);
        assertThat(tagged(live)).isEqualTo(labels);
        overwrite(file, new byte[0]); // reading a mapping here would be an InternalError
        assertThat(tagged(live)).isEqualTo(labels);
        Files.delete(file);
        live.save(file);
        assertThat(tagged(Model.load(file))).isEqualTo(labels);
    }

    @Test
    void aMappedModelKeepsAFileThatIsReplacedByARename() throws IOException {
        Model live = Model.load(file, Loading.MAPPED);
        assertThat(tagged(live)).isEqualTo(labels);
        model(2).save(file);
        assertThat(tagged(live)).isEqualTo(labels);
        assertThat(tagged(Model.load(file, Loading.MAPPED))).isNotEqualTo(labels);
    }

    @Test
    void bytesAndStreamsAreModelsToo() throws IOException {
        byte[] given = bytes.clone();
        Model fromBytes = Model.load(given);
        Arrays.fill(given, (byte) 0);
        assertThat(tagged(fromBytes)).isEqualTo(labels);
        InputStream stream = new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return super.read(into, offset, Math.min(length, 7)); // a network gives what it has
            }

            @Override
            public void close() {
                throw new AssertionError("the stream is the caller's to close");
            }
        };
        Model fromStream = Model.load(stream);
        Path again = folder.resolve("again.esp");
        fromStream.save(again);
        assertThat(Files.readAllBytes(again)).isEqualTo(bytes);
    }

    @Test
    void aDamagedStreamIsRefusedAsADamagedFileIs() {
        for (int length = 0; length < bytes.length; length += length < 600 ? 1 : 97) {
            byte[] part = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Model.load(part))
                    .isInstanceOfSatisfying(
                            ModelFormatException.class,
                            e -> assertThat(e.kind()).isEqualTo(part.length == 0 ? Kind.NOT_A_MODEL : Kind.TRUNCATED))
                    .hasMessageStartingWith("the stream: ");
        }
        assertThatThrownBy(() -> Model.load(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining("appended");
        for (int at = 0; at < bytes.length; at += 61) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= 4;
            assertThatThrownBy(() -> Model.load(damaged)).isInstanceOf(ModelFormatException.class);
        }
        InputStream failing = new FilterInputStream(new ByteArrayInputStream(bytes, 0, 200)) {
            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                if (count < 0) {
                    throw new IOException("the line is dead");
                }
                return count;
            }
        };
        assertThatThrownBy(() -> Model.load(failing))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the line is dead");
    }

    @Test
    void aModelInAJarIsLoadedFromThere() throws IOException {
        Path jar = folder.resolve("models.jar");
        try (FileSystem zip = FileSystems.newFileSystem(jar, Map.of("create", "true"))) {
            Files.write(zip.getPath("/model.esp"), bytes);
        }
        Model loaded;
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            loaded = Model.load(zip.getPath("/model.esp"));
            assertThatThrownBy(() -> Model.load(zip.getPath("/model.esp"), Loading.MAPPED))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContainingAll("cannot be memory-mapped", "COPIED");
        }
        assertThat(tagged(loaded)).isEqualTo(labels);
    }

    @Test
    void loadingMapsNothing() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.isReadable(maps));
        Model mapped = Model.load(file, Loading.MAPPED);
        assertThat(Files.readString(maps)).contains(file.toString());
        Path copied = folder.resolve("copied.esp");
        mapped.save(copied);
        List<Model> held = new ArrayList<>();
        for (int k = 0; k < 100; k++) {
            held.add(Model.load(copied));
        }
        assertThat(Files.readString(maps)).doesNotContain(copied.toString());
        assertThat(held).hasSize(100);
        assertThat(tagged(mapped)).isEqualTo(labels);
    }

    /** More than the mappings that Linux usually allows, 65,530; a model with mappings took two of them until it was collected. */
    @Test
    void tensOfThousandsOfModelsCanBeHeld() {
        Path tiny = folder.resolve("tiny.esp");
        SmallModels.random(FeatureSet.parse("words"), false, List.of("A"), 1, "x")
                .save(tiny);
        List<Object> held = new ArrayList<>();
        for (int k = 0; k < 35_000; k++) {
            Model loaded = Model.load(tiny);
            held.add(loaded.encoder().attributes());
            held.add(loaded.encoder().transitionAttributes());
        }
        assertThat(held).hasSize(70_000);
    }
}
