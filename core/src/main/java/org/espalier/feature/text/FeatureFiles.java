package org.espalier.feature.text;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.espalier.feature.FeatureDefinition;

/** Finds what a feature specification names: gazetteers, classes and vectors of words, in files or in a model. */
public interface FeatureFiles {

    /**
     * The entries of a gazetteer.
     *
     * @param name the gazetteer's name in the specification
     * @param path what stands after the {@code =}; empty when nothing does
     */
    List<String> gazetteer(String name, String path);

    /**
     * The classes of words.
     *
     * @param name their name in the specification
     * @param path what stands after the {@code =}; empty when nothing does
     * @param minimum words that were counted less often are left out; 0 keeps all
     */
    WordClasses clusters(String name, String path, int minimum);

    /**
     * The vectors of words.
     *
     * @param name their name in the specification
     * @param path what stands after the {@code =}; empty when nothing does
     * @param options how to read them; what a model kept was read already
     */
    WordVectors embedding(String name, String path, EmbeddingOptions options);

    /** Knows none: a specification that names a file is refused. */
    static FeatureFiles none() {
        return new NoFiles();
    }

    /**
     * Reads files in UTF-8, packed when their names end in {@code .gz}.
     *
     * @param folder what relative paths are relative to
     */
    static FeatureFiles in(Path folder) {
        return new FilesInFolder(folder);
    }

    /** Has what a model kept. */
    static FeatureFiles kept(FeatureDefinition definition) {
        return new KeptFiles(definition);
    }

    /** See {@link #none}. */
    final class NoFiles implements FeatureFiles {
        private NoFiles() {}

        @Override
        public List<String> gazetteer(String name, String path) {
            throw refused("gazetteer", name);
        }

        @Override
        public WordClasses clusters(String name, String path, int minimum) {
            throw refused("clusters", name);
        }

        @Override
        public WordVectors embedding(String name, String path, EmbeddingOptions options) {
            throw refused("embedding", name);
        }

        private static IllegalArgumentException refused(String item, String name) {
            return new IllegalArgumentException(item + " '" + name + "': there is no folder to read files from here");
        }
    }

    /** See {@link #in}. */
    record FilesInFolder(Path folder) implements FeatureFiles {

        /** One entry per line; blank lines and lines that begin with {@code #} are skipped. */
        @Override
        public List<String> gazetteer(String name, String path) {
            Path file = file("gazetteer", name, path);
            List<String> entries = new ArrayList<>();
            try (LineReader lines = LineReader.open(file)) {
                for (String line = lines.next(); line != null; line = lines.next()) {
                    if (!line.isBlank() && !line.startsWith("#")) {
                        entries.add(line);
                    }
                }
            }
            if (entries.isEmpty()) {
                throw new DataFormatException(
                        new Location(file.toString(), 0),
                        "the gazetteer '" + name + "' has no entries; expected one per line");
            }
            return entries;
        }

        @Override
        public WordClasses clusters(String name, String path, int minimum) {
            return WordClasses.read(file("clusters", name, path), minimum);
        }

        @Override
        public WordVectors embedding(String name, String path, EmbeddingOptions options) {
            return WordVectors.read(file("embedding", name, path), options);
        }

        private Path file(String item, String name, String path) {
            if (path.isEmpty()) {
                throw new IllegalArgumentException(
                        item + "(" + name + ") names no file; write " + item + "(" + name + "=path/of/file.txt)");
            }
            try {
                Path file = folder.resolve(path);
                if (Files.notExists(file)) {
                    throw new IllegalArgumentException(item + " '" + name + "': there is no file " + file
                            + "; check the name, relative to the directory "
                            + folder.toAbsolutePath());
                }
                return file;
            } catch (InvalidPathException e) {
                throw new IllegalArgumentException(item + " '" + name + "': '" + path + "' is not a path", e);
            }
        }
    }

    /** See {@link #kept}. */
    record KeptFiles(FeatureDefinition definition) implements FeatureFiles {

        @Override
        public List<String> gazetteer(String name, String path) {
            List<String> entries = definition.gazetteers().get(name);
            if (entries == null) {
                throw new IllegalArgumentException("the model has no entries for its gazetteer '" + name + "'");
            }
            return entries;
        }

        @Override
        public WordClasses clusters(String name, String path, int minimum) {
            return WordClasses.from(table("word classes", name));
        }

        @Override
        public WordVectors embedding(String name, String path, EmbeddingOptions options) {
            return WordVectors.from(table("word vectors", name));
        }

        private ByteBuffer table(String what, String name) {
            ByteBuffer bytes = definition.tables().get(name);
            if (bytes == null) {
                throw new IllegalArgumentException("the model has no table for its " + what + " '" + name + "'");
            }
            return bytes;
        }
    }
}
