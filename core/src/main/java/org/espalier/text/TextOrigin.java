package org.espalier.text;

/**
 * Where a part begins in its text, in every unit.
 *
 * @param utf16 UTF-16 units before it
 * @param codePoints code points before it
 * @param bytes bytes before it, in UTF-8
 */
public record TextOrigin(long utf16, long codePoints, long bytes) {
    /** The beginning of a text. */
    public static final TextOrigin START = new TextOrigin(0, 0, 0);

    /** Where the next part begins, when this one begins here and has that text. */
    public TextOrigin after(CharSequence text) {
        return new TextOrigin(
                utf16 + text.length(),
                codePoints + OffsetUnit.CODE_POINTS.count(text, 0, text.length()),
                bytes + OffsetUnit.BYTES.count(text, 0, text.length()));
    }

    public long offset(OffsetUnit unit) {
        return switch (unit) {
            case CODE_POINTS -> codePoints;
            case UTF16 -> utf16;
            case BYTES -> bytes;
        };
    }
}
