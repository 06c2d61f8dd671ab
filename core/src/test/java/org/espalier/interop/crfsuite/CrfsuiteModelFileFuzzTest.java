package org.espalier.interop.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.feature.GivenAttributes;
import org.espalier.interop.Mutator;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged models end in a {@link ModelFormatException}, or tag whatever they are given. */
class CrfsuiteModelFileFuzzTest {
    private static final List<String> LABELS = List.of("A", "B", "C");
    private static final List<Sequence> DATA = ItemData.random(2, 3, LABELS);

    @TempDir
    Path folder;

    private static byte[] small(Path folder) throws IOException {
        Path file = folder.resolve("small");
        Model model = new Trainer(new GivenAttributes(), TrainingOptions.DEFAULTS.withMaxIterations(3))
                .train(ItemData.random(1, 4, LABELS));
        CrfsuiteModelFile.write(model, file, StandardCharsets.UTF_8);
        return Files.readAllBytes(file);
    }

    /** Whether the damaged file could still be read. */
    private static boolean isReadable(byte[] bytes, Path file) throws IOException {
        // A new file each time: on some systems a mapped file cannot be overwritten.
        Files.write(file, bytes);
        Model model;
        try {
            model = CrfsuiteModelFile.read(file, StandardCharsets.UTF_8);
        } catch (ModelFormatException e) {
            return false;
        }
        DATA.forEach(sequence -> model.tagger().tag(sequence).marginals());
        for (int a = 0; a < model.encoder().attributes().size(); a++) {
            String name = model.encoder().attributes().get(a);
            assertThat(model.encoder().attributes().indexOf(name)).isEqualTo(a);
        }
        StringBuilder dump = new StringBuilder();
        CrfsuiteModelFile.dump(file, StandardCharsets.UTF_8, dump);
        return true;
    }

    @Test
    void onlyFormatExceptionsEscape() throws IOException {
        byte[] original = small(folder);
        assertThat(isReadable(original, folder.resolve("original"))).isTrue();
        Mutator mutator = new Mutator(4);
        int readable = 0;
        for (int n = 0; n < 4_000; n++) {
            Path file = folder.resolve("damaged" + n % 8);
            Files.deleteIfExists(file);
            readable += isReadable(mutator.damage(original), file) ? 1 : 0;
        }
        assertThat(readable).isBetween(1, 3_999);
    }

    @Test
    void everyTruncationIsFound() throws IOException {
        byte[] original = small(folder);
        for (int length = 0; length < original.length; length += length < 100 ? 1 : 37) {
            Path file = folder.resolve("cut" + length);
            assertThat(isReadable(java.util.Arrays.copyOf(original, length), file))
                    .as("length %d", length)
                    .isFalse();
            Files.delete(file);
        }
    }

    /** Goes on for so many minutes with the seed given, or 1; stops at the first finding and leaves the file. */
    public static void main(String[] arguments) throws IOException {
        long end = System.nanoTime() + (long) (Double.parseDouble(arguments[0]) * 60e9);
        Path folder = Files.createTempDirectory("crfsuite-fuzz");
        byte[] original = small(folder);
        long count = 0;
        long readable = 0;
        for (long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1; System.nanoTime() < end; seed++) {
            Mutator mutator = new Mutator(seed);
            for (int n = 0; n < 1_000; n++, count++) {
                Path file = folder.resolve("damaged" + n % 8);
                Files.deleteIfExists(file);
                readable += isReadable(mutator.damage(original), file) ? 1 : 0;
            }
        }
        System.out.println(count + " damaged models, " + readable + " of them readable; no finding");
    }
}
