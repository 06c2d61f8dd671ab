package org.espalier.dictionary;

import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/**
 * Finds the words that may begin at a place of a text: those of the dictionary, the shortest first, and unknown ones by the category of the
 * character there.
 *
 * <p>Spaces before a word belong to it, but not to its surface. Entries are numbered through: first those of the lexicon, then those of
 * unk.def. Immutable and safe to share.
 */
public final class WordFinder {
    private final Lexicon lexicon;
    private final Lexicon unknown;
    private final CharacterCategories categories;
    private final DictionarySettings settings;
    private final int[][] unknownOf; // [categories][entries of unk.def]

    WordFinder(Lexicon lexicon, Lexicon unknown, CharacterCategories categories, DictionaryFiles files) {
        this.lexicon = lexicon;
        this.unknown = unknown;
        this.categories = categories;
        this.settings = files.settings();
        List<String> names = categories.names();
        Location where =
                new Location(files.directory().resolve(DictionaryFiles.UNKNOWN).toString(), 0);
        for (int entry = 0; entry < unknown.size(); entry++) {
            if (!names.contains(unknown.surface(entry))) {
                throw new DataFormatException(
                        new Location(where.source(), entry + 1L),
                        "the category " + unknown.surface(entry) + " is not in char.def; expected one of " + names);
            }
        }
        unknownOf = new int[names.size()][];
        for (int c = 0; c < names.size(); c++) {
            int surface = unknown.find(names.get(c));
            if (surface < 0) {
                throw new DataFormatException(
                        where, "there is no line for the category " + names.get(c) + " of char.def; add at least one");
            }
            int first = unknown.firstOfSurface(surface);
            int[] entries = new int[unknown.firstOfSurface(surface + 1) - first];
            for (int k = 0; k < entries.length; k++) {
                entries[k] = unknown.entry(first + k);
            }
            unknownOf[c] = entries;
        }
    }

    /** Takes words that were found. */
    @FunctionalInterface
    public interface Sink {
        /**
         * A word.
         *
         * @param entry its number
         * @param surface where its surface begins
         * @param end where it ends
         */
        void accept(int entry, int surface, int end);
    }

    /** The words of the dictionary. */
    public Lexicon lexicon() {
        return lexicon;
    }

    /** What unknown words may be. */
    public Lexicon unknown() {
        return unknown;
    }

    /** The categories of characters. */
    public CharacterCategories categories() {
        return categories;
    }

    /** Whether an entry is one of unk.def. */
    public boolean isUnknown(int entry) {
        return entry >= lexicon.size();
    }

    /** How many entries there are. */
    public int entries() {
        return lexicon.size() + unknown.size();
    }

    /** The category of the first character of an entry. */
    public int category(int entry) {
        return entry < lexicon.size()
                ? categories.category(lexicon.surface(entry).codePointAt(0))
                : categories.names().indexOf(unknown.surface(entry - lexicon.size()));
    }

    /** The features of an entry. */
    public String features(int entry) {
        if (entry < lexicon.size()) {
            return lexicon.features(entry);
        }
        String own = settings.unknownFeature();
        return own != null ? own : unknown.features(entry - lexicon.size());
    }

    /** The id of the left context of an entry. */
    public int leftId(int entry) {
        return entry < lexicon.size() ? lexicon.leftId(entry) : unknown.leftId(entry - lexicon.size());
    }

    /** The id of the right context of an entry. */
    public int rightId(int entry) {
        return entry < lexicon.size() ? lexicon.rightId(entry) : unknown.rightId(entry - lexicon.size());
    }

    /** The cost of an entry. */
    public int cost(int entry) {
        return entry < lexicon.size() ? lexicon.cost(entry) : unknown.cost(entry - lexicon.size());
    }

    /** Whether one word goes on from a character with some categories to the next one. */
    private boolean isAlike(int all, CharSequence text, int at) {
        return (all & categories.all(Character.codePointAt(text, at))) != 0;
    }

    private static int after(CharSequence text, int at) {
        return at + Character.charCount(Character.codePointAt(text, at));
    }

    /** Where the spaces that begin at a place end. */
    public int skipSpaces(CharSequence text, int from) {
        int all = categories.all(' ');
        int at = from;
        while (at < text.length() && isAlike(all, text, at)) {
            all = categories.all(Character.codePointAt(text, at));
            at = after(text, at);
        }
        return at;
    }

    /** The words that begin at a place; none when only spaces follow. There is at least one otherwise. */
    public void find(CharSequence text, int from, Sink sink) {
        int begin = skipSpaces(text, from);
        if (begin == text.length()) {
            return;
        }
        int character = Character.codePointAt(text, begin);
        int category = categories.category(character);
        int[] found = {0};
        lexicon.prefixes(text, begin, text.length(), (surface, length) -> {
            for (int k = lexicon.firstOfSurface(surface); k < lexicon.firstOfSurface(surface + 1); k++) {
                sink.accept(lexicon.entry(k), begin, begin + length);
            }
            found[0]++;
        });
        if (found[0] == 0 || categories.invokes(category)) {
            findUnknown(text, begin, category, found[0] > 0, sink);
        }
    }

    private void findUnknown(CharSequence text, int begin, int category, boolean isKnown, Sink sink) {
        int first = categories.all(Character.codePointAt(text, begin));
        int end = after(text, begin);
        int grouped = -1;
        boolean any = isKnown;
        if (categories.groups(category)) {
            grouped = group(text, end, first);
            if (grouped >= 0) {
                add(category, begin, grouped, sink);
                any = true;
            }
        }
        int shorter = end;
        for (int length = 1; length <= categories.length(category); length++) {
            if (shorter != grouped) {
                add(category, begin, shorter, sink);
                any = true;
                if (shorter == text.length() || !isAlike(first, text, shorter)) {
                    break;
                }
                shorter = after(text, shorter);
            }
        }
        if (!any) {
            add(category, begin, shorter, sink);
        }
    }

    /** Where the group ends that goes on at a place, each character like the one before; −1 when it is too long. */
    private int group(CharSequence text, int from, int first) {
        int all = first;
        int at = from;
        int count = 0;
        while (at < text.length() && isAlike(all, text, at)) {
            all = categories.all(Character.codePointAt(text, at));
            at = after(text, at);
            if (++count > settings.mostGrouped()) {
                return -1;
            }
        }
        return at;
    }

    private void add(int category, int begin, int end, Sink sink) {
        for (int entry : unknownOf[category]) {
            sink.accept(lexicon.size() + entry, begin, end);
        }
    }
}
