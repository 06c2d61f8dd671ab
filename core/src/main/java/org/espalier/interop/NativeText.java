package org.espalier.interop;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Bytes of a native tool as text, and back, without losing one; see {@link org.espalier.data.NativeText}. */
public final class NativeText {
    private NativeText() {}

    /**
     * The text of these bytes.
     *
     * @throws CharacterCodingException when the bytes are no text in that encoding; never with UTF-8
     */
    public static String decode(byte[] bytes, int from, int length, Charset charset) throws CharacterCodingException {
        return org.espalier.data.NativeText.decode(bytes, from, length, charset);
    }

    /**
     * The bytes of this text.
     *
     * @throws CharacterCodingException when the encoding cannot express the text
     */
    public static byte[] encode(CharSequence text, Charset charset) throws CharacterCodingException {
        return org.espalier.data.NativeText.encode(text, charset);
    }
}
