package org.espalier.dictionary;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * The files of a dictionary in a directory. All have the same encoding: the one that is asked for, that of {@code config-charset} in dicrc, or
 * UTF-8.
 *
 * @param directory where they are
 * @param charset their encoding
 * @param settings those of dicrc
 */
public record DictionaryFiles(Path directory, Charset charset, DictionarySettings settings) {
    /** The name of the file of unknown words. */
    public static final String UNKNOWN = "unk.def";

    /** The ids of left contexts, and what they are. */
    public static final String LEFT_IDS = "left-id.def";

    /** The ids of right contexts, and what they are. */
    public static final String RIGHT_IDS = "right-id.def";

    /**
     * Opens a directory.
     *
     * @param encoding of the files; null for the one that dicrc names, or UTF-8
     * @throws DataFormatException when it is no dictionary
     */
    public static DictionaryFiles open(Path directory, @Nullable Charset encoding) {
        if (!Files.isDirectory(directory)) {
            throw new DataFormatException(
                    new Location(directory.toString(), 0),
                    "there is no such directory; expected one with the files of a dictionary: dicrc, *.csv, char.def, unk.def");
        }
        DictionarySettings settings = DictionarySettings.read(directory.resolve(DictionarySettings.FILE), encoding);
        Charset named = settings.charset();
        Charset used = encoding != null ? encoding : named != null ? named : StandardCharsets.UTF_8;
        return new DictionaryFiles(directory, used, settings);
    }

    /** The files of words, in the order of their names. */
    public List<Path> csvFiles() {
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> files = all.filter(file -> file.getFileName()
                            .toString()
                            .toLowerCase(Locale.ROOT)
                            .endsWith(".csv"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new DataFormatException(
                        new Location(directory.toString(), 0),
                        "there are no *.csv files; expected at least one with words: surface,0,0,0,features");
            }
            return files;
        } catch (IOException e) {
            throw new DataFormatException(
                    new Location(directory.toString(), 0), "the directory cannot be read: " + e.getMessage(), e);
        }
    }

    /** The words. */
    public Lexicon lexicon() {
        return Lexicon.read(csvFiles(), charset);
    }

    /** What unknown words may be; the surfaces are the names of categories. */
    public Lexicon unknown() {
        return Lexicon.read(List.of(directory.resolve(UNKNOWN)), charset);
    }

    /** The categories of characters. */
    public CharacterCategories categories() {
        return CharacterCategories.read(directory.resolve(CharacterCategories.FILE), charset);
    }

    /** The costs of connections. */
    public ConnectionMatrix matrix() {
        return ConnectionMatrix.read(directory.resolve(ConnectionMatrix.FILE));
    }

    /** What words look like to features. */
    public RewriteRules rewriteRules() {
        return RewriteRules.read(directory.resolve(RewriteRules.FILE), charset);
    }

    /** What costs are learnt from. */
    public FeatureTemplates templates() {
        return FeatureTemplates.read(directory.resolve(FeatureTemplates.FILE), charset);
    }

    /** Finds the words of texts. */
    public WordFinder wordFinder() {
        return new WordFinder(lexicon(), unknown(), categories(), this);
    }
}
