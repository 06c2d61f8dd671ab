package org.espalier.cli.dropin.crfpp;

import java.util.Arrays;

/** Options that mean one thing to CRF++ and another to every other command of this program. */
public final class CrfppArguments {
    private static final String VERBOSE = "--verbose";

    private CrfppArguments() {}

    /** The same arguments; of CRF++'s commands in words that have one meaning only. */
    public static String[] understood(String... arguments) {
        return switch (arguments.length == 0 ? "" : arguments[0]) {
            case "crf_test" ->
                Arrays.stream(arguments)
                        .map(argument -> argument.equals(VERBOSE)
                                ? "-v"
                                : argument.startsWith(VERBOSE + "=")
                                        ? "-v" + argument.substring(VERBOSE.length() + 1)
                                        : argument)
                        .toArray(String[]::new);
            case "crf_learn" ->
                Arrays.stream(arguments)
                        .map(argument -> argument.equals("-v") ? "--version" : argument)
                        .toArray(String[]::new);
            default -> arguments;
        };
    }
}
