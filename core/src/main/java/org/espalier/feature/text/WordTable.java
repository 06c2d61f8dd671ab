package org.espalier.feature.text;

import java.nio.ByteBuffer;

/** What a file says of many words, kept in the model as bytes: classes or vectors. */
sealed interface WordTable permits WordClasses, WordVectors {

    /** How many words there are. */
    int words();

    /** The row of a word, or of another form of it; −1 when none is known. */
    int rowOf(String word);

    /** The bytes that a model file keeps, little-endian: a read-only view. */
    ByteBuffer toBytes();
}
