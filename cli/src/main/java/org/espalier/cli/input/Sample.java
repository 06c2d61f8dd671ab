package org.espalier.cli.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.output.CommandFailure;

/**
 * The bundled sample, recipe-ingredient lines, as a folder of ordinary files.
 *
 * <p>It lies inside the program's jar, so that it is there however the program was started.
 */
public record Sample(Path folder) {
    private static final String RESOURCES = "/org/espalier/cli/samples/ingredients/";
    private static final List<String> FILES = List.of(
            "README.md",
            "train.txt",
            "test.txt",
            "unseen.txt",
            "template",
            "gazetteers/units.txt",
            "gazetteers/prep.txt");

    /** Writes the files of the sample into a folder, which is made when it is missing. */
    public static Sample unpack(Path folder) throws IOException {
        for (String name : FILES) {
            try (InputStream input = Sample.class.getResourceAsStream(RESOURCES + name)) {
                if (input == null) {
                    throw new IOException("the program's jar file is missing " + RESOURCES + name + "; build it again");
                }
                write(folder.resolve(name), input.readAllBytes());
            }
        }
        return new Sample(folder);
    }

    /** Leaves a file alone that is somebody's own. */
    private static void write(Path target, byte[] content) throws IOException {
        if (!Files.exists(target)) {
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.write(target, content);
        } else if (!Files.isRegularFile(target) || !Arrays.equals(Files.readAllBytes(target), content)) {
            throw new CommandFailure(target + " exists and is not the sample's; choose another --folder, or remove it");
        }
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** The features that do best on the sample: the usual ones and two lists of words. */
    public String features() {
        return "text,gazetteer(units=" + argument("gazetteers/units.txt") + "),gazetteer(prep="
                + argument("gazetteers/prep.txt") + ")";
    }

    private String argument(String name) {
        String path = path(name);
        return path.matches("[A-Za-z0-9_./:-]+") ? path : "\"" + path + "\"";
    }

    /** A path as a specification and every shell take it. */
    public String path(String name) {
        return file(name).toString().replace('\\', '/');
    }
}
