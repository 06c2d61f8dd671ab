package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import org.espalier.cli.command.ExitCode;
import org.espalier.cli.command.Host;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.command.Version;
import org.espalier.cli.dropin.crfpp.CrfLearnCommand;
import org.espalier.cli.dropin.crfpp.CrfTestCommand;
import org.espalier.cli.dropin.crfpp.CrfppArguments;
import org.espalier.cli.dropin.crfsuite.CrfsuiteCommand;
import org.espalier.cli.dropin.wapiti.WapitiCommand;
import org.espalier.cli.graph.GraphCommand;
import org.espalier.cli.help.HelpPages;
import org.espalier.cli.input.ClosedInput;
import org.espalier.cli.lattice.LatticeCommand;
import org.espalier.cli.multilabel.MultilabelCommand;
import org.espalier.cli.option.FamiliarOptions;
import org.espalier.cli.option.OptionValues;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.ResultWriter;
import org.espalier.cli.output.Streams;
import org.espalier.data.DataFormatException;
import org.espalier.model.ModelFormatException;
import org.espalier.train.TrainingException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code espalier}: exit code 0 for success, 1 for a failure, 2 for wrong usage. */
@Command(
        name = "espalier",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        addMethodSubcommands = false,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Structured prediction for the JVM: train, use and inspect conditional random fields.",
            "",
            "A model learns from sequences in which every token has a label, and then labels sequences it has never"
                    + " seen. Start with 'espalier demo'.",
            ""
        },
        footer = {
            "",
            "'espalier COMMAND --help' explains a command and lists the topics of its options; 'espalier help COMMAND"
                    + " TOPIC' explains a topic. Results go to standard output, messages to standard error.",
            "Exit codes: 0 success, 1 failure, 2 wrong usage, 130 or 143 stopped by Ctrl-C or SIGTERM (the model so"
                    + " far is saved).",
            "ESPALIER_JAVA_OPTS passes options to the JVM (-Xmx8g); ESPALIER_DEBUG=1 shows stack traces, as --verbose does."
        })
public final class Main implements Callable<Integer>, Host {
    /** In the order of the help. */
    private static final List<String> COMMANDS = List.of(
            "demo",
            "train",
            "tune",
            "compare-optimizers",
            "tag",
            "eval",
            "explain",
            "diff",
            "inspect",
            "compress",
            "calibrate",
            "convert",
            "verify",
            "check",
            "cluster",
            "serve",
            "graph",
            "lattice",
            "multilabel",
            "spark",
            "crfsuite",
            "wapiti",
            "crf_learn",
            "crf_test",
            "help",
            "completion");

    private final Streams streams;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show the stack trace of a failure.")
    private boolean verbose;

    /** With the streams of the process. */
    public Main() {
        this(Streams.standard());
    }

    Main(Streams streams) {
        this.streams = streams;
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        ClosedInput.guard();
        // Picocli need not look for classes of dates, of databases and of Groovy, which is felt at every start.
        System.setProperty("picocli.converters.excludes", "java.[st].*");
        System.setProperty("picocli.disable.closures", "true");
        System.exit(run(Streams.standard(), arguments));
    }

    /** Runs the command line and returns its exit code. */
    static int run(Streams streams, String... arguments) {
        Main main = new Main(streams);
        int code = commandLine(main, needed(arguments)).execute(CrfppArguments.understood(arguments));
        try {
            streams.flush();
        } catch (Streams.ClosedOutput e) {
            return code;
        } catch (UncheckedIOException e) {
            streams.say("espalier: " + e.getMessage());
            return ExitCode.FAILURE;
        }
        return code == 0 && streams.hasFailed() ? ExitCode.FAILURE : code;
    }

    /** The commands that these arguments can be about: building the others would take longer than many a command runs. */
    private static List<String> needed(String... arguments) {
        return arguments.length > 0 && COMMANDS.contains(arguments[0]) ? List.of(arguments[0]) : COMMANDS;
    }

