package org.espalier.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a Markdown page that a program writes, between {@code <!-- name -->} and {@code <!-- /name -->}. */
public final class MarkedSection {
    private MarkedSection() {}

    /** Puts {@code text} between the markers; without markers, both are added at the end of the page. */
    public static void replace(Path page, String name, String text) {
        String begin = "<!-- " + name + " -->";
        String end = "<!-- /" + name + " -->";
        try {
            String old = Files.exists(page) ? Files.readString(page) : "";
            int from = old.indexOf(begin);
            int to = old.indexOf(end);
            if (from >= 0 != to >= 0 || to < from) {
                throw new BenchmarkFailure(page + ": of the markers " + begin + " and " + end
                        + " one is missing or they are in the wrong order; add it, or remove both");
            }
            String section = begin + "\n" + text.strip() + "\n" + end;
            String changed = from < 0
                    ? old + (old.isEmpty() || old.endsWith("\n") ? "" : "\n") + "\n" + section + "\n"
                    : old.substring(0, from) + section + old.substring(to + end.length());
            Files.writeString(page, changed);
        } catch (IOException e) {
            throw new UncheckedIOException(page + ": cannot be written: " + e.getMessage(), e);
        }
    }
}
