package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;

/**
 * The categories of characters, and how unknown words are made of them: the file {@code char.def}.
 *
 * <pre>
 *   NAME INVOKE GROUP LENGTH        a category; DEFAULT and SPACE must be there
 *   0x4E00..0x9FA5 KANJI            its characters; the last line that has a character counts
 *   0x4E00 KANJINUMERIC KANJI       more categories: unknown words begin as the first says, and go on through all of them
 * </pre>
 *
 * INVOKE 1: unknown words are also made where the dictionary has one. GROUP 1: one of all characters up to another category. LENGTH n: one
 * each of the first 1, …, n characters. Characters beyond U+FFFE are like U+0000. At most {@value #MOST} categories.
 */
public final class CharacterCategories {
    /** The file's name. */
    public static final String FILE = "char.def";

    private static final int MOST = 17;
    private static final int CHARACTERS = 0xFFFF;
    private static final int LONGEST = 15;

    private final List<String> names = new ArrayList<>();
    private final boolean[] invoke = new boolean[MOST];
    private final boolean[] group = new boolean[MOST];
    private final int[] length = new int[MOST];
    private final byte[] first = new byte[CHARACTERS]; // [characters]: the first category
    private final int[] all = new int[CHARACTERS]; // [characters]: a bit for each category

    private CharacterCategories() {}

    static CharacterCategories read(Path file, Charset encoding) {
        CharacterCategories categories = new CharacterCategories();
        List<Range> ranges = new ArrayList<>();
        try (LineReader lines = LineReader.open(file, encoding)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                String text = line.strip();
                if (text.isEmpty() || text.startsWith("#")) {
                    continue;
                }
                String[] fields = text.split("[ \t]+");
                if (fields[0].startsWith("0x") || fields[0].startsWith("0X")) {
                    ranges.add(categories.range(fields, lines.location()));
                } else {
                    categories.define(fields, lines.location());
                }
            }
        }
        for (String needed : List.of("DEFAULT", "SPACE")) {
            if (!categories.names.contains(needed)) {
                throw new DataFormatException(
                        new Location(file.toString(), 0),
                        "the category " + needed + " is not defined; add a line such as '" + needed + " 0 1 0'");
            }
        }
        categories.fill(ranges);
        return categories;
    }

    /** Characters with the same categories. */
    private record Range(int low, int high, byte first, int all) {}

    private void define(String[] fields, Location where) {
        if (fields.length < 4) {
            throw new DataFormatException(
                    where,
                    "a category with " + (fields.length - 1)
                            + " numbers; expected its name and three: INVOKE, GROUP and LENGTH, such as 'KANJI 0 0 2'");
        }
        if (fields.length > 4 && !fields[4].startsWith("#")) {
            throw new DataFormatException(
                    where, "'" + fields[4] + "' follows the three numbers of a category; expected the end of the line");
        }
        if (names.contains(fields[0])) {
            throw new DataFormatException(where, "the category " + fields[0] + " is defined twice; leave one line out");
        }
        if (names.size() == MOST) {
            throw new DataFormatException(where, "more than " + MOST + " categories, which MeCab cannot read");
        }
        int category = names.size();
        names.add(fields[0]);
        invoke[category] = DictionaryNumbers.parse(fields[1], "INVOKE", 0, 1, where) == 1;
        group[category] = DictionaryNumbers.parse(fields[2], "GROUP", 0, 1, where) == 1;
        length[category] = DictionaryNumbers.parse(fields[3], "LENGTH", 0, LONGEST, where);
    }

    private Range range(String[] fields, Location where) {
        int dots = fields[0].indexOf("..");
        int low = character(dots < 0 ? fields[0] : fields[0].substring(0, dots), where);
        int high = dots < 0 ? low : character(fields[0].substring(dots + 2), where);
        if (low > high) {
            throw new DataFormatException(where, "the range " + fields[0] + " ends before it begins");
        }
        int categories = 0;
        int first = -1;
        for (int k = 1; k < fields.length && !fields[k].startsWith("#"); k++) {
            int category = names.indexOf(fields[k]);
            if (category < 0) {
                throw new DataFormatException(
                        where, "the category " + fields[k] + " is not defined above; expected one of " + names);
            }
            first = first < 0 ? category : first;
            categories |= 1 << category;
        }
        if (first < 0) {
            throw new DataFormatException(where, "no category follows " + fields[0] + "; expected one of " + names);
        }
        return new Range(low, high, (byte) first, categories);
    }

    private static int character(String text, Location where) {
        int value = -1;
        if (text.length() > 2
                && text.length() <= 8
                && text.charAt(0) == '0'
                && Character.toLowerCase(text.charAt(1)) == 'x') {
            try {
                value = Integer.parseInt(text.substring(2), 16);
            } catch (NumberFormatException e) {
                value = -1; // told below
            }
        }
        if (value < 0 || value >= CHARACTERS) {
            throw new DataFormatException(
                    where, "the character is '" + text + "'; expected a hexadecimal number from 0x0000 to 0xFFFE");
        }
        return value;
    }

    private void fill(List<Range> ranges) {
        int usual = names.indexOf("DEFAULT");
        Arrays.fill(first, (byte) usual);
        Arrays.fill(all, 1 << usual);
        for (Range range : ranges) {
            Arrays.fill(first, range.low, range.high + 1, range.first);
            Arrays.fill(all, range.low, range.high + 1, range.all);
        }
    }

    private static int index(int character) {
        return character < CHARACTERS ? character : 0;
    }

    /** The names of the categories, in the order of their numbers. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** The first category of a character. */
    public int category(int character) {
        return first[index(character)];
    }

    /** The categories of a character, a bit for each. */
    int all(int character) {
        return all[index(character)];
    }

    /** Whether unknown words of this category are also made where the dictionary has a word. */
    boolean invokes(int category) {
        return invoke[category];
    }

    /** Whether there is an unknown word of all characters of the category. */
    boolean groups(int category) {
        return group[category];
    }

    /** The longest of the unknown words that are made of the first characters. */
    int length(int category) {
        return length[category];
    }
}
