package org.espalier.interop.crfpp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.interop.Mutator;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;

/** Damages small models and reads them: only a {@link ModelFormatException} may come of it, and little memory. */
final class CrfppFuzz {
    /** What a model of a few hundred bytes may take once it is read. */
    private static final int MOST_WEIGHTS = 100_000;

    private final Path file;
    private final List<byte[]> originals;

    CrfppFuzz(Path folder) throws IOException {
        this.file = folder.resolve("damaged");
        Path text = Files.writeString(folder.resolve("small.txt"), CrfppModelFileTest.smallText());
        Path binary = folder.resolve("small");
        Model model = CrfppModelFile.read(text, StandardCharsets.UTF_8);
        CrfppModelFile.write(model, binary, StandardCharsets.UTF_8);
        this.originals = List.of(Files.readAllBytes(text), Files.readAllBytes(binary));
    }

    /** One damaged copy of each original. */
    void run(long seed) throws IOException {
        Mutator mutator = new Mutator(seed);
        for (byte[] original : originals) {
            byte[] damaged = mutator.damage(original);
            Files.write(file, damaged);
            try {
                CrfppModelFile.recognises(file);
                Model model = CrfppModelFile.read(file, StandardCharsets.UTF_8);
                if (model.weights().length > MOST_WEIGHTS) {
                    throw new AssertionError(model.weights().length + " weights of " + damaged.length + " bytes");
                }
                tag(model);
            } catch (ModelFormatException e) {
                // what a damaged file owes its reader
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static void tag(Model model) {
        if (model.columns() <= 1
                && model.encoder().extractor().columns().stream().allMatch(column -> column == 0)) {
            model.tagger().tag(Sequence.ofWords("a", "é", "c"));
        }
    }

    /** Runs for so many minutes, from a seed that is the time, and stops at the first finding. */
    public static void main(String[] arguments) throws IOException {
        long end = System.nanoTime() + (long) (Double.parseDouble(arguments[0]) * 60e9);
        long seed = System.currentTimeMillis() << 20;
        CrfppFuzz fuzz = new CrfppFuzz(Files.createTempDirectory("crfpp-fuzz"));
        long count = 0;
        for (; System.nanoTime() < end; count++) {
            fuzz.run(seed + count);
        }
        System.out.println(count + " damaged copies of each of " + fuzz.originals.size() + " models, no finding");
    }
}
