package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;

/**
 * The words of a dictionary: lines {@code surface,left id,right id,cost,features}, where the features are all that follows the fourth comma.
 *
 * <p>Entries are numbered in the order of the files. Several entries may have the same surface; a search finds them by the number of the
 * surface.
 */
public final class Lexicon {
    private static final int FIELDS = 5;

    /** Entries as they are read. */
    private static final class Entries {
        private final List<String> surfaces = new ArrayList<>();
        private final List<String> features = new ArrayList<>();
        private int[] numbers = new int[3 * 64]; // [entries][3]: left, right, cost

        void add(String[] fields, LineReader lines) {
            int at = 3 * surfaces.size();
            if (at == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * at);
            }
            numbers[at] = DictionaryNumbers.parse(
                    fields[1], "the id of the left context", -1, ConnectionMatrix.MOST_IDS, lines.location());
            numbers[at + 1] = DictionaryNumbers.parse(
                    fields[2], "the id of the right context", -1, ConnectionMatrix.MOST_IDS, lines.location());
            numbers[at + 2] = fields[3].isBlank()
                    ? 0
                    : DictionaryNumbers.parse(
                            fields[3], "the cost", Short.MIN_VALUE, Short.MAX_VALUE, lines.location());
            surfaces.add(fields[0]);
            features.add(fields[4]);
        }
    }

    private final String[] features; // [entries]
    private final int[] numbers; // [entries][3]: left, right, cost
    private final PrefixTable surfaces;
    private final int[] firstOf; // [surfaces + 1]
    private final int[] entryOf; // [entries]: those of each surface, in the order of the files
    private final int[] surfaceOf; // [entries]
    private final int[] entriesOfFile; // [files + 1]

    private Lexicon(Entries entries, int[] entriesOfFile) {
        this.entriesOfFile = entriesOfFile;
        int count = entries.surfaces.size();
        this.features = entries.features.toArray(String[]::new);
        this.numbers = Arrays.copyOf(entries.numbers, 3 * count);
        this.entryOf = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparing(entries.surfaces::get)) // stable
                .mapToInt(Integer::intValue)
                .toArray();
        List<String> different = new ArrayList<>();
        int[] first = new int[count + 1];
        this.surfaceOf = new int[count];
        for (int k = 0; k < count; k++) {
            String surface = entries.surfaces.get(entryOf[k]);
            if (different.isEmpty() || !different.get(different.size() - 1).equals(surface)) {
                first[different.size()] = k;
                different.add(surface);
            }
            surfaceOf[entryOf[k]] = different.size() - 1;
        }
        first[different.size()] = count;
        this.firstOf = Arrays.copyOf(first, different.size() + 1);
        this.surfaces = new PrefixTable(different);
    }

    /** Reads files, one after the other. */
    static Lexicon read(List<Path> files, Charset encoding) {
        Entries entries = new Entries();
        int[] counts = new int[files.size() + 1];
        for (int f = 0; f < files.size(); f++) {
            try (LineReader lines = LineReader.open(files.get(f), encoding)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    String[] fields = CsvFields.first(line, FIELDS);
                    if (fields.length < FIELDS) {
                        throw new DataFormatException(
                                lines.location(),
                                fields.length + (fields.length == 1 ? " field" : " fields")
                                        + "; expected at least 5: surface, left id, right id, cost, features");
                    }
                    if (fields[0].isEmpty()) {
                        throw new DataFormatException(lines.location(), "the surface is empty; leave the line out");
                    }
                    entries.add(fields, lines);
                }
            }
            counts[f + 1] = entries.surfaces.size();
        }
        return new Lexicon(entries, counts);
    }

    /** How many entries there are. */
    public int size() {
        return features.length;
    }

    /** The first entry of a file; those of file f are before that of file f + 1. */
    public int firstOfFile(int file) {
        return entriesOfFile[file];
    }

    /** The surface of an entry. */
    public String surface(int entry) {
        return surfaces.get(surfaceOf[entry]);
    }

    /** The surface of an entry as it stands in a file: in quotes when it has a comma or a quote. */
    public String csvSurface(int entry) {
        return CsvFields.quoted(surface(entry));
    }

    /** The features of an entry, as they stand in the file. */
    public String features(int entry) {
        return features[entry];
    }

    /** The id of the left context of an entry; −1 when it is to be found by rewrite.def. */
    public int leftId(int entry) {
        return numbers[3 * entry];
    }

    /** The id of the right context of an entry. */
    public int rightId(int entry) {
        return numbers[3 * entry + 1];
    }

    /** The cost of an entry. */
    public int cost(int entry) {
        return numbers[3 * entry + 2];
    }

    /** Finds the surfaces that the text has from a place on. */
    void prefixes(CharSequence text, int from, int to, PrefixTable.Sink sink) {
        surfaces.prefixes(text, from, to, sink);
    }

    /** The number of a surface, or −1. */
    int find(String surface) {
        return surfaces.find(surface);
    }

    /** The first place of the entries of a surface; those of surface s are before that of surface s + 1. */
    int firstOfSurface(int surface) {
        return firstOf[surface];
    }

    /** The entry at a place. */
    int entry(int place) {
        return entryOf[place];
    }
}
