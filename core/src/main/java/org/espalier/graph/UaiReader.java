package org.espalier.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.graph.GraphModel.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reads the format of the UAI competitions: {@code MARKOV} or {@code BAYES}, the variables, the scopes, and the tables in the same order.
 *
 * <pre>
 *   MARKOV
 *   3            variables
 *   2 2 3        their values
 *   2            factors
 *   2 0 1        a scope: how many variables, and which
 *   2 1 2
 *
 *   4            a table: how many entries, and their numbers; the last variable of the scope runs fastest
 *   4.0 2.4 1 0
 *   6
 *   2.2 3.2 3.7 4.1 5.3 0
 * </pre>
 */
final class UaiReader {
    private final TokenReader tokens;

    UaiReader(TokenReader tokens) {
        this.tokens = tokens;
    }

    GraphModel read() {
        Kind kind = kind();
        int[] cardinalities = cardinalities();
        List<int[]> scopes = scopes(cardinalities);
        GraphBuilder builder = new GraphBuilder();
        for (int f = 0; f < scopes.size(); f++) {
            table(f, scopes.get(f), cardinalities, builder);
        }
        tokens.requireEnd("the last table");
        int[] names = IntStream.range(0, cardinalities.length).toArray();
        return builder.build(kind, cardinalities, scopes.toArray(int[][]::new), names);
    }

    private Kind kind() {
        String text = tokens.next();
        Kind kind = kind(text);
        if (kind == null) {
            throw tokens.problem((text == null ? "the file is empty" : "'" + text + "'")
                    + "; expected MARKOV or BAYES, with which a UAI file begins");
        }
        return kind;
    }

    private static @Nullable Kind kind(@Nullable String text) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name().equals(text))
                .findFirst()
                .orElse(null);
    }

    private int[] cardinalities() {
        int variables = tokens.whole("the number of variables", 0, Integer.MAX_VALUE);
        IntStream.Builder sizes = IntStream.builder();
        for (int v = 0; v < variables; v++) {
            sizes.add(tokens.whole("the number of values of variable " + v, 1, Integer.MAX_VALUE));
        }
        return sizes.build().toArray();
    }

    private List<int[]> scopes(int[] cardinalities) {
        int factors = tokens.whole("the number of tables", 0, Integer.MAX_VALUE);
        List<int[]> scopes = new ArrayList<>();
        for (int f = 0; f < factors; f++) {
            String what = "the scope of table " + f;
            int arity = tokens.whole("the number of variables in " + what, 0, cardinalities.length);
            int[] scope = new int[arity];
            for (int k = 0; k < arity; k++) {
                int v = tokens.whole("a variable in " + what, 0, cardinalities.length - 1);
                if (IntStream.of(scope).limit(k).anyMatch(other -> other == v)) {
                    throw tokens.problem("variable " + v + " twice in " + what + "; expected it once");
                }
                scope[k] = v;
            }
            scopes.add(scope);
        }
        return scopes;
    }

    private void table(int f, int[] scope, int[] cardinalities, GraphBuilder builder) {
        String what = "table " + f;
        int entries = tokens.whole("the number of entries of " + what, 0, Integer.MAX_VALUE);
        long expected = 1;
        for (int v : scope) {
            expected = Math.min(Integer.MAX_VALUE, expected * cardinalities[v]);
        }
        if (entries != expected) {
            throw tokens.problem(entries + " entries in " + what + "; expected " + expected + ", because its variables "
                    + Arrays.toString(scope) + " have "
                    + Arrays.toString(
                            IntStream.of(scope).map(v -> cardinalities[v]).toArray()) + " values");
        }
        for (int entry = 0; entry < entries; entry++) {
            builder.add(tokens.potential(what));
        }
    }
}
