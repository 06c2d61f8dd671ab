package org.espalier.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Says what is wrong with values of options whose conversion complains with the names of Java's exceptions.
 *
 * <p>They are said anew when they are wrong, and not read by converters of our own, because registering one has picocli load
 * all of its own, at every start.
 */
final class OptionValues {
    private static final String CONVERSION = "cannot convert '";

    private OptionValues() {}

    /** The message in the user's words. */
    static String problem(ParameterException exception) {
        String message = String.valueOf(exception.getMessage());
        String value = exception.getValue();
        int begin = message.indexOf(CONVERSION);
        if (begin < 0 || value == null) {
            return message;
        }
        String place = message.substring(0, begin);
        if (message.contains("Charset (java.")) {
            return place + "'" + value
                    + "' is not a known encoding; expected a name such as UTF-8, ISO-8859-1 or windows-1252";
        }
        return message.contains("Path (java.") ? place + pathProblem(value) : message;
    }

    private static String pathProblem(String name) {
        try {
            path(name);
            return "'" + name + "' cannot be the name of a file";
        } catch (TypeConversionException e) {
            return String.valueOf(e.getMessage());
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
