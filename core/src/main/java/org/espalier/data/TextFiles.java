package org.espalier.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of documents: a directory stands for the {@code .txt} files in it and below it, in the order of their names; of brat's two files
 * either may be named, or both. Each may be packed, with {@code .gz} behind its name.
 */
final class TextFiles {
    private static final String TEXT = ".txt";
    private static final String ANNOTATIONS = ".ann";
    private static final String PACKED = ".gz";

    private TextFiles() {}

    /** The files of the documents, one each. */
    static List<Path> expand(DataOptions options, List<Path> sources) {
        if (options.format() != Format.DOCUMENT && options.format() != Format.BRAT) {
            return sources;
        }
        Set<Path> files = new LinkedHashSet<>();
        for (Path source : sources) {
            if (Files.isDirectory(source)) {
                files.addAll(inside(source, options));
            } else {
                files.add(options.format() == Format.BRAT ? text(source) : source);
            }
        }
        return List.copyOf(files);
    }

    private static List<Path> inside(Path directory, DataOptions options) {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw new DataFormatException(
                    new Location(directory.toString(), 0), "the directory cannot be read: " + e.getMessage(), e);
        }
        List<Path> texts = new ArrayList<>();
        for (Path file : files) {
            if (isNamed(file, TEXT)) {
                texts.add(file);
            } else if (options.format() == Format.BRAT && isNamed(file, ANNOTATIONS)) {
                requireText(file);
            }
        }
        if (texts.isEmpty()) {
            throw new DataFormatException(
                    new Location(directory.toString(), 0),
                    "there are no .txt files in the directory (nor .txt.gz); name the files if they are called otherwise");
        }
        return texts;
    }

    /** Whether a directory holds files of annotations. */
    static boolean hasAnnotations(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.anyMatch(file -> isNamed(file, ANNOTATIONS));
        } catch (IOException e) {
            return false; // reading will tell what is wrong
        }
    }

    /** Whether a file is one of brat's two, and the other is there. */
    static boolean isPair(Path file) {
        return isNamed(file, ANNOTATIONS)
                || (isNamed(file, TEXT) && Files.isRegularFile(sibling(file, TEXT, ANNOTATIONS)));
    }

    /** Whether a file has this ending, packed or not. */
    private static boolean isNamed(Path file, String ending) {
        return file.toString().endsWith(ending) || file.toString().endsWith(ending + PACKED);
    }

    /** The text of a pair of files, of which one is named. */
    private static Path text(Path source) {
        return isNamed(source, ANNOTATIONS) ? requireText(source) : source;
    }

    private static Path requireText(Path annotations) {
        Path text = sibling(annotations, ANNOTATIONS, TEXT);
        if (!Files.exists(text)) {
            throw new DataFormatException(
                    new Location(annotations.toString(), 0),
                    "there is no text " + text.getFileName() + " beside the annotations; expected both");
        }
        return text;
    }

    /** The file of the annotations of a text; null when there is none and none is needed. */
    static @Nullable Path annotations(Path text, boolean labelled) {
        Path annotations = sibling(text, TEXT, ANNOTATIONS);
        if (Files.exists(annotations)) {
            return annotations;
        }
        if (labelled) {
            throw new DataFormatException(
                    new Location(text.toString(), 0),
                    "there are no annotations " + annotations.getFileName()
                            + " beside the text; expected both, make an empty file if the text has no spans");
        }
        return null;
    }

    /** The other file of a pair: packed like this one if it is there, otherwise the one that is, or would be beside it. */
    private static Path sibling(Path file, String end, String other) {
        String name = file.getFileName().toString();
        boolean packed = name.endsWith(PACKED);
        String plain = packed ? name.substring(0, name.length() - PACKED.length()) : name;
        String stem = plain.endsWith(end) ? plain.substring(0, plain.length() - end.length()) : plain;
        Path alike = file.resolveSibling(stem + other + (packed ? PACKED : ""));
        Path unlike = file.resolveSibling(stem + other + (packed ? "" : PACKED));
        return !Files.exists(alike) && Files.exists(unlike) ? unlike : alike;
    }
}
