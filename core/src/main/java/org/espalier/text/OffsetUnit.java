package org.espalier.text;

import java.util.Locale;

/** What an offset counts. Tools disagree as soon as a text has an emoji or an accent, so every output names its unit. */
public enum OffsetUnit {
    /** Unicode characters, as Python counts: an emoji is 1, or one per piece if it is joined from several. */
    CODE_POINTS,
    /** Units of UTF-16, as Java and JavaScript count: an emoji is 2 or more. */
    UTF16,
    /** Bytes of the text in UTF-8, as Rust, Go and C count: a letter with an accent is 2, an emoji 4 or more. */
    BYTES;

    /** The unit of that name in any case; the error lists the names. */
    public static OffsetUnit of(String name) {
        for (OffsetUnit unit : values()) {
            if (unit.toString().equals(name.toLowerCase(Locale.ROOT).replace("utf-16", "utf16"))) {
                return unit;
            }
        }
        throw new IllegalArgumentException("offset unit '" + name + "'; expected code-points, utf16 or bytes");
    }

    /** How many of this unit the UTF-16 units from {@code start} to {@code end} are; neither may stand within a surrogate pair. */
    public long count(CharSequence text, int start, int end) {
        if (this == UTF16) {
            return (long) end - start;
        }
        long count = 0;
        int at = start;
        while (at < end) {
            int character = Character.codePointAt(text, at);
            count += width(character);
            at += Character.charCount(character);
        }
        return count;
    }

    /** How many of this unit a character has. Half a surrogate pair has no UTF-8 form; Java writes one byte for it, a question mark. */
    int width(int character) {
        return switch (this) {
            case CODE_POINTS -> 1;
            case UTF16 -> Character.charCount(character);
            case BYTES -> {
                if (character < 0x80 || (character >= 0xD800 && character <= 0xDFFF)) {
                    yield 1;
                }
                yield character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
            }
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
