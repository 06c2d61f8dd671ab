package org.espalier.feature;

import java.util.HashMap;
import java.util.Map;

/**
 * The kinds of attributes by their names: {@code low[-1]=the} and {@code low[-1]=a} are of the kind {@code low[-1]=}, and so are
 * {@code U05:the/DT} and {@code U05:a/NN} of the kind {@code U05:}. The kind is the name up to its first {@code =}, else up to its
 * first {@code :}, else all of it.
 */
public final class AttributeKinds {
    /** The kind of an attribute that has none. */
    public static final byte NONE = -1;

    private static final int MOST = 64;

    /** With more kinds than this, names are words, or anything but kinds and values. */
    private static final int TOO_MANY = 4 * MOST;

    private AttributeKinds() {}

    /**
     * The kind of each attribute, 0 to 63 in the order of their first attributes; {@link #NONE} for those of further kinds.
     *
     * @return // [attributes], or empty when the names do not tell kinds
     */
    public static byte[] of(AttributeIndex attributes) {
        byte[] kinds = new byte[attributes.size()];
        Map<String, Integer> numbers = new HashMap<>();
        for (int a = 0; a < kinds.length; a++) {
            int number = numbers.computeIfAbsent(kind(attributes.get(a)), kind -> numbers.size());
            if (number >= TOO_MANY) {
                return new byte[0];
            }
            kinds[a] = number < MOST ? (byte) number : NONE;
        }
        return kinds;
    }

    private static String kind(String name) {
        int end = name.indexOf('=');
        end = end < 0 ? name.indexOf(':') : end;
        return end < 0 ? name : name.substring(0, end + 1);
    }
}
