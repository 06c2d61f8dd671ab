package org.espalier.feature;

/**
 * Attribute names numbered from 0, both ways; immutable, safe to share between threads. A {@link Vocabulary} is one; the
 * model files of other toolkits bring their own, so that their names need not be copied.
 */
public interface AttributeIndex {

    /** The number of names. */
    int size();

    /** Name {@code index}. */
    String get(int index);

    /** The name's number, or −1 when it is not there. */
    int indexOf(CharSequence name);

    /**
     * {@link #indexOf} of several names: look-ups wait for memory, and waiting for many at once takes little longer than for
     * one.
     *
     * @param names the names, from index 0 on
     * @param count how many
     * @param numbers receives their numbers
     */
    default void indexOf(String[] names, int count, int[] numbers) {
        for (int k = 0; k < count; k++) {
            numbers[k] = indexOf(names[k]);
        }
    }

    /** The same names with the same numbers as a vocabulary, which costs a copy unless it is one already. */
    default Vocabulary toVocabulary() {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (int index = 0; index < size(); index++) {
            builder.add(get(index));
        }
        return builder.build();
    }
}
