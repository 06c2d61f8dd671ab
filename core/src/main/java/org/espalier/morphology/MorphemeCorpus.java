package org.espalier.morphology;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.dictionary.DictionarySettings;
import org.espalier.dictionary.TextLattice;
import org.espalier.dictionary.WordFinder;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticePath;
import org.espalier.train.corpus.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * Annotated sentences as lattices of a dictionary's words, each with the path that is right.
 *
 * <p>A word of the dictionary is right where the surface is that of the corpus, and the first features agree: {@code eval-size} of dicrc
 * says how many, {@code unk-eval-size} for unknown words. Of several the first of the dictionary is taken. A morpheme that neither the
 * dictionary nor the unknown words have is added to the lattice of its sentence.
 */
public final class MorphemeCorpus {
    private final FeatureUnits units;
    private final EntryContexts contexts;
    private final WordFinder finder;
    private final DictionarySettings settings;
    private final TextLattice text;
    private final List<Lattice> lattices = new ArrayList<>();
    private final List<LatticePath> paths = new ArrayList<>();
    private long morphemes;
    private long connections;
    private @Nullable String firstOther;
    private final Fingerprint fingerprint = new Fingerprint();
    private @Nullable String print; // of everything, once it is read
    private int trainedUnits;
    private final DevSentences dev;

    private MorphemeCorpus(DictionaryFiles files) {
        this.units = new FeatureUnits(files.templates());
        this.finder = files.wordFinder();
        this.settings = files.settings();
        this.contexts = new EntryContexts(finder, files.rewriteRules(), units, settings.bosFeature());
        this.text = new TextLattice(finder, true);
        this.dev = new DevSentences(finder, settings);
        Location where =
                new Location(files.directory().resolve(DictionarySettings.FILE).toString(), 0);
        require(settings.evalSize(), "eval-size", where);
        require(settings.unknownEvalSize(), "unk-eval-size", where);
    }

    private static void require(int size, String key, Location where) {
        if (size < 1) {
            throw new DataFormatException(
                    where,
                    "there is no " + key + ", or it is 0; add a line such as '" + key
                            + " = 4', the number of features that decide whether a word is right");
        }
    }

    /**
     * Reads annotated text.
     *
     * @param files the dictionary; its costs do not matter
     * @param corpus files of sentences, see {@link MorphemeReader}
     * @param encoding of the corpus
     */
    public static MorphemeCorpus read(DictionaryFiles files, List<Path> corpus, Charset encoding) {
        return read(files, corpus, List.of(), encoding);
    }

    /**
     * The same with development sentences, from which nothing is learnt.
     *
     * @param dev files of sentences as well; none for no development set
     */
    public static MorphemeCorpus read(DictionaryFiles files, List<Path> corpus, List<Path> dev, Charset encoding) {
        MorphemeCorpus read = new MorphemeCorpus(files);
        MorphemeReader.readAll(corpus, encoding, false, read::add);
        read.units.endTraining();
        read.trainedUnits = read.units.units();
        if (!dev.isEmpty()) {
            MorphemeReader.readAll(dev, encoding, true, read::addDev);
        }
        read.print = read.fingerprint.hex();
        return read;
    }

    private void addDev(MorphemeReader.Sentence sentence) {
        text.find(sentence.text());
        Lattice lattice = text.lattice(contexts);
        makeUnits(lattice);
        dev.add(lattice, sentence);
        note("dev", sentence, lattice);
    }

    /** What the weights depend on: the text of the sentence, and how large its lattice is. */
    private void note(String use, MorphemeReader.Sentence sentence, Lattice lattice) {
        sentence.morphemes().forEach(morpheme -> fingerprint.add(morpheme.surface() + "\t" + morpheme.features()));
        fingerprint.add(use + " " + lattice.words() + " " + lattice.parts());
    }

    private void add(MorphemeReader.Sentence sentence) {
        List<MorphemeReader.Written> written = sentence.morphemes();
        int[] begins = new int[written.size()];
        for (int k = 1; k < begins.length; k++) {
            begins[k] = begins[k - 1] + written.get(k - 1).surface().length();
        }
        text.find(sentence.text(), begins);
        int found = text.words();
        int[] right = new int[begins.length]; // [morphemes]: entries
        for (int k = 0; k < begins.length; k++) {
            right[k] = entry(begins[k], written.get(k), found, sentence.location(k));
        }
        Lattice lattice = text.lattice(contexts);
        int[] words = new int[begins.length];
        for (int k = 0; k < begins.length; k++) {
            words[k] = word(
                    lattice, begins[k], begins[k] + written.get(k).surface().length(), right[k]);
        }
        lattices.add(lattice);
        paths.add(new LatticePath(lattice, words));
        morphemes += words.length;
        connections += lattice.parts() - lattice.words();
        makeUnits(lattice);
        note("train", sentence, lattice);
    }

