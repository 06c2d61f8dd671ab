package org.espalier.data;

import org.jspecify.annotations.Nullable;

/**
 * Cuts short texts out of lines, and gives the same object again for a text that was cut out before, as long as no other one
 * took its place: most columns repeat, and one copy of them costs less memory and less time to compare and to hash.
 */
final class TextCache {
    private static final int SLOTS = 1 << 12;
    private static final int LONGEST = 24;

    private final @Nullable String[] slots = new String[SLOTS];

    String substring(String line, int begin, int end) {
        if (end - begin > LONGEST) {
            return line.substring(begin, end);
        }
        int hash = 0;
        for (int i = begin; i < end; i++) {
            hash = 31 * hash + line.charAt(i);
        }
        int slot = (hash ^ hash >>> 12) & SLOTS - 1;
        String known = slots[slot];
        if (known != null && known.length() == end - begin && line.startsWith(known, begin)) {
            return known;
        }
        String text = line.substring(begin, end);
        slots[slot] = text;
        return text;
    }
}
