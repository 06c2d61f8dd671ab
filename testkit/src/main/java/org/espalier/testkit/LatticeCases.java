package org.espalier.testkit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.structure.lattice.GoldWords;
import org.espalier.structure.lattice.Lattice;
import org.espalier.structure.lattice.LatticeBuilder;
import org.espalier.structure.lattice.LatticePath;
import org.jspecify.annotations.Nullable;

/**
 * Random lattices of words. What was drawn is remembered here, and its words and connections are numbered a second time, from the list
 * of words alone.
 */
public final class LatticeCases implements StructureCases<Lattice> {
    private static final int MOST_OUTPUTS = 1_000;

    /** A word as it was drawn; the number tells equal ones apart. */
    private record Word(int drawn, int begin, int end, int left, int right) {}

    /** Words in the order of their numbers, and whether equal right contexts share an end. */
    private record Drawn(int stops, List<Word> words, boolean shareEnds) {

        /** The words that end at a stop, one of each end. */
        private List<Word> ends(int stop) {
            List<Word> ends = new ArrayList<>();
            for (Word word : words) {
                if (word.end == stop && ends.stream().noneMatch(other -> isSameEnd(word, other))) {
                    ends.add(word);
                }
            }
            return ends;
        }

        private boolean isSameEnd(Word one, Word other) {
            return shareEnds ? one.right == other.right : one.equals(other);
        }

        /** The left contexts that begin at a stop, in the order in which words with them were drawn. */
        private List<Integer> beginnings(List<Word> asDrawn, int stop) {
            return asDrawn.stream()
                    .filter(word -> word.begin == stop)
                    .map(Word::left)
                    .distinct()
                    .toList();
        }
    }

    /** Every connection by its end and its beginning, at each stop. */
    private record Numbers(Drawn drawn, List<Word> asDrawn) {
        private int ends(int stop) {
            return stop == 0 ? 1 : drawn.ends(stop).size();
        }

        private int beginnings(int stop) {
            return stop == drawn.stops - 1 ? 1 : drawn.beginnings(asDrawn, stop).size();
        }

        /** The part that connects two words; null is the begin of the text, or its end. */
        int connection(@Nullable Word before, @Nullable Word after) {
            int stop = before == null ? 0 : before.end;
            int part = drawn.words.size();
            for (int s = 0; s < stop; s++) {
                part += ends(s) * beginnings(s);
            }
            int row = 0;
            if (before != null) {
                List<Word> all = drawn.ends(stop);
                while (!drawn.isSameEnd(all.get(row), before)) {
                    row++;
                }
            }
            int column = after == null ? 0 : drawn.beginnings(asDrawn, stop).indexOf(after.left);
            return part + row * beginnings(stop) + column;
        }

        int number(Word word) {
            return drawn.words.indexOf(word);
        }
    }

    private final Map<Lattice, Numbers> known = Collections.synchronizedMap(new WeakHashMap<>());

    @Override
    public Supplier<Lattice> tiny(Random random) {
        return () -> draw(random, 5, 2);
    }

    @Override
    public Supplier<Lattice> larger(Random random) {
        return () -> draw(random, 40, 4);
    }

    private Lattice draw(Random random, int mostStops, int mostWords) {
        while (true) {
            int stops = 1 + random.nextInt(mostStops);
            boolean shareEnds = random.nextBoolean();
            List<Word> words = new ArrayList<>();
            for (int begin = 0; begin + 1 < stops; begin++) {
                int count = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(mostWords + 1);
                for (int k = 0; k < count; k++) {
                    int end = Math.min(stops - 1, begin + 1 + random.nextInt(3));
                    words.add(new Word(words.size(), begin, end, random.nextInt(3), random.nextInt(3)));
                }
            }
            Collections.shuffle(words, random);
            List<Word> useful = useful(words, stops);
            long paths = paths(useful, stops);
            if (paths > 0 && (mostStops > 10 || paths <= MOST_OUTPUTS)) {
                return remember(words, useful, stops, shareEnds);
            }
        }
    }

    private Lattice remember(List<Word> words, List<Word> useful, int stops, boolean shareEnds) {
        LatticeBuilder builder = new LatticeBuilder(stops, shareEnds);
        for (int k = 0; k < words.size(); k++) {
            Word word = words.get(k);
            builder.word(word.begin, word.end, word.left, word.right, k);
        }
        Lattice lattice = builder.build(7, 8);
        List<Word> sorted = new ArrayList<>(useful);
        sorted.sort(Comparator.comparingInt(Word::end).thenComparing(Word::begin, Comparator.reverseOrder())); // stable
        Drawn byStop = new Drawn(stops, sorted, shareEnds);
        List<Word> numbered = new ArrayList<>();
        for (int stop = 0; stop < stops; stop++) {
            for (Word first : byStop.ends(stop)) {
                for (Word word : sorted) {
                    if (word.end == first.end && byStop.isSameEnd(word, first)) {
                        numbered.add(word);
                    }
                }
            }
        }
        known.put(lattice, new Numbers(new Drawn(stops, numbered, shareEnds), useful));
        return lattice;
    }

