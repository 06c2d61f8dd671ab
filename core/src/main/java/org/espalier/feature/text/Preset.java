package org.espalier.feature.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A named list of feature items for a task, to be used as one item.
 *
 * <p>The items were chosen on development data; docs/RESULTS.md has the scores. A model keeps a preset spelt out.
 *
 * @param name as in {@code --features ner}
 * @param purpose what it is for
 * @param specification the items that it stands for
 */
public record Preset(String name, String purpose, String specification) {
    private static final List<Preset> ALL = List.of(
            new Preset(
                    "text",
                    "any words in column 0; the default",
                    "bias,words,lower(-2..2),prefixes(1..4),suffixes(1..4),shape(-1..1),short-shape(-1..1),digits(-1..1),"
                            + "punctuation(-1..1),capitals,pairs(lower),pairs(short-shape),edges(-1..1),columns(-1..1)"),
            new Preset(
                    "text-small",
                    "the same with a fraction of the weights",
                    "lower(-1..1),prefixes(2..3),suffixes(2..3),short-shape,digits,punctuation,edges,columns"),
            new Preset(
                    "ner",
                    "names of people, places, diseases, products",
                    "bias,words,lower(-2..2),prefixes(1..4),suffixes(1..4),shape(-1..1),short-shape(-2..2),digits,"
                            + "punctuation(-1..1),capitals(-1..1),pairs(lower),pairs(short-shape),"
                            + "join(short-shape[-1],short-shape,short-shape[1]),edges(-1..1),columns(-1..1),pairs(column)"),
            new Preset(
                    "pos",
                    "parts of speech and other labels of single words",
                    "bias,words(-1..1),lower(-2..2),prefixes(1..4),suffixes(1..5),suffixes(1..3,-1..1),shape(-1..1),"
                            + "digits,punctuation,capitals(-1..1),pairs(lower),join(lower[-1],lower[1]),edges(-1..1),"
                            + "columns(-1..1)"),
            new Preset(
                    "chunk",
                    "phrases, with parts of speech in a column beside the words",
                    "bias,lower(-2..2),pairs(lower),suffixes(2..3),short-shape,columns(-2..2),pairs(column,-2..2),"
                            + "join(column[-2],column[-1],column),join(column[-1],column,column[1]),"
                            + "join(column,column[1],column[2]),join(lower,column),join(column[-1],lower),"
                            + "join(lower,column[1]),join(lower[-1],column),join(column,lower[1])"),
            new Preset(
                    "address",
                    "fields of postal addresses",
                    "bias,words,lower(-2..2),prefixes(1..4),suffixes(1..4),shape(-1..1),short-shape(-1..1),digits(-1..1),"
                            + "punctuation(-1..1),capitals,pairs(lower),pairs(short-shape),length(-1..1),position(5),"
                            + "edges(-2..2),columns(-1..1)"),
            new Preset(
                    "reference",
                    "fields of bibliographic references",
                    "bias,words,lower(-2..2),prefixes(1..4),suffixes(1..4),shape(-1..1),short-shape(-1..1),digits(-1..1),"
                            + "punctuation(-2..2),capitals,pairs(lower),pairs(short-shape),position(10),edges(-2..2),"
                            + "columns(-1..1)"),
            new Preset(
                    "characters",
                    "one character per token: segmentation, names in Chinese or Japanese",
                    "bias,words(-3..3),pairs(word,-2..2),join(word[-1],word[1]),script(-1..1),edges(-1..1)"),
            new Preset(
                    "segments",
                    "whole segments, beside features of tokens: text,segments",
                    "segment-text,segment-shape,segment-length,segment-first,segment-last,segment-before,segment-after,"
                            + "segment-counts"));

    /** All presets, the default first. */
    public static List<Preset> all() {
        return ALL;
    }

    /** The preset of a name; null when there is none. */
    static @Nullable Preset named(String name) {
        return ALL.stream()
                .filter(preset -> preset.name.equals(name))
                .findFirst()
                .orElse(null);
    }
}