    /** The first entry that is right, or a new one. */
    private int entry(int begin, MorphemeReader.Written morpheme, int found, Location where) {
        int end = begin + morpheme.surface().length();
        for (int k = 0; k < found; k++) {
            if (text.begin(k) == begin && text.surface(k) == begin && text.end(k) == end) {
                int compared = finder.isUnknown(text.entry(k)) ? settings.unknownEvalSize() : settings.evalSize();
                if (agree(morpheme.features(), finder.features(text.entry(k)), compared)) {
                    return text.entry(k);
                }
            }
        }
        if (firstOther == null) {
            firstOther = where + ": " + morpheme.surface() + " (" + morpheme.features() + ")";
        }
        int entry = contexts.add(morpheme.surface(), morpheme.features());
        try {
            contexts.unit(entry);
        } catch (DataFormatException e) {
            throw new DataFormatException(
                    where,
                    "the dictionary does not have the morpheme '" + morpheme.surface() + "' with the features '"
                            + morpheme.features() + "', nor can they be rewritten: " + e.getMessage(),
                    e);
        }
        text.add(begin, begin, end, entry);
        return entry;
    }

    /** Whether the first features are the same. */
    static boolean agree(String one, String other, int count) {
        int first = prefix(one, count);
        return first == prefix(other, count) && one.regionMatches(0, other, 0, first);
    }

    /** Where the first features end. */
    private static int prefix(String features, int count) {
        int at = -1;
        for (int k = 0; k < count; k++) {
            at = features.indexOf(',', at + 1);
            if (at < 0) {
                return features.length();
            }
        }
        return at;
    }

    private static int word(Lattice lattice, int begin, int end, int entry) {
        for (int e = lattice.firstEnd(end); e < lattice.firstEnd(end + 1); e++) {
            for (int w = lattice.firstWord(e); w < lattice.firstWord(e + 1); w++) {
                if (lattice.tag(w) == entry && lattice.begin(w) == begin) {
                    return w;
                }
            }
        }
        throw new IllegalStateException("entry " + entry + " is not in its own lattice");
    }

    /** Makes the units of a lattice, and counts in how many pairs of neighbours they are. */
    private void makeUnits(Lattice lattice) {
        int[] beginningWith = new int[lattice.beginnings()]; // words that begin so
        for (int w = 0; w < lattice.words(); w++) {
            beginningWith[lattice.beginning(w)]++;
        }
        beginningWith[lattice.beginnings() - 1] = 1; // the end of the text
        int[] endingAt = new int[lattice.stops()];
        for (int s = 0; s < lattice.stops(); s++) {
            for (int e = lattice.firstEnd(s); e < lattice.firstEnd(s + 1); e++) {
                int ending = e == 0 ? 1 : lattice.firstWord(e + 1) - lattice.firstWord(e);
                endingAt[s] += ending;
                for (int b = lattice.firstBeginning(s); b < lattice.firstBeginning(s + 1); b++) {
                    int unit = units.connection(lattice.rightContext(e), lattice.leftContext(b), contexts.names());
                    units.use(unit, (long) ending * beginningWith[b]);
                }
            }
        }
        for (int w = 0; w < lattice.words(); w++) {
            units.use(contexts.unit(lattice.tag(w)), endingAt[lattice.begin(w)]);
        }
    }

    /** How many sentences there are. */
    public int sentences() {
        return lattices.size();
    }

    /** How many morphemes there are. */
    public long morphemes() {
        return morphemes;
    }

    /** How many words there are in all lattices. */
    public long words() {
        return lattices.stream().mapToLong(Lattice::words).sum();
    }

    /** How many connections there are in all lattices. */
    public long connections() {
        return connections;
    }

    /** How many morphemes neither the dictionary nor the unknown words have. */
    public int missing() {
        return contexts.others();
    }

    /** Where the first of these is, and what it is; null when there is none. */
    public @Nullable String firstMissing() {
        return firstOther;
    }

    FeatureUnits units() {
        return units;
    }

    /** How many of the units are those of sentences to learn from. */
    int trainedUnits() {
        return trainedUnits;
    }

    /** The units of parts. */
    LatticeParts parts() {
        return new LatticeParts(units, contexts.units());
    }

    /** The development sentences. */
    DevSentences dev() {
        return dev;
    }

    /** A digest of all sentences. */
    String fingerprint() {
        return Objects.requireNonNull(print);
    }

    List<Lattice> lattices() {
        return lattices;
    }

    List<LatticePath> paths() {
        return paths;
    }
}