    private static Subcommand command(String name) {
        return switch (name) {
            case "demo" -> new DemoCommand();
            case "train" -> new TrainCommand();
            case "tune" -> new TuneCommand();
            case "compare-optimizers" -> new CompareOptimizersCommand();
            case "tag" -> new TagCommand();
            case "eval" -> new EvalCommand();
            case "explain" -> new ExplainCommand();
            case "diff" -> new DiffCommand();
            case "inspect" -> new InspectCommand();
            case "compress" -> new CompressCommand();
            case "calibrate" -> new CalibrateCommand();
            case "convert" -> new ConvertCommand();
            case "verify" -> new VerifyCommand();
            case "check" -> new CheckCommand();
            case "cluster" -> new ClusterCommand();
            case "serve" -> new ServeCommand();
            case "graph" -> new GraphCommand();
            case "lattice" -> new LatticeCommand();
            case "multilabel" -> new MultilabelCommand();
            case "spark" -> new SparkCommand();
            case "crf_learn" -> new CrfLearnCommand();
            case "crf_test" -> new CrfTestCommand();
            case "wapiti" -> new WapitiCommand();
            case "crfsuite" -> new CrfsuiteCommand();
            case "help" -> new HelpCommand();
            case "completion" -> new CompletionCommand();
            default -> throw new IllegalArgumentException("no command '" + name + "'");
        };
    }

    /** With all commands. */
    static CommandLine commandLine(Main main) {
        return commandLine(main, COMMANDS);
    }

    /** With some of them. */
    static CommandLine commandLine(Main main, List<String> commands) {
        Streams streams = main.streams;
        CommandLine root = new CommandLine(main);
        for (String name : commands) {
            root.addSubcommand(command(name));
        }
        return root.setOut(new PrintWriter(new ResultWriter(streams)))
                .setErr(streams.error())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(100)
                .setHelpFactory(new HelpPages())
                .setAbbreviatedOptionsAllowed(false)
                .setExpandAtFiles(false) // @x is a name like any other
                .setParameterExceptionHandler(new WrongUsage(main))
                .setExecutionExceptionHandler(new Failure(main));
    }

    @Override
    public Streams streams() {
        return streams;
    }

    @Override
    public Integer call() {
        streams.say("espalier: no command given");
        commandLine(this).usage(streams.error());
        return ExitCode.USAGE;
    }

    /** No lambda: of one with a type of picocli the launcher's archive of classes could hold neither the lambda nor the type. */
    private record WrongUsage(Main main) implements IParameterExceptionHandler {
        @Override
        public int handleParseException(ParameterException exception, String[] arguments) {
            return main.wrongUsage(exception);
        }
    }

    /** No lambda, either. */
    private record Failure(Main main) implements IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception exception, CommandLine commandLine, ParseResult result) {
            return main.failed(exception);
        }
    }

    private int wrongUsage(ParameterException exception) {
        CommandSpec command = exception.getCommandLine().getCommandSpec();
        ParameterException cause = cause(exception);
        streams.say("espalier: " + OptionValues.problem(cause));
        if (cause instanceof UnmatchedArgumentException unmatched) {
            FamiliarOptions.advice(command, unmatched).forEach(streams::say);
        }
        streams.say("Try '" + command.qualifiedName() + " --help'.");
        return command.exitCodeOnInvalidInput();
    }

    /** A misspelt option is often why something is missing, and the better thing to complain of. */
    private static ParameterException cause(ParameterException exception) {
        List<String> unmatched = exception.getCommandLine().getUnmatchedArguments();
        return exception instanceof MissingParameterException && !unmatched.isEmpty()
                ? new UnmatchedArgumentException(exception.getCommandLine(), unmatched)
                : exception;
    }

    private int failed(Exception exception) {
        if (exception instanceof Streams.ClosedOutput) {
            return 0;
        }
        try {
            streams.flush();
        } catch (Streams.ClosedOutput | UncheckedIOException e) {
            exception.addSuppressed(e);
        }
        streams.say("espalier: " + describe(exception));
        if (verbose || System.getenv("ESPALIER_DEBUG") != null) {
            exception.printStackTrace(streams.error());
            streams.error().flush();
        }
        return ExitCode.FAILURE;
    }

    private static String describe(Exception exception) {
        if (exception instanceof DataFormatException
                || exception instanceof ModelFormatException
                || exception instanceof TrainingException
                || exception instanceof CommandFailure
                || exception instanceof IllegalArgumentException) {
            return String.valueOf(exception.getMessage());
        }
        if (exception instanceof UncheckedIOException unchecked) {
            IOException cause = unchecked.getCause();
            if (cause != null && cause.toString().equals(unchecked.getMessage())) {
                return String.valueOf(cause.getMessage());
            }
            return String.valueOf(unchecked.getMessage());
        }
        if (exception instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file or directory";
        }
        if (exception instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        if (exception instanceof IOException) {
            return "input or output failed: " + exception.getMessage();
        }
        return "internal error, please report it: " + exception + " (--verbose shows where)";
    }
}
