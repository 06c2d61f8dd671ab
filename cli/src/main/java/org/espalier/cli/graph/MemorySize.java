package org.espalier.cli.graph;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as they are typed and shown: 500m is 500 · 2²⁰ bytes, as for the JVM. */
final class MemorySize {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([kmgKMG]?)");
    private static final String UNITS = "kmg";
    private static final double KILO = 1024;

    private MemorySize() {}

    static long bytes(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "memory = " + text + "; expected a number of bytes, or one with k, m or g");
        }
        int unit =
                matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2).toLowerCase(Locale.ROOT)) + 1;
        return (long) (Long.parseLong(matcher.group(1)) * Math.pow(KILO, unit));
    }

    static String text(double bytes) {
        if (bytes < KILO * KILO) {
            return String.format(Locale.ROOT, "%.1f KiB", bytes / KILO);
        }
        return bytes < KILO * KILO * KILO
                ? String.format(Locale.ROOT, "%.1f MiB", bytes / (KILO * KILO))
                : String.format(Locale.ROOT, "%,.1f GiB", bytes / (KILO * KILO * KILO));
    }
}
