package org.espalier.feature.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/** Finds the entries of the gazetteers that a feature specification names. */
@FunctionalInterface
public interface GazetteerLoader {

    /**
     * The entries of a gazetteer.
     *
     * @param name the gazetteer's name in the specification
     * @param path what stands after the {@code =}; empty when nothing does
     */
    List<String> load(String name, String path);

    /** Knows none: a specification with a gazetteer is refused. */
    static GazetteerLoader none() {
        return (name, path) -> {
            throw new IllegalArgumentException(
                    "gazetteer '" + name + "': there is no folder to read gazetteers from here");
        };
    }

    /**
     * Reads files in UTF-8, one entry per line; blank lines and lines that begin with {@code #} are skipped.
     *
     * @param folder what relative paths are relative to
     */
    static GazetteerLoader files(Path folder) {
        return (name, path) -> {
            if (path.isEmpty()) {
                throw new IllegalArgumentException(
                        "gazetteer(" + name + ") names no file; write gazetteer(" + name + "=path/of/file.txt)");
            }
            return readFile(name, folder, path);
        };
    }

    private static List<String> readFile(String name, Path folder, String path) {
        List<String> entries = new ArrayList<>();
        Path file = folder;
        try {
            file = folder.resolve(path);
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                String entry = line.startsWith("\uFEFF") ? line.substring(1) : line;
                if (!entry.isBlank() && !entry.startsWith("#")) {
                    entries.add(entry);
                }
            }
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("gazetteer '" + name + "': '" + path + "' is not a path", e);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("gazetteer '" + name + "': there is no file " + file, e);
        } catch (CharacterCodingException e) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the gazetteer '" + name + "' is not valid UTF-8; convert it to UTF-8");
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "gazetteer '" + name + "': cannot read " + file + ": " + e.getMessage(), e);
        }
        if (entries.isEmpty()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the gazetteer '" + name + "' has no entries; expected one per line");
        }
        return entries;
    }
}
