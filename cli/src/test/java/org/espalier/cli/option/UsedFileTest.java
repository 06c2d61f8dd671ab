package org.espalier.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every option and parameter that names files says what becomes of them, so that none escapes {@link CommandFiles}. */
final class UsedFileTest {
    /** Options of text that name no file. Whoever adds one decides here, or by {@link UsedFile}. */
    private static final Set<String> NO_FILES = Set.of(
            "--algo",
            "--algorithm",
            "--comments",
            "--cors-origin",
            "--feature-map",
            "--host",
            "--ignore-columns",
            "--keep",
            "--kernel",
            "--label",
            "--label-column",
            "--label-cut",
            "--label-separator",
            "--label-split",
            "--lags",
            "--master",
            "--node-column",
            "--regressors",
            "--max-segment-of",
            "--memory",
            "--offsets",
            "--param",
            "--path",
            "--reference-label",
            "--rows",
            "--separator",
            "--set",
            "--smoothing",
            "--spark-option",
            "--tokenizer",
            "--tie",
            "--transition-smoothing",
            "--type",
            "--sequence-column",
            "--unknown",
            "--unknown-label",
            "--value-columns",
            "--weight-column");

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(UsedFileTest::all));
    }

    private static Stream<ArgSpec> arguments() {
        return all(Program.commandLine()).flatMap(command -> command.getCommandSpec().args().stream());
    }

    private static List<Class<?>> types(ArgSpec argument) {
        List<Class<?>> types = new ArrayList<>(List.of(argument.typeInfo().getType()));
        argument.typeInfo().getAuxiliaryTypeInfos().forEach(info -> types.add(info.getType()));
        return types;
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String place(ArgSpec argument) {
        return argument.command().qualifiedName() + " " + name(argument);
    }

    @Test
    void everyArgumentOfAFileSaysWhatBecomesOfIt() {
        Set<String> undeclared = new TreeSet<>();
        arguments().forEach(argument -> {
            List<Class<?>> types = types(argument);
            boolean file = types.contains(Path.class) || types.contains(File.class);
            boolean text = types.contains(String.class)
                    && !(argument instanceof OptionSpec && NO_FILES.contains(name(argument)));
            if ((file || text) && CommandFiles.use(argument) == null) {
                undeclared.add(place(argument));
            }
        });
        assertThat(undeclared)
                .as("arguments that may name files; annotate them with @UsedFile, or list them here as no files")
                .isEmpty();
    }

    @Test
    void whatIsReadOrWrittenHasAName() {
        List<String> written = new ArrayList<>();
        arguments().forEach(argument -> {
            UsedFile used = CommandFiles.use(argument);
            if (used != null && Set.of(UsedFile.Use.READ, UsedFile.Use.WRITTEN).contains(used.value())) {
                assertThat(used.what()).as(place(argument)).startsWith("the ").hasSizeGreaterThan(4);
            }
            if (used != null && used.value() == UsedFile.Use.WRITTEN) {
                written.add(place(argument));
            }
        });
        assertThat(written)
                .contains(
                        "espalier train --output",
                        "espalier train --report",
                        "espalier train --checkpoint",
                        "espalier tune --journal",
                        "espalier convert output",
                        "espalier crfsuite learn --model",
                        "espalier crf_test --output");
    }

    @Test
    void theListOfOptionsWithoutFilesIsNotLongerThanNeeded() {
        Set<String> names = new TreeSet<>();
        arguments().forEach(argument -> names.add(name(argument)));
        assertThat(names).containsAll(NO_FILES);
    }
}
