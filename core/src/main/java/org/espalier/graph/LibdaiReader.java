package org.espalier.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Reads libDAI's factor graphs: after comments, the number of factors, then a block for each.
 *
 * <pre>
 *   # a comment
 *   1         factors
 *
 *   2         variables of the first factor
 *   0 4       which
 *   2 2       how many values they have
 *   3         entries that are not zero
 *   0 1.5     entry and potential; the first variable runs fastest
 *   1 0.6
 *   3 1.5
 * </pre>
 *
 * Variables are known by their numbers, which may have gaps.
 */
final class LibdaiReader {
    private final TokenReader tokens;
    private final Map<Integer, Integer> sizes = new TreeMap<>(); // number → values
    private final List<int[]> scopes = new ArrayList<>(); // by numbers, the last fastest
    private final GraphBuilder builder = new GraphBuilder();

    LibdaiReader(TokenReader tokens) {
        this.tokens = tokens;
    }

    GraphModel read() {
        tokens.skipComments('#');
        int factors = tokens.whole("the number of factors", 0, Integer.MAX_VALUE);
        for (int f = 0; f < factors; f++) {
            factor("factor " + f);
        }
        tokens.requireEnd("the last factor");
        int[] names = sizes.keySet().stream().mapToInt(Integer::intValue).toArray();
        int[] cardinalities =
                sizes.values().stream().mapToInt(Integer::intValue).toArray();
        int[][] byPlace = scopes.stream()
                .map(scope -> IntStream.of(scope)
                        .map(name -> Arrays.binarySearch(names, name))
                        .toArray())
                .toArray(int[][]::new);
        return builder.build(GraphModel.Kind.MARKOV, cardinalities, byPlace, names);
    }

    private void factor(String what) {
        int arity = tokens.whole("the number of variables of " + what, 0, 1 << 20);
        int[] scope = new int[arity];
        for (int k = arity - 1; k >= 0; k--) { // theirs has the first variable fastest, ours the last
            int name = tokens.whole("a variable of " + what, 0, Integer.MAX_VALUE);
            if (IntStream.of(scope).skip(k + 1L).anyMatch(other -> other == name)) {
                throw tokens.problem("variable " + name + " twice in " + what + "; expected it once");
            }
            scope[k] = name;
        }
        long entries = 1;
        for (int k = arity - 1; k >= 0; k--) {
            int name = scope[k];
            int size = tokens.whole("the number of values of variable " + name + " in " + what, 1, Integer.MAX_VALUE);
            Integer known = sizes.putIfAbsent(name, size);
            if (known != null && known != size) {
                throw tokens.problem(size + " values of variable " + name + " in " + what + "; expected " + known
                        + " as in an earlier factor");
            }
            entries *= size;
            if (entries > Integer.MAX_VALUE - 8 - builder.entries()) {
                throw tokens.problem("the table of " + what + " has too many entries; at most "
                        + (Integer.MAX_VALUE - 8) + " fit in all tables");
            }
        }
        scopes.add(scope);
        table(what, (int) entries);
    }

    private void table(String what, int entries) {
        int listed = tokens.whole("the number of entries of " + what + " that are not zero", 0, entries);
        int first = builder.entries();
        requireRoom(what, entries);
        builder.addZeros(entries);
        boolean[] seen = new boolean[entries];
        for (int k = 0; k < listed; k++) {
            int entry = tokens.whole("an entry of " + what, 0, entries - 1);
            if (seen[entry]) {
                throw tokens.problem("entry " + entry + " twice in " + what + "; expected it once");
            }
            seen[entry] = true;
            builder.set(first + entry, tokens.potential(what));
        }
    }

    /** A table may be much larger than its list, which no other line of the file vouches for. */
    private void requireRoom(String what, int entries) {
        long free = Runtime.getRuntime().maxMemory() / Double.BYTES / 4;
        if (entries > free) {
            throw tokens.problem("the table of " + what + " has " + entries + " entries; this JVM has room for " + free
                    + ", give it more memory");
        }
    }
}
