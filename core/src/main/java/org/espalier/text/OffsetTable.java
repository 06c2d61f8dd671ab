package org.espalier.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Translates the offsets of one text between UTF-16 units and another unit.
 *
 * <p>Made in one pass over the text. Where the two units agree, as code points and UTF-16 do in a text without emoji, there is no table;
 * otherwise it has 4 bytes per UTF-16 unit, and the way back is a binary search. Immutable.
 */
public final class OffsetTable {
    private static final int WITHIN = -1;

    private final int length;
    private final long total;
    private final int @Nullable [] offsets; // [length + 1]; that of the character for its second half

    public OffsetTable(CharSequence text, OffsetUnit unit) {
        this.length = text.length();
        this.total = unit.count(text, 0, length);
        this.offsets = total == length ? null : table(text, unit);
    }

    private static int[] table(CharSequence text, OffsetUnit unit) {
        int[] offsets = new int[text.length() + 1];
        int offset = 0;
        int at = 0;
        while (at < text.length()) {
            int character = Character.codePointAt(text, at);
            int next = at + Character.charCount(character);
            Arrays.fill(offsets, at, next, offset);
            offset = Math.addExact(offset, unit.width(character));
            at = next;
        }
        offsets[text.length()] = offset;
        return offsets;
    }

    /** The length of the text in the unit. */
    public long length() {
        return total;
    }

    /** The offset in the unit of a place in UTF-16 units; of the character's beginning when the place is within a surrogate pair. */
    public int fromUtf16(int place) {
        if (place < 0 || place > length) {
            throw new IndexOutOfBoundsException("offset " + place + " in a text of " + length);
        }
        return offsets == null ? place : offsets[place];
    }

    /** The place in UTF-16 units of an offset; −1 when it is not in the text, or within a character. */
    public int toUtf16(long offset) {
        if (offset < 0 || offset > total) {
            return WITHIN;
        }
        if (offsets == null) {
            return (int) offset;
        }
        int found = Arrays.binarySearch(offsets, (int) offset);
        if (found < 0) {
            return WITHIN;
        }
        while (found > 0 && offsets[found - 1] == offset) {
            found--; // the first half of a surrogate pair
        }
        return found;
    }
}
