package org.espalier.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The usual template of chunking: words and tags in a window of two, pairs of neighbouring words, pairs and triples of
 * neighbouring tags; 19 attributes a token, and shared transitions.
 */
public final class ChunkingTemplate {
    public static final String TEXT = text();

    private ChunkingTemplate() {}

    private static String text() {
        List<String> lines = new ArrayList<>();
        for (int column = 0; column <= 1; column++) {
            for (int offset = -2; offset <= 2; offset++) {
                lines.add(cells(column, offset, offset));
            }
        }
        lines.add(cells(0, -1, 0));
        lines.add(cells(0, 0, 1));
        for (int offset = -2; offset <= 1; offset++) {
            lines.add(cells(1, offset, offset + 1));
        }
        for (int offset = -2; offset <= 0; offset++) {
            lines.add(cells(1, offset, offset + 2));
        }
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < lines.size(); k++) {
            text.append(String.format(Locale.ROOT, "U%02d:%s\n", k, lines.get(k)));
        }
        return text.append("B\n").toString();
    }

    private static String cells(int column, int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(offset -> "%x[" + offset + "," + column + "]")
                .collect(Collectors.joining("/"));
    }
}
