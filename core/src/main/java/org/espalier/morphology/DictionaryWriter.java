package org.espalier.morphology;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.dictionary.CharacterCategories;
import org.espalier.dictionary.ConnectionMatrix;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.dictionary.DictionarySettings;
import org.espalier.dictionary.FeatureTemplates;
import org.espalier.dictionary.Lexicon;
import org.espalier.dictionary.RewriteRules;
import org.espalier.dictionary.WordFinder;

/**
 * Writes a dictionary with the costs that a model gives: the files of the seed with ids and costs, {@code matrix.def}, {@code left-id.def} and
 * {@code right-id.def}, and copies of the others. MeCab's {@code mecab-dict-index} compiles them.
 *
 * <pre>
 *   cost = −factor · Σ weights of the features, cut to a whole number from −32767 to 32767
 * </pre>
 *
 * Contexts are numbered from 1 in the order of their bytes; 0 is the begin and the end of a text.
 */
public final class DictionaryWriter {
    private static final int HIGHEST = 32_767;

    /** The name of the model in the directory. */
    public static final String MODEL = "model.def";

    private final DictionaryFiles seed;
    private final CostModel model;
    private final Path target;
    private final Charset charset;
    private final WordFinder finder;
    private final RewriteRules rules;
    private final FeatureTemplates templates;
    private final Map<String, Integer> lefts; // in the order of the ids
    private final Map<String, Integer> rights;
    private final String beginLeft;
    private final String beginRight;
    private final Map<String, Integer> wordCosts = new HashMap<>();
    private long capped;

    /**
     * What was written.
     *
     * @param words words of the dictionary
     * @param unknown lines of unk.def
     * @param leftContexts left contexts, with that of the end of a text
     * @param rightContexts right contexts, with that of the begin of a text
     * @param capped costs that were beyond what a file can hold
     */
    public record Written(int words, int unknown, int leftContexts, int rightContexts, long capped) {}

    private DictionaryWriter(DictionaryFiles seed, CostModel model, Path target) {
        this.seed = seed;
        this.model = model;
        this.target = target;
        this.charset = seed.charset();
        this.finder = seed.wordFinder();
        this.rules = seed.rewriteRules();
        this.templates = seed.templates();
        String begin = seed.settings().bosFeature();
        this.beginLeft = rules.left(begin);
        this.beginRight = rules.right(begin);
        Set<String> left = byBytes();
        Set<String> right = byBytes();
        for (Lexicon lexicon : List.of(finder.unknown(), finder.lexicon())) {
            for (int entry = 0; entry < lexicon.size(); entry++) {
                left.add(rules.left(lexicon.features(entry)));
                right.add(rules.right(lexicon.features(entry)));
            }
        }
        this.lefts = numbered(left);
        this.rights = numbered(right);
    }

    private Set<String> byBytes() {
        return new TreeSet<>((a, b) -> Arrays.compareUnsigned(a.getBytes(charset), b.getBytes(charset)));
    }

    private Map<String, Integer> numbered(Set<String> sorted) {
        if (sorted.size() > 65_534) {
            throw new DataFormatException(
                    new Location(seed.directory().resolve(RewriteRules.FILE).toString(), 0),
                    sorted.size()
                            + " different contexts, but the files hold 65534; let the rules drop fields that most words have to"
                            + " themselves");
        }
        Map<String, Integer> ids = new LinkedHashMap<>();
        int id = 1;
        for (String context : sorted) {
            ids.put(context, id++);
        }
        return ids;
    }

    /**
     * Writes a dictionary.
     *
     * @param seed the files that the model was learnt with
     * @param target a directory, which is made if need be; not that of the seed
     */
    public static Written write(DictionaryFiles seed, CostModel model, Path target) {
        try {
            Files.createDirectories(target);
            if (Files.isSameFile(target, seed.directory())) {
                throw new IllegalArgumentException(
                        target + ": the dictionary would replace the files that it is made of; name another directory");
            }
            return new DictionaryWriter(seed, model, target).write();
        } catch (IOException e) {
            throw new UncheckedIOException(target + ": the dictionary cannot be written: " + e.getMessage(), e);
        }
    }

