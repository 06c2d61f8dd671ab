package org.espalier.dictionary;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * The settings in the file {@code dicrc}: lines {@code key = value}; those that begin with {@code #} or {@code ;} are comments.
 *
 * @param bosFeature the features of the begin and the end of a text: {@code bos-feature}
 * @param unknownFeature the features that unknown words get instead of those in unk.def: {@code unk-feature}
 * @param costFactor how much a cost is of a weight: {@code cost-factor}, usually 800
 * @param evalSize how many features of a known word decide whether it is right: {@code eval-size}; 0 when it is not there
 * @param unknownEvalSize the same for unknown words: {@code unk-eval-size}
 * @param mostGrouped the longest group of characters that is one unknown word, not counting the first: {@code max-grouping-size}, usually 24
 * @param charset the encoding of the dictionary: {@code config-charset}; null when it is not there
 */
public record DictionarySettings(
        String bosFeature,
        @Nullable String unknownFeature,
        int costFactor,
        int evalSize,
        int unknownEvalSize,
        int mostGrouped,
        @Nullable Charset charset) {

    /** The file's name. */
    public static final String FILE = "dicrc";

    private static final int USUAL_COST_FACTOR = 800;
    private static final int USUAL_GROUP = 24;

    /**
     * Reads a file.
     *
     * @param encoding of the file; null for the one that it names
     */
    static DictionarySettings read(Path file, @Nullable Charset encoding) {
        Map<String, Setting> found = lines(file, StandardCharsets.ISO_8859_1);
        Setting named = found.get("config-charset");
        Charset charset = named == null ? null : DictionaryCharset.of(named.value, named.where);
        Charset used = encoding != null ? encoding : charset != null ? charset : StandardCharsets.UTF_8;
        found = lines(file, used);
        Setting bos = found.get("bos-feature");
        if (bos == null || bos.value.isEmpty()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "there is no bos-feature; add a line such as 'bos-feature = BOS/EOS,*,*', the features of the begin and"
                            + " the end of a text");
        }
        Setting unknown = found.get("unk-feature");
        int factor = number(found, "cost-factor", USUAL_COST_FACTOR);
        int group = number(found, "max-grouping-size", USUAL_GROUP);
        return new DictionarySettings(
                bos.value,
                unknown == null || unknown.value.isEmpty() ? null : unknown.value,
                factor == 0 ? USUAL_COST_FACTOR : factor,
                number(found, "eval-size", 0),
                number(found, "unk-eval-size", 0),
                group == 0 ? USUAL_GROUP : group,
                charset);
    }

    /** A value, and where it stands. */
    private record Setting(String value, Location where) {}

    private static Map<String, Setting> lines(Path file, Charset charset) {
        Map<String, Setting> found = new TreeMap<>();
        try (LineReader lines = LineReader.open(file, charset)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                String text = line.strip();
                if (text.isEmpty() || text.startsWith("#") || text.startsWith(";")) {
                    continue;
                }
                int equals = text.indexOf('=');
                if (equals < 0) {
                    throw new DataFormatException(
                            lines.location(), "the line '" + text + "' has no '='; expected 'key = value'");
                }
                found.put(
                        text.substring(0, equals).strip(),
                        new Setting(text.substring(equals + 1).strip(), lines.location()));
            }
        }
        return found;
    }

    private static int number(Map<String, Setting> found, String key, int usual) {
        Setting setting = found.get(key);
        return setting == null
                ? usual
                : DictionaryNumbers.parse(setting.value, key, 0, Integer.MAX_VALUE, setting.where);
    }
}
