package org.espalier.cli.option;

import java.lang.reflect.AnnotatedElement;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.output.OutputFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The files that a command line names. No output may be an input or another output: whoever mixes names up would lose data
 * that no one can bring back.
 */
public final class CommandFiles {
    private static final String STANDARD = "-";
    private static final Path STANDARD_INPUT = Path.of("/dev/stdin");
    private static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

    private static final String TEMPLATES = "template=";

    /**
     * A file.
     *
     * @param option by which it was named; empty for a parameter
     * @param what it holds
     * @param name as it was typed
     * @param standardInput whether it is standard input
     * @param replacedBy what may be written in its place
     */
    private record Named(String option, String what, String name, boolean standardInput, String replacedBy) {
        Path path() {
            return standardInput ? STANDARD_INPUT : Path.of(name);
        }

        /** As it stands on the command line. */
        String shown() {
            return option.isEmpty() ? name : option + " " + name;
        }
    }

    private final List<Named> inputs = new ArrayList<>();
    private final List<Named> outputs = new ArrayList<>();

    /** Those of the options and parameters that were given. */
    public static CommandFiles of(ParseResult parsed) {
        CommandFiles files = new CommandFiles();
        for (ArgSpec argument : parsed.matchedArgs()) {
            UsedFile used = use(argument);
            if (used != null) {
                String option = argument instanceof OptionSpec named ? named.longestName() : "";
                files.add(used, option, argument.getValue());
            }
        }
        return files;
    }

    /** What is done with the files of an option, or null when it is not one of files. */
    static @Nullable UsedFile use(ArgSpec argument) {
        return argument.userObject() instanceof AnnotatedElement field ? field.getAnnotation(UsedFile.class) : null;
    }

    private void add(UsedFile used, String option, @Nullable Object value) {
        if (value instanceof Collection<?> several) {
            for (Object each : several) {
                add(used, option, each);
            }
        } else if (value != null) {
            String name = value.toString();
            switch (used.value()) {
                case READ ->
                    inputs.add(new Named(
                            option,
                            used.what(),
                            name,
                            used.standardInput() && name.equals(STANDARD),
                            used.replacedBy()));
                case WRITTEN -> writes(option, used.what(), name);
                case NAMED_IN_TEXT -> addNamed(option, used.what(), name);
                case DIRECTORY, DECLARED, NONE -> {}
            }
        }
    }

    private void addNamed(String option, String what, String text) {
        if (text.startsWith(TEMPLATES)) {
            for (String name : text.substring(TEMPLATES.length()).split("[|,]")) {
                reads(option, "a template", name);
            }
        }
        for (String name : filesOfFeatures(text)) {
            reads(option, what, name);
        }
    }

    /** The paths of {@code gazetteer(units=units.txt)}, {@code clusters(brown=paths.txt)} and the like, quoted or not. */
    private static List<String> filesOfFeatures(String text) {
        List<String> names = new ArrayList<>();
        // Made here, because most commands have none and start faster without.
        Matcher found = Pattern.compile(
                        "(?:gazetteer|clusters|embedding)\\(\\s*[^=,()\"]+=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^,)\"]*))")
                .matcher(text);
        while (found.find()) {
            names.add((found.group(1) == null ? found.group(2) : found.group(1)).strip());
        }
        return names;
    }

    /** The command reads this file. */
    public void reads(String option, String what, String name) {
        if (!name.isEmpty()) {
            inputs.add(new Named(option, what, name, false, ""));
        }
    }

    /** The command reads standard input. */
    public void readsStandardInput(String what) {
        inputs.add(new Named("", what, STANDARD, true, ""));
    }

    /** The command writes this file. */
    public void writes(String option, String what, String name) {
        if (!name.isEmpty()) {
            outputs.add(new Named(option, what, name, false, ""));
        }
    }

    /** Whether the command leaves a file behind. */
    public boolean hasOutputs() {
        return !outputs.isEmpty();
    }

    /** What is wrong with the choice of names, or null when nothing is. */
    @Nullable
    public String problem(boolean dashIsStandard) {
        for (List<Named> files : List.of(inputs, outputs)) {
            for (Named file : files) {
                String problem = nameProblem(file);
                if (problem != null) {
                    return problem;
                }
            }
        }
        if (dashIsStandard) {
            String problem = dashProblem();
            if (problem != null) {
                return problem;
            }
        }
        String twice = readTwice();
        return twice == null ? overwritten() : twice;
    }

    private static @Nullable String nameProblem(Named file) {
        try {
            file.path();
            return null;
        } catch (InvalidPathException e) {
            return file.shown() + ": no file can have this name: " + e.getReason();
        }
    }

    /** Models are not read from or written to the standard streams, though somebody may expect it. */
    private @Nullable String dashProblem() {
        for (Named output : outputs) {
            if (output.name().equals(STANDARD)) {
                return output.shown() + ": " + output.what()
                        + " is not written to standard output; give the name of a file"
                        + " (/dev/stdout where the system has it, ./- for a file of that name)";
            }
        }
        for (Named input : inputs) {
            if (input.name().equals(STANDARD) && !input.standardInput()) {
                return input.shown() + ": " + input.what()
                        + " is not read from standard input; give the name of a file (./- for a file of that name)";
            }
        }
        return null;
    }

    private @Nullable String readTwice() {
        Named first = null;
        for (Named input : inputs) {
            if (input.standardInput()) {
                if (first != null) {
                    return "standard input (-) is given twice, for " + first.what() + " and for " + input.what()
                            + "; it can be read only once, so give the name of a file for one of them";
                }
                first = input;
            }
        }
        return null;
    }

    private @Nullable String overwritten() {
        for (int k = 0; k < outputs.size(); k++) {
            Named output = outputs.get(k);
            for (Named input : inputs) {
                boolean allowed = input.replacedBy().equals(output.what());
                if (!allowed && FileIdentity.same(output.path(), input.path())) {
                    return output.shown() + ": " + output.what() + " would overwrite " + input.what()
                            + also(output, input) + "; give it its own name";
                }
            }
            for (Named other : outputs.subList(0, k)) {
                if (FileIdentity.same(output.path(), other.path())) {
                    return output.shown() + ": " + output.what() + " would overwrite " + other.what()
                            + also(output, other) + "; give each its own name";
                }
            }
        }
        for (Named input : inputs) {
            if (!input.standardInput() && FileIdentity.same(STANDARD_OUTPUT, input.path())) {
                return input.shown() + ": standard output goes to the file from which " + input.what()
                        + " would be read; redirect it to another one";
            }
        }
        return null;
    }

    /** How the other is called, if it is not called the same. */
    private static String also(Named output, Named other) {
        return output.name().equals(other.name())
                ? ", which is the same file"
                : ", the same file as " + (other.standardInput() ? "standard input" : other.name());
    }

    /** Hours of work must not end in a file that cannot be written. */
    public void checkOutputs() {
        for (Named output : outputs) {
            OutputFiles.check(output.path(), output.what());
        }
    }
}
