package org.espalier.feature;

import java.util.Arrays;

/**
 * Attributes that occur at exactly the same tokens, each with the value 1, so that no data can tell them apart: of a word that occurs
 * once, the word itself, its suffixes that no other word has, and its pairs with both neighbours.
 *
 * <p>They are found by refinement: all attributes begin in one class, and at every token those that occur there leave their classes
 * together. Two of them are in one class at the end if and only if no token separates them. Cost: one visit of every attribute of every
 * token, and 16 bytes per attribute and class meanwhile.
 */
public final class TwinAttributes {
    private final int[] numbers; // [attributes]: the number of the class, in the order of their first attributes
    private final int[] sizes; // [classes]

    private TwinAttributes(int[] numbers, int[] sizes) {
        this.numbers = numbers;
        this.sizes = sizes;
    }

    /**
     * Walks through the data.
     *
     * @param attributes how many attributes of tokens there are
     */
    public static TwinAttributes find(Iterable<EncodedSequences> corpus, int attributes) {
        Refinement refinement = new Refinement(attributes);
        corpus.forEach(refinement::add);
        return refinement.classes();
    }

    /** The class of an attribute. */
    public int number(int attribute) {
        return numbers[attribute];
    }

    /** How many attributes there are. */
    public int attributes() {
        return numbers.length;
    }

    /** How many classes there are. */
    public int size() {
        return sizes.length;
    }

    /** How many attributes a class has. */
    public int members(int number) {
        return sizes[number];
    }

    /** Whether every attribute is alone in its class. */
    public boolean areNone() {
        return sizes.length == numbers.length;
    }

    /** The names of the classes: those of their first attributes. */
    public AttributeIndex firstOf(AttributeIndex names) {
        int[] first = new int[sizes.length];
        for (int a = numbers.length - 1; a >= 0; a--) {
            first[numbers[a]] = a;
        }
        return new AttributeIndex() {
            @Override
            public int size() {
                return first.length;
            }

            @Override
            public String get(int index) {
                return names.get(first[index]);
            }

            @Override
            public int indexOf(CharSequence name) {
                int attribute = names.indexOf(name);
                return attribute >= 0 && first[numbers[attribute]] == attribute ? numbers[attribute] : -1;
            }
        };
    }

    /** For each attribute its class if it is the first of it, and −1 if not: what is left of the data // [attributes]. */
    public int[] firsts() {
        int[] firsts = new int[numbers.length];
        int next = 0;
        for (int a = 0; a < firsts.length; a++) {
            firsts[a] = numbers[a] == next ? next++ : -1;
        }
        return firsts;
    }

    /** The classes so far. Numbers of classes that have become empty are used again. */
    private static final class Refinement {
        private static final int FREE = -1; // the stamp of a class number that nobody uses

        private final int[] classes; // [attributes]
        private final boolean[] valued; // [attributes]: with another value than 1 somewhere
        private int[] sizes; // [class numbers]
        private int[] heirs; // [class numbers]: the class of those that left at the token of the stamp
        private int[] stamps; // [class numbers]
        private int[] free = new int[16]; // class numbers to be used again
        private int freeCount;
        private int[] emptied = new int[16]; // classes that all have left at the present token
        private int emptiedCount;
        private int used = 1;
        private int token;

        Refinement(int attributes) {
            this.classes = new int[attributes];
            this.valued = new boolean[attributes];
            int room = attributes / 4 + 2;
            this.sizes = new int[room];
            this.heirs = new int[room];
            this.stamps = new int[room];
            sizes[0] = attributes;
        }

        void add(EncodedSequences sequences) {
            AttributeLists lists = sequences.states();
            for (int t = 0; t < sequences.positions(); t++) {
                token++;
                for (int k = lists.begin(t); k < lists.begin(t + 1); k++) {
                    int attribute = lists.attributes()[k];
                    valued[attribute] |= lists.value(k) != 1;
                    classes[attribute] = leave(classes[attribute]);
                }
                release();
            }
        }

        /** The class of an attribute that occurs at the present token; one that occurs twice there leaves twice. */
        private int leave(int before) {
            if (stamps[before] != token) {
                stamps[before] = token;
                int made = newClass(); // which may make new arrays
                heirs[before] = made;
            }
            int heir = heirs[before];
            sizes[heir]++;
            if (--sizes[before] == 0) {
                emptied = emptiedCount == emptied.length ? Arrays.copyOf(emptied, 2 * emptiedCount) : emptied;
                emptied[emptiedCount++] = before;
            }
            return heir;
        }

        /** At the end of a token: until then an empty class may still be somebody's heir. */
        private void release() {
            for (int k = 0; k < emptiedCount; k++) {
                int number = emptied[k];
                if (sizes[number] == 0 && stamps[number] != FREE) {
                    stamps[number] = FREE;
                    free = freeCount == free.length ? Arrays.copyOf(free, 2 * freeCount) : free;
                    free[freeCount++] = number;
                }
            }
            emptiedCount = 0;
        }

        private int newClass() {
            if (freeCount > 0) {
                int number = free[--freeCount];
                stamps[number] = 0;
                return number;
            }
            if (used == sizes.length) {
                int room = used + (used >> 1) + 1;
                sizes = Arrays.copyOf(sizes, room);
                heirs = Arrays.copyOf(heirs, room);
                stamps = Arrays.copyOf(stamps, room);
            }
            return used++;
        }

        /** Numbered by their first attributes; one with values is alone. */
        TwinAttributes classes() {
            int[] numberOf = heirs; // of each class, from 1
            Arrays.fill(numberOf, 0);
            int[] count = new int[classes.length];
            int next = 0;
            for (int a = 0; a < classes.length; a++) {
                int number = valued[a] ? 0 : numberOf[classes[a]];
                if (number == 0) {
                    number = ++next;
                    if (!valued[a]) {
                        numberOf[classes[a]] = number;
                    }
                }
                classes[a] = number - 1;
                count[number - 1]++;
            }
            return new TwinAttributes(classes, Arrays.copyOf(count, next));
        }
    }
}
