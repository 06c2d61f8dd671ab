/**
 * From text to tokens and back: tokenisers that know where each token stands, sentences, and the units in which tools count offsets.
 *
 * <p>A {@link org.espalier.text.Tokenizer} cuts a text into tokens without changing a character: {@code text.substring(start, end)} is
 * the token. {@link org.espalier.text.Sentences} cuts a long text into sentences by rule. A {@link org.espalier.text.TokenizedText} is a
 * text, or a part of one, with its tokens; a sequence that was made of text carries one, so that spans of labels become {@link
 * org.espalier.text.TextSpan}s of the text.
 *
 * <p>Inside, offsets are those of Java: UTF-16 units. {@link org.espalier.text.OffsetTable} translates them to {@link
 * org.espalier.text.OffsetUnit code points or bytes} and back.
 *
 * <p>This room imports no other.
 */
@NullMarked
package org.espalier.text;

import org.jspecify.annotations.NullMarked;