    private Written write() throws IOException {
        file(DictionaryFiles.LEFT_IDS, out -> ids(lefts, beginLeft, out));
        file(DictionaryFiles.RIGHT_IDS, out -> ids(rights, beginRight, out));
        file(
                DictionaryFiles.UNKNOWN,
                out -> entries(finder.unknown(), 0, finder.unknown().size(), true, out));
        List<Path> files = seed.csvFiles();
        for (int f = 0; f < files.size(); f++) {
            int first = finder.lexicon().firstOfFile(f);
            int last = finder.lexicon().firstOfFile(f + 1);
            file(files.get(f).getFileName().toString(), out -> entries(finder.lexicon(), first, last, false, out));
        }
        file(ConnectionMatrix.FILE, this::matrix);
        for (String name :
                List.of(CharacterCategories.FILE, RewriteRules.FILE, FeatureTemplates.FILE, DictionarySettings.FILE)) {
            Files.copy(seed.directory().resolve(name), target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        Path partsOfSpeech = seed.directory().resolve("pos-id.def");
        if (Files.exists(partsOfSpeech)) {
            Files.copy(partsOfSpeech, target.resolve("pos-id.def"), StandardCopyOption.REPLACE_EXISTING);
        }
        model.write(target.resolve(MODEL), charset);
        return new Written(
                finder.lexicon().size(), finder.unknown().size(), lefts.size() + 1, rights.size() + 1, capped);
    }

    /** Writes a file beside its place, and moves it there when it is complete. */
    private void file(String name, Consumer<Consumer<String>> lines) throws IOException {
        Path part = target.resolve(name + ".part");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
            lines.accept(line -> {
                try {
                    out.write(line.getBytes(charset));
                    out.write('\n');
                } catch (IOException e) {
                    throw new UncheckedIOException(part + ": writing failed: " + e.getMessage(), e);
                }
            });
        }
        Files.move(part, target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }

    private void ids(Map<String, Integer> contexts, String begin, Consumer<String> out) {
        out.accept("0 " + begin);
        contexts.forEach((context, id) -> out.accept(id + " " + context));
    }

    private void entries(Lexicon lexicon, int from, int to, boolean unknown, Consumer<String> out) {
        int offset = unknown ? finder.lexicon().size() : 0;
        for (int entry = from; entry < to; entry++) {
            String features = lexicon.features(entry);
            String surface = lexicon.surface(entry);
            out.accept(lexicon.csvSurface(entry) + "," + lefts.get(rules.left(features)) + ","
                    + rights.get(rules.right(features)) + ","
                    + wordCost(rules.unigram(features), finder.category(entry + offset), unknown ? "" : surface) + ","
                    + features);
        }
    }

    private int wordCost(String unigram, int category, String surface) {
        String key = unigram + '\u0001' + category + (templates.seesSurface() ? '\u0001' + surface : "");
        Integer known = wordCosts.get(key);
        if (known == null) {
            double[] sum = {0};
            templates.unigrams(unigram, category, surface, feature -> sum[0] += model.weight(feature));
            known = cost(sum[0]);
            wordCosts.put(key, known);
        }
        return known;
    }

    private int cost(double weight) {
        double cost = -seed.settings().costFactor() * weight;
        if (Math.abs(cost) > HIGHEST) {
            capped++;
        }
        return (int) Math.max(-HIGHEST, Math.min(HIGHEST, cost));
    }

    private void matrix(Consumer<String> out) {
        out.accept((rights.size() + 1) + " " + (lefts.size() + 1));
        row(0, beginRight, out);
        rights.forEach((right, id) -> row(id, right, out));
    }

    private void row(int id, String right, Consumer<String> out) {
        connection(id, right, 0, beginLeft, out);
        lefts.forEach((left, other) -> connection(id, right, other, left, out));
    }

    private void connection(int rightId, String right, int leftId, String left, Consumer<String> out) {
        double[] sum = {0};
        templates.bigrams(right, left, feature -> sum[0] += model.weight(feature));
        out.accept(rightId + " " + leftId + " " + cost(sum[0]));
    }
}
