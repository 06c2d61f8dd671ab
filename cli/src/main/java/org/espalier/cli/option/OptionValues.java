package org.espalier.cli.option;

import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Says what is wrong with the value of an option: what was found and what is expected, in words that are not Java's.
 *
 * <p>The words are found when a value is wrong, and not by converters of our own, because registering one has picocli load all of its
 * own, at every start.
 */
public final class OptionValues {
    private OptionValues() {}

    /** The message in the user's words. */
    public static String problem(ParameterException exception) {
        ArgSpec argument = exception.getArgSpec();
        String value = exception.getValue();
        Throwable cause = exception.getCause(); // only a failed conversion has one
        if (argument == null || value == null || cause == null) {
            return String.valueOf(exception.getMessage());
        }
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        if (argument.converters().length > 0) {
            return name + " is " + cause.getMessage();
        }
        Class<?> type = argument.auxiliaryTypes()[0];
        if (type == boolean.class) {
            return name + " takes no value, but has '" + value + "'; leave the value out";
        }
        if (type == Path.class) {
            return name + " is " + pathProblem(value);
        }
        String expected = expected(type, value);
        return expected == null
                ? String.valueOf(exception.getMessage())
                : name + " is '" + value + "'; expected " + expected;
    }

    private static @Nullable String expected(Class<?> type, String value) {
        if (type == int.class || type == Integer.class) {
            return wholeNumber(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == long.class || type == Long.class) {
            return wholeNumber(value, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == double.class || type == Double.class || type == float.class || type == Float.class) {
            return "a number such as 10, 0.5 or 1e-3";
        }
        if (type == Charset.class) {
            return "an encoding such as UTF-8, ISO-8859-1 or windows-1252";
        }
        return type.isEnum() ? "one of " + String.join(", ", choices(type)) : null;
    }

    private static String wholeNumber(String value, long least, long most) {
        if (!value.matches("[-+]?\\d+")) {
            return "a whole number";
        }
        return "a whole number of at " + (value.startsWith("-") ? "least " + least : "most " + most);
    }

    /** The values of an option with these choices, as the help writes them. */
    static List<String> choices(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(choice -> choice.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    private static String pathProblem(String name) {
        try {
            return "'" + path(name) + "'; expected the name of a file";
        } catch (TypeConversionException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** The file of this name, for converters. */
    static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + name + "'; expected the name of a file (" + e.getReason() + ")");
        }
    }
}
