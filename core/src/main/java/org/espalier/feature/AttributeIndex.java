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

    /** The same names with the same numbers as a vocabulary, which costs a copy unless it is one already. */
    default Vocabulary toVocabulary() {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (int index = 0; index < size(); index++) {
            builder.add(get(index));
        }
        return builder.build();
    }
}
