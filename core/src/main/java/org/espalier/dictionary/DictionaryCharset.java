package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/** The encodings of dictionaries, by the names that MeCab knows. */
public final class DictionaryCharset {

    private DictionaryCharset() {}

    /**
     * The encoding of a name: UTF-8, EUC-JP or Shift-JIS in any spelling, or ASCII. Shift-JIS is that of Windows (code page 932), as in MeCab.
     *
     * @param where the name stands, for the message
     * @throws DataFormatException for any other name
     */
    public static Charset of(String name, Location where) {
        return switch (name.toLowerCase(Locale.ROOT).replace('_', '-')) {
            case "utf8", "utf-8" -> StandardCharsets.UTF_8;
            case "euc", "euc-jp", "eucjp" -> named("x-eucJP-Open", "EUC-JP");
            case "sjis", "shift-jis", "cp932", "windows-31j" -> named("windows-31j", "Shift_JIS");
            case "ascii", "us-ascii" -> StandardCharsets.US_ASCII;
            default ->
                throw new DataFormatException(
                        where, "the encoding is '" + name + "'; expected UTF-8, EUC-JP, Shift-JIS or ASCII");
        };
    }

    /**
     * The variant of an encoding that has the most characters, as dictionaries need them: of EUC-JP and Shift-JIS the one with the
     * characters of vendors. Other encodings stay what they are.
     */
    public static Charset widest(Charset charset) {
        return switch (charset.name()) {
            case "EUC-JP" -> named("x-eucJP-Open", "EUC-JP");
            case "Shift_JIS" -> named("windows-31j", "Shift_JIS");
            default -> charset;
        };
    }

    /** Whether a dictionary can have this encoding. */
    public static boolean isKnown(Charset charset) {
        return charset.equals(StandardCharsets.UTF_8)
                || charset.equals(StandardCharsets.US_ASCII)
                || charset.name().equals("EUC-JP")
                || charset.name().equals("x-eucJP-Open")
                || charset.name().equals("Shift_JIS")
                || charset.name().equals("windows-31j");
    }

    /** The first that this Java has: the encodings of East Asia are a module of their own. */
    private static Charset named(String wanted, String other) {
        return Charset.isSupported(wanted) ? Charset.forName(wanted) : Charset.forName(other);
    }

    /** The name that MeCab's programs understand. */
    public static String mecabName(Charset charset) {
        String name = charset.name().toLowerCase(Locale.ROOT);
        return name.contains("euc")
                ? "EUC-JP"
                : name.contains("31j") || name.contains("shift")
                        ? "SHIFT-JIS"
                        : name.equals("us-ascii") ? "ASCII" : "UTF-8";
    }
}
