package org.espalier.cli;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Reads values of options whose usual conversion would complain with the names of Java's exceptions. */
final class OptionValues {
    private OptionValues() {}

    /** Has the command line and all its commands read values here. */
    static void register(CommandLine root) {
        root.registerConverter(Charset.class, OptionValues::charset);
        root.registerConverter(Path.class, OptionValues::path);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + name
                    + "' is not a known encoding; expected a name such as UTF-8, ISO-8859-1 or windows-1252");
        }
    }

    /** The file of this name. */
    static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + name + "' cannot be the name of a file: " + e.getReason());
        }
    }
}
