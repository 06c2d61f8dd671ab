package org.espalier.interop.wapiti;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts of models, written by hand. */
final class SmallWapitiModels {
    /** Patterns of all kinds, labels and observations that are not ASCII, two patterns without commands. */
    static final String MIXED = text(
            "#mdl#2#9",
            "#rdr#5/1/0",
            netstrings("u:%x[0,0]", "b", "*:%x[-1,1]", "b2", "u:%m[0,0,\"^.\"]"),
            "#qrk#2",
            netstrings("A", "É"),
            "#qrk#7",
            netstrings("u:a", "b", "*:_x-1", "b2", "u:é", "*:X", "u:b"),
            "0=0x1p+0",
            "1=-0x1.8p+1",
            "3=0x1.999999999999ap-4",
            "5=-0x1p-1022",
            "6=0x1.5p+2",
            "9=-0x1.8p-1",
            "14=0x1p-3",
            "17=0x1.4p+1",
            "25=-0x1p+0",
            "");

    private SmallWapitiModels() {}

    static byte[] bytes(String model) {
        return model.getBytes(StandardCharsets.UTF_8);
    }

    static String text(String... lines) {
        return String.join("\n", lines);
    }

    static String netstrings(String... texts) {
        return String.join(
                "\n", List.of(texts).stream().map(SmallWapitiModels::netstring).toList());
    }

    private static String netstring(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length + ":" + text + ",";
    }
}