    /** Words on a path. */
    private static List<Word> useful(List<Word> words, int stops) {
        boolean[] from = new boolean[stops];
        boolean[] to = new boolean[stops];
        from[0] = true;
        to[stops - 1] = true;
        for (int k = 0; k < stops; k++) {
            for (Word word : words) {
                from[word.end] |= from[word.begin];
                to[word.begin] |= to[word.end];
            }
        }
        return words.stream().filter(word -> from[word.begin] && to[word.end]).toList();
    }

    private static long paths(List<Word> words, int stops) {
        long[] count = new long[stops];
        count[0] = 1;
        for (int stop = 0; stop < stops; stop++) {
            for (Word word : words) {
                if (word.begin == stop) {
                    count[word.end] += count[stop];
                }
            }
        }
        return count[stops - 1];
    }

    private Numbers numbers(Lattice lattice) {
        Numbers numbers = known.get(lattice);
        if (numbers == null) {
            throw new IllegalArgumentException("a lattice that was not drawn here");
        }
        return numbers;
    }

    private static void walk(Numbers numbers, int stop, List<Word> path, List<List<Word>> found) {
        if (stop == numbers.drawn.stops - 1) {
            found.add(List.copyOf(path));
            return;
        }
        for (Word word : numbers.drawn.words) {
            if (word.begin == stop) {
                path.add(word);
                walk(numbers, word.end, path, found);
                path.remove(path.size() - 1);
            }
        }
    }

    private static int[] parts(Numbers numbers, List<Word> path) {
        int[] parts = new int[2 * path.size() + 1];
        @Nullable Word before = null;
        for (int k = 0; k < path.size(); k++) {
            parts[2 * k] = numbers.connection(before, path.get(k));
            parts[2 * k + 1] = numbers.number(path.get(k));
            before = path.get(k);
        }
        parts[2 * path.size()] = numbers.connection(before, null);
        return parts;
    }

    private static LatticePath path(Lattice lattice, Numbers numbers, List<Word> words) {
        return new LatticePath(lattice, words.stream().mapToInt(numbers::number).toArray());
    }

    @Override
    public List<Listed> outputs(Lattice lattice) {
        Numbers numbers = numbers(lattice);
        List<List<Word>> found = new ArrayList<>();
        walk(numbers, 0, new ArrayList<>(), found);
        return found.stream()
                .map(words -> new Listed(path(lattice, numbers, words), parts(numbers, words)))
                .toList();
    }

    @Override
    public Gold<Lattice> gold(Lattice lattice, boolean single, Random random) {
        Numbers numbers = numbers(lattice);
        List<Word> right = new ArrayList<>();
        int stop = 0;
        while (stop < numbers.drawn.stops - 1) {
            int here = stop;
            List<Word> next = numbers.drawn.words.stream()
                    .filter(word -> word.begin == here)
                    .toList();
            Word chosen = next.get(random.nextInt(next.size()));
            right.add(chosen);
            stop = chosen.end;
        }
        BitSet wrong = new BitSet();
        for (int word = 0; word < numbers.drawn.words.size(); word++) {
            Word drawn = numbers.drawn.words.get(word);
            wrong.set(word, !right.contains(drawn) && (single || random.nextInt(3) == 0));
        }
        return new Gold<>(
                single ? GoldWords.of(lattice, path(lattice, numbers, right)) : GoldWords.without(lattice, wrong),
                output -> errors((LatticePath) output, wrong));
    }

    private static int errors(LatticePath path, BitSet wrong) {
        int errors = 0;
        for (int k = 0; k < path.size(); k++) {
            errors += wrong.get(path.word(k)) ? 1 : 0;
        }
        return errors;
    }

    /** A node per word, and one for the end of the text. */
    @Override
    public Stream<Hyperedge> hyperedges(Lattice lattice) {
        Numbers numbers = numbers(lattice);
        List<Word> words = numbers.drawn.words;
        List<Hyperedge> edges = new ArrayList<>();
        for (int w = 0; w < words.size(); w++) {
            into(numbers, w, words.get(w), edges);
        }
        into(numbers, words.size(), null, edges);
        return edges.stream();
    }

    private static void into(Numbers numbers, int node, @Nullable Word word, List<Hyperedge> edges) {
        int stop = word == null ? numbers.drawn.stops - 1 : word.begin;
        int[] own = word == null ? new int[0] : new int[] {numbers.number(word)};
        if (stop == 0) {
            edges.add(Hyperedge.axiom(node, with(numbers.connection(null, word), own)));
        }
        for (int v = 0; v < numbers.drawn.words.size(); v++) {
            Word before = numbers.drawn.words.get(v);
            if (before.end == stop) {
                edges.add(new Hyperedge(node, new int[] {v}, with(numbers.connection(before, word), own)));
            }
        }
    }

    private static int[] with(int connection, int[] own) {
        return own.length == 0 ? new int[] {connection} : new int[] {connection, own[0]};
    }
}
