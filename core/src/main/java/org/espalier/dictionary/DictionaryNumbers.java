package org.espalier.dictionary;

import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/** Numbers in the files of a dictionary. */
final class DictionaryNumbers {

    private DictionaryNumbers() {}

    /**
     * A whole number.
     *
     * @param what it is, for the message
     */
    static int parse(String text, String what, int least, int most, Location where) {
        String digits = text.strip();
        int value = 0;
        boolean right = true;
        try {
            value = Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            right = false;
        }
        if (!right || value < least || value > most) {
            throw new DataFormatException(
                    where,
                    what + " is '" + digits + "'; expected a whole number "
                            + (most == Integer.MAX_VALUE ? "of at least " + least : "from " + least + " to " + most));
        }
        return value;
    }
}
