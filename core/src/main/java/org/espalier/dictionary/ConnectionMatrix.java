package org.espalier.dictionary;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;

/**
 * The costs of connections: the file {@code matrix.def}. Its first line says how many right contexts and how many left contexts there
 * are, each other line gives a cost: {@code right left cost}. What is not there costs 0.
 *
 * <p>Two bytes per pair.
 */
public final class ConnectionMatrix {
    /** The file's name. */
    public static final String FILE = "matrix.def";

    /** The most contexts of a kind. */
    static final int MOST_IDS = 65_535;

    private final int rights;
    private final int lefts;
    private final short[][] costs; // [rights][lefts]

    private ConnectionMatrix(int rights, int lefts) {
        this.rights = rights;
        this.lefts = lefts;
        this.costs = new short[rights][lefts];
    }

    static ConnectionMatrix read(Path file) {
        try (LineReader lines = LineReader.open(file, StandardCharsets.ISO_8859_1)) {
            String first = lines.next();
            if (first == null) {
                throw new DataFormatException(
                        new Location(file.toString(), 0),
                        "the file is empty; expected the number of contexts, such as '1 1'");
            }
            int[] sizes = numbers(first, 2, lines);
            require(sizes[0], "the number of right contexts", 1, MOST_IDS + 1, lines);
            require(sizes[1], "the number of left contexts", 1, MOST_IDS + 1, lines);
            ConnectionMatrix matrix = new ConnectionMatrix(sizes[0], sizes[1]);
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (line.isBlank()) {
                    continue;
                }
                int[] row = numbers(line, 3, lines);
                require(row[0], "the id of the right context", 0, matrix.rights - 1, lines);
                require(row[1], "the id of the left context", 0, matrix.lefts - 1, lines);
                require(row[2], "the cost", Short.MIN_VALUE, Short.MAX_VALUE, lines);
                matrix.costs[row[0]][row[1]] = (short) row[2];
            }
            return matrix;
        }
    }

    private static void require(int number, String what, int least, int most, LineReader lines) {
        if (number < least || number > most) {
            throw new DataFormatException(
                    lines.location(),
                    what + " is " + number + "; expected a whole number from " + least + " to " + most);
        }
    }

    /** The whole numbers of a line. Written by hand, because there may be a hundred million lines. */
    private static int[] numbers(String line, int count, LineReader lines) {
        int[] found = new int[count];
        int at = 0;
        for (int k = 0; k < count; k++) {
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                at++;
            }
            boolean negative = at < line.length() && line.charAt(at) == '-';
            at += negative ? 1 : 0;
            int begin = at;
            int value = 0;
            while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9' && at - begin < 9) {
                value = 10 * value + line.charAt(at++) - '0';
            }
            boolean ends = at == line.length() || line.charAt(at) == ' ' || line.charAt(at) == '\t';
            if (at == begin || !ends) {
                throw new DataFormatException(
                        lines.location(),
                        "the line is '" + (line.length() > 60 ? line.substring(0, 60) + "…" : line) + "'; expected "
                                + (count == 2
                                        ? "two whole numbers: right contexts, left contexts"
                                        : "three whole numbers: right context, left context, cost"));
            }
            found[k] = negative ? -value : value;
        }
        if (!line.substring(at).isBlank()) {
            throw new DataFormatException(
                    lines.location(),
                    "'" + line.substring(at).strip() + "' follows the numbers; expected the end of the line");
        }
        return found;
    }

    /** How many right contexts there are. */
    public int rights() {
        return rights;
    }

    /** How many left contexts there are. */
    public int lefts() {
        return lefts;
    }

    /** The cost of a word with this left context after one with this right context. */
    public int cost(int right, int left) {
        return costs[right][left];
    }
}
