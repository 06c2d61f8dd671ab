package org.espalier.cli.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.cli.option.LearningOptions;
import org.espalier.cli.option.MixingOptions;
import org.espalier.cli.option.OptimizerOptions;
import org.espalier.cli.option.SelectionOptions;
import org.espalier.cli.option.StructureOptions;
import org.espalier.cli.output.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The options of {@code train} that are told as they were typed: files of any file system, which are no paths of this machine. */
public final class SparkTrainingOptions {
    /** Whose options become {@link org.espalier.train.TrainingOptions}, which are told by {@link TrainingArguments}. */
    private static final Set<Class<?>> LEARNT = Set.of(
            LearningOptions.class,
            StructureOptions.class,
            OptimizerOptions.class,
            SelectionOptions.class,
            MixingOptions.class);

    private static final Set<String> OTHERS = Set.of(
            "--seed",
            "--unknown-label",
            "--label-separator",
            "--dev-metric",
            "--patience",
            "--quiet",
            "--format",
            "--separator",
            "--label-column",
            "--comments",
            "--docstart",
            "--encoding");

    /** Under which names the program knows the others. */
    private static final Map<String, String> TYPED = Map.of(
            "--output", "--output",
            "--features", "--features",
            "--init", "--initial",
            "--dev", "--dev",
            "--checkpoint", "--checkpoint",
            "--checkpoint-every", "--checkpoint-every",
            "--resume", "--resume");

    private static final String TEMPLATE = "--template";

    private final ParseResult parsed;

    /** The options that were given. */
    public SparkTrainingOptions(ParseResult parsed) {
        this.parsed = parsed;
    }

    /** What is wrong with the options on Spark, or null when nothing is. */
    public @Nullable String problem() {
        for (OptionSpec option : parsed.matchedOptions()) {
            String name = option.longestName();
            boolean learnt = option.userObject() instanceof java.lang.reflect.Field field
                    && LEARNT.contains(field.getDeclaringClass());
            if (!learnt && !OTHERS.contains(name) && !TYPED.containsKey(name) && !name.equals(TEMPLATE)) {
                return name + " has no place on Spark; leave it out, or use 'espalier train'";
            }
        }
        for (String file : files()) {
            if (file.equals("-")) {
                return "Spark reads no standard input (-); give the name of a file";
            }
        }
        return null;
    }

    /** The training data. */
    public List<String> files() {
        List<String> files = new ArrayList<>();
        for (PositionalParamSpec each : parsed.matchedPositionals()) {
            files.addAll(each.originalStringValues());
        }
        return files;
    }

    /** What is told as it was typed. */
    public List<String> arguments() {
        Map<String, String> single = new LinkedHashMap<>();
        List<String> arguments = new ArrayList<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            String known = TYPED.get(option.longestName());
            if (known != null) {
                for (String value : typed(option)) {
                    arguments.addAll(List.of(known, value));
                }
            } else if (option.longestName().equals(TEMPLATE)) {
                typed(option).forEach(file -> single.put(TEMPLATE, text(Path.of(file))));
            }
        }
        single.forEach((name, value) -> arguments.addAll(List.of(name, value)));
        return arguments;
    }

    private static List<String> typed(ArgSpec option) {
        List<String> values = option.originalStringValues();
        return values.isEmpty() ? List.of("true") : values;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new CommandFailure(file + ": the template cannot be read: " + e.getMessage(), e);
        }
    }
}
