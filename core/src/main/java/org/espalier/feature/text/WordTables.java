package org.espalier.feature.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.BatchNames;
import org.espalier.feature.EncodedBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that a feature set has given so far to the words around a token, found by the word instead of by their names.
 *
 * <p>Most items look at one word only: {@code low[-1]=the} at a position follows from the word before. So the numbers of the
 * attributes that a word gives at an offset are kept, and its forms are worked out and looked up once. What looks at several
 * words, at other columns or at numbers is asked every time. The order of the attributes is that of the feature set.
 *
 * <p>Tables grow between batches, in {@link #merge}; while batches are encoded they are only read, by any number of threads.
 */
public final class WordTables {
    /** Words come by their frequency, roughly: those behind so many others hardly come again. */
    private static final int MOST_WORDS = 1 << 16;

    private final List<Atom> atoms;
    private final int[] placeOf; // [atoms]: which of the offsets, −1 for an atom that does not look at one word only
    private final int[] offsets;
    private final int[] counts; // [offsets]: how many atoms look there
    private final int wordColumn;
    private final Map<String, Word> words = new HashMap<>();

    private WordTables(List<Atom> atoms, int[] offsets, int wordColumn) {
        this.atoms = atoms;
        this.offsets = offsets;
        this.wordColumn = wordColumn;
        this.placeOf = atoms.stream()
                .mapToInt(atom -> looksAtOneWord(atom) ? Arrays.binarySearch(offsets, offset(atom)) : -1)
                .toArray();
        this.counts = new int[offsets.length];
        for (int o : placeOf) {
            if (o >= 0) {
                counts[o]++;
            }
        }
    }

    /** Empty tables, or null when no item looks at one word only. */
    static @Nullable WordTables of(List<Atom> atoms, int wordColumn) {
        int[] offsets = atoms.stream()
                .filter(WordTables::looksAtOneWord)
                .mapToInt(WordTables::offset)
                .sorted()
                .distinct()
                .toArray();
        return offsets.length == 0 ? null : new WordTables(atoms, offsets, wordColumn);
    }

    private static boolean looksAtOneWord(Atom atom) {
        return atom instanceof Atom.Single single
                ? single.value().kind() != Value.Kind.COLUMN
                : atom instanceof Atom.Digits
                        || atom instanceof Atom.Punctuation
                        || atom instanceof Atom.Capitals
                        || atom instanceof Atom.Ngrams
                        || atom instanceof Atom.Clustered;
    }

    private static int offset(Atom atom) {
        if (atom instanceof Atom.Single single) {
            return single.offset();
        } else if (atom instanceof Atom.Digits digits) {
            return digits.offset();
        } else if (atom instanceof Atom.Punctuation punctuation) {
            return punctuation.offset();
        } else if (atom instanceof Atom.Capitals capitals) {
            return capitals.offset();
        } else if (atom instanceof Atom.Ngrams ngrams) {
            return ngrams.offset();
        } else if (atom instanceof Atom.Clustered clustered) {
            return clustered.offset();
        }
        throw new IllegalArgumentException(atom + " does not look at one word only");
    }

    /**
     * The attributes that a word gives at an offset.
     *
     * @param ends where the numbers of each atom end // [atoms of the offset]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    private record Given(int[] ends, int[] numbers) {
        Given settled(int base, int[] names) {
            int[] result = numbers.clone();
            for (int k = 0; k < result.length; k++) {
                result[k] = result[k] >= base ? names[result[k] - base] : result[k];
            }
            return new Given(ends, result);
        }
    }

    /** A word, its forms, and the attributes that it gives. */
    private static final class Word {
        private final String lower;
        private final String shape;
        private final @Nullable Given[] given; // [offsets]: null where it is not known yet

        Word(String lower, String shape, @Nullable Given[] given) {
            this.lower = lower;
            this.shape = shape;
            this.given = given;
        }
    }

    /**
     * Takes up what a batch has found.
     *
     * @param base the first number that is one of the batch's own
     * @param names the numbers of the batch's own names
     */
    public void merge(Expansion batch, int base, int[] names) {
        batch.found.forEach((text, found) -> {
            Word known = words.get(text);
            if (known == null && words.size() < MOST_WORDS) {
                known = new Word(found.lower, found.shape, new Given[offsets.length]);
                words.put(text, known);
            }
            for (int o = 0; known != null && o < offsets.length; o++) {
                Given given = found.given[o];
                if (known.given[o] == null && given != null) {
                    known.given[o] = given.settled(base, names);
                }
            }
        });
    }

    /** The state of encoding one batch of sequences; for one thread. */
    public final class Expansion {
        private final Map<String, Word> found = new HashMap<>();
        private final BatchNames names;
        private final EncodedBuilder encoded;
        private final AttributeSink sink;
        private final StringBuilder name = new StringBuilder();
        private Word[] current = {}; // [T]
        private Observed observed = Observed.once(Sequence.ofWords(), wordColumn);
        private final Slot[] slots = new Slot[offsets.length];

        /**
         * A batch without sequences.
         *
         * @param names of the attributes of positions
         * @param encoded takes the numbers
         * @param sink takes what is not found by words
         */
        public Expansion(BatchNames names, EncodedBuilder encoded, AttributeSink sink) {
            this.names = names;
            this.encoded = encoded;
            this.sink = sink;
            Arrays.setAll(slots, o -> new Slot(offsets[o], counts[o]));
        }

        /** Makes ready for the positions of a sequence; false when a token lacks the word, and the feature set must say so. */
        public boolean observe(Sequence sequence) {
            int length = sequence.length();
            if (current.length < length) {
                current = new Word[2 * length];
            }
            String[] lower = new String[length];
            String[] shapes = new String[length];
            for (int t = 0; t < length; t++) {
                List<String> columns = sequence.tokens().get(t).columns();
                if (wordColumn >= columns.size()) {
                    return false;
                }
                Word word = word(columns.get(wordColumn));
                current[t] = word;
                lower[t] = word.lower;
                shapes[t] = word.shape;
            }
            observed = Observed.known(sequence, wordColumn, lower, shapes);
            return true;
        }

        private Word word(String text) {
            Word word = found.get(text);
            if (word == null) {
                Word known = words.get(text);
                word = known == null
                        ? new Word(text.toLowerCase(Locale.ROOT), WordShape.shape(text), new Given[offsets.length])
                        : new Word(known.lower, known.shape, known.given.clone());
                found.put(text, word);
            }
            return word;
        }

        /** Reports the attributes of a position of the sequence that was observed last. */
        public void report(int t) {
            for (int o = 0; o < slots.length; o++) {
                slots[o].begin(t, o);
            }
            for (int a = 0; a < placeOf.length; a++) {
                if (placeOf[a] < 0) {
                    atoms.get(a).extract(observed, t, name, sink);
                } else {
                    slots[placeOf[a]].next(atoms.get(a), t);
                }
            }
            for (int o = 0; o < slots.length; o++) {
                slots[o].end(t, o);
            }
        }

        /** The word at an offset: gives the numbers that are known of it, or has them looked up and keeps them. */
        private final class Slot implements AttributeSink {
            private final int offset;
            private boolean inside;
            private @Nullable Given known; // of the word
            private int[] filled = new int[16];
            private final int[] ends;
            private int size;
            private int atom;

            Slot(int offset, int count) {
                this.offset = offset;
                this.ends = new int[count];
            }

            void begin(int t, int o) {
                inside = observed.contains(t + offset);
                known = inside ? current[t + offset].given[o] : null;
                size = 0;
                atom = 0;
            }

            void next(Atom asked, int t) {
                Given list = known;
                if (list != null) {
                    int end = list.ends[atom++];
                    for (; size < end; size++) {
                        encoded.add(list.numbers[size], 1.0);
                    }
                } else if (inside) {
                    asked.extract(observed, t, name, this);
                    ends[atom++] = size;
                }
            }

            @Override
            public void state(CharSequence attribute, double value) {
                int number = names.number(attribute);
                encoded.add(number, value);
                if (size == filled.length) {
                    filled = Arrays.copyOf(filled, 2 * size);
                }
                filled[size++] = number;
            }

            @Override
            public void transition(CharSequence attribute, double value) {
                throw new IllegalStateException("a word alone gives steps no attribute: " + attribute);
            }

            void end(int t, int o) {
                if (inside && known == null) {
                    current[t + offset].given[o] = new Given(ends.clone(), Arrays.copyOf(filled, size));
                }
            }
        }
    }
}
