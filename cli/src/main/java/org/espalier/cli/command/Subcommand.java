package org.espalier.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.CommandFiles;
import org.espalier.cli.option.OptionRule;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.Streams;
import org.espalier.cli.plot.Figure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** What all commands share: the streams, and the two kinds of complaint. */
@Command(versionProvider = Version.class, addMethodSubcommands = false, sortOptions = false, abbreviateSynopsis = true)
public abstract class Subcommand implements Callable<Integer>, Caller {
    @Spec
    private @Nullable CommandSpec spec;

    /** One option, because picocli warns of a second one for help; which name was used decides what is shown. */
    @Option(
            names = {"-h", "--help", "--help-all"},
            usageHelp = true,
            description = "Show this help, or every option with --help-all, and exit.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Print the version and exit.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    /** Does the work and returns the exit code. */
    protected abstract int run() throws Exception;

    /** Tells which files are read and written, where {@link UsedFile} cannot. */
    protected void declare(CommandFiles files) {}

    /** Whether {@code -} never is the name of a file. */
    protected boolean dashIsStandard() {
        return true;
    }

    /** Before anything is read or written. */
    private void checkFiles() {
        CommandFiles files = CommandFiles.of(parsed());
        declare(files);
        String problem = files.problem(dashIsStandard());
        if (problem != null) {
            throw usage(problem);
        }
        files.checkOutputs();
        if (files.hasOutputs()) {
            streams().outliveReader();
        }
    }

    @Override
    public final Integer call() throws Exception {
        try {
            checkFiles();
            return run();
        } catch (OutOfMemoryError e) {
            String command = Objects.requireNonNull(spec).qualifiedName();
            throw new CommandFailure(MemoryAdvice.of(command, e), e);
        }
    }

    /** Where the command writes. */
    protected final Streams streams() {
        return ((Host) Objects.requireNonNull(spec).root().userObject()).streams();
    }

    /** What was given on the command line. */
    protected final ParseResult parsed() {
        return Objects.requireNonNull(spec).commandLine().getParseResult();
    }

    @Override
    public final ParameterException usage(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }

    /** What is made of options; what they refuse is wrong usage. */
    protected final <T> T orUsage(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw usage(inOptions(String.valueOf(e.getMessage())));
        }
    }

    /** With the option in place of the name that the library has for it, as --min-count for minCount. */
    private String inOptions(String message) {
        Matcher named = Pattern.compile("([a-z]+[0-9]*(?:[A-Z][a-z0-9]*)*) = ").matcher(message);
        if (!named.lookingAt()) {
            return message;
        }
        String name = named.group(1);
        String option = name.equals("cost") && !isGiven("--cost") ? "--margin" : "--" + kebab(name);
        boolean known = Objects.requireNonNull(spec).findOption(option) != null;
        return known ? option + message.substring(name.length()) : message;
    }

    private static String kebab(String name) {
        return name.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    }

    /** Refuses the name of a picture, or null, that says no known format. */
    protected final void requirePicture(@Nullable Path plot) {
        if (plot != null && !Figure.isPicture(plot)) {
            throw usage("--plot " + plot + "; expected a name that ends in .svg or .png");
        }
    }

    /** Whether the option stands on the command line, and is not only at its default. */
    protected final boolean isGiven(String option) {
        return Objects.requireNonNull(spec).commandLine().getParseResult().hasMatchedOption(option);
    }

    @Override
    public final void noteOldSpelling(String old, String current) {
        streams().say("note: " + old + " is now spelt " + current + "; the old spelling will go away");
    }

    /** Warns of options that are given and have no effect. */
    protected final void tellIdle(List<OptionRule> rules) {
        OptionRule.tell(rules, this::isGiven, this::warn);
    }

    @Override
    public final void warn(String message) {
        streams().say("warning: " + message);
    }
}
