package org.espalier.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.cli.Program;
import org.espalier.cli.SmallData;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every option of every command, with values that cannot be: wrong usage, in words that are not Java's. */
final class OptionValuesTest {
    /** Text that no option takes for a number, a name, a range, a pattern or an encoding. */
    private static final List<String> NONSENSE = List.of("klingon", "[(", "");

    /** Numbers that few options take. */
    private static final List<String> NUMBERS = List.of("-7", "99999999999999999999");

    /** Texts that mean something whatever they are, such as the name of a file that is not there. */
    private static final Set<Class<?>> FREE = Set.of(String.class, Path.class);

    /** Options that take a number only where one follows: what follows otherwise is a file. */
    private static final Set<String> OPTIONAL = Set.of("--errors");

    private static final Pattern JAVA = Pattern.compile(
            "java[.x]|org\\.espalier|picocli|Exception|\\bclass \\w|\\ban? (int|long|double|float|boolean)\\b|\tat |\\bjava\\b|[a-z]\\w*\\$\\w");

    @TempDir
    static Path folder;

    static Path data;
    static Path small;
    static Path model;

    @BeforeAll
    static void train() {
        model = SmallData.model(folder);
        data = folder.resolve("model-data.txt");
        small = SmallData.write(folder, "small.txt", SmallData.columns(6, 1));
    }

    /** An option of a command, with one value. */
    record Case(List<String> command, String option, String value, boolean free) {
        @Override
        public String toString() {
            return String.join(" ", command) + " " + option + " '" + value + "'";
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        CommandLine root = Program.commandLine();
        root.getSubcommands().values().stream().distinct().forEach(command -> add(List.of(), command, cases));
        return cases;
    }

    /** Nothing may be written where the test runs: names of files are in a directory that does not exist, which demo would make. */
    private static List<String> nonsense(Class<?> type, String command) {
        if (type == Path.class) {
            return command.equals("demo") ? List.of() : List.of("nowhere/klingon");
        }
        return FREE.contains(type) ? NONSENSE.subList(0, 2) : NONSENSE;
    }

    private static void add(List<String> before, CommandLine command, List<Case> cases) {
        CommandSpec spec = command.getCommandSpec();
        List<String> names =
                Stream.concat(before.stream(), Stream.of(spec.name())).toList();
        for (OptionSpec option : spec.options()) {
            if (option.arity().max() > 0) {
                Class<?> type =
                        option.typeInfo().isMultiValue() ? option.typeInfo().getAuxiliaryTypes()[0] : option.type();
                boolean free = FREE.contains(type);
                for (String value : nonsense(type, spec.name())) {
                    cases.add(new Case(names, option.longestName(), value, free));
                }
                for (String value : free ? List.of("a\0b") : NUMBERS) {
                    cases.add(new Case(names, option.longestName(), value, true));
                }
            }
        }
        command.getSubcommands().values().stream().distinct().forEach(sub -> add(names, sub, cases));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nonsenseIsRefusedInPlainWords(Case each) {
        List<Object> arguments = new ArrayList<>(each.command());
        arguments.addAll(valid(each.command()));
        boolean attached =
                each.option().startsWith("--") && (each.value().isEmpty() || OPTIONAL.contains(each.option()));
        if (attached) {
            arguments.add(each.option() + "=" + each.value());
        } else {
            arguments.addAll(List.of(each.option(), each.value()));
        }

        Program.Outcome outcome = Program.run(arguments.toArray());

        assertThat(outcome.err()).as("%s: %s", each, outcome).doesNotContainPattern(JAVA);
        assertThat(outcome.err()).as("%s: %s", each, outcome).doesNotContain("internal error");
        if (!each.free()) {
            boolean dropIn = List.of("crf_learn", "crf_test", "wapiti", "crfsuite")
                    .contains(each.command().get(0));
            assertThat(outcome.code()).as("%s: %s", each, outcome).isEqualTo(dropIn ? 1 : 2);
            assertThat(outcome.err())
                    .as("%s: %s", each, outcome)
                    .contains(each.option() + " is '" + each.value() + "'; expected ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "train --restarts two|--restarts is 'two'; expected a whole number",
                "train --restarts 2.5|--restarts is '2.5'; expected a whole number",
                "train --threads 9999999999|--threads is '9999999999'; expected a whole number of at most 2147483647",
                "train --seed -9999999999999999999|--seed is '-9999999999999999999'; expected a whole number of at least -9223372036854775808",
                "train --l2 1,5|--l2 is '1,5'; expected a number such as 10, 0.5 or 1e-3",
                "train --l2 NaN small.txt -o made|--l2 = NaN; expected a finite number of at least 0",
                "train --encoding latin|--encoding is 'latin'; expected an encoding such as UTF-8, ISO-8859-1 or windows-1252",
                "train --mixing twice|--mixing is 'twice'; expected one-shot or iterated",
                "train --quiet=very|--quiet takes no value, but has 'very'; leave the value out",
                "compare-optimizers --algorithms lbfgs,magic|--algorithms is 'magic'; expected one of auto, lbfgs, owlqn, ",
                "convert --to crf|--to is 'crf'; expected one of espalier, crfsuite, wapiti, crf++, crf++-text"
            })
    void aWrongValueSaysWhatWasFoundAndWhatIsExpected(String arguments, String problem) {
        Object[] typed = Stream.of(arguments.split(" "))
                .map(each -> each.equals("small.txt") ? small : each.equals("made") ? folder.resolve("made") : each)
                .toArray();
        Program.Outcome outcome = Program.run(typed);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("espalier: " + problem);
    }

    @Test
    void everyChoiceThatAMessageOffersIsTaken() {
        CommandLine root = Program.commandLine();
        List<String> taken = new ArrayList<>();
        for (Case each : cases()) {
            CommandLine command = root;
            for (String name : each.command()) {
                command = command.getSubcommands().get(name);
            }
            Class<?> type = command.getCommandSpec().findOption(each.option()).auxiliaryTypes()[0];
            for (String choice : type.isEnum() ? OptionValues.choices(type) : List.<String>of()) {
                List<String> arguments = new ArrayList<>(each.command());
                arguments.addAll(List.of(each.option(), choice));
                try {
                    root.parseArgs(arguments.toArray(String[]::new));
                } catch (MissingParameterException e) {
                    assertThat(e).as("other options are missing").hasNoCause();
                }
                taken.add(String.join(" ", arguments));
            }
        }
        assertThat(taken).contains("convert --to crf++-text", "train --algorithm trust-region");
    }

    /** What the command needs besides, so that nothing else is wrong. */
    private static List<Object> valid(List<String> command) {
        Path made = folder.resolve("made");
        return switch (command.get(0)) {
            case "train" -> List.of("-q", "--max-iterations", 1, small, "-o", made);
            case "tune" -> List.of("-q", "--folds", 2, "--parameter", "l2=1", small);
            case "compare-optimizers" -> List.of("-q", "-n", 1, "-a", "lbfgs", small);
            case "tag" -> List.of(data, "-m", model);
            case "eval" -> List.of(data, "-m", model);
            case "inspect" -> List.of(model);
            case "compress" -> List.of(model, "-o", made);
            case "convert" -> List.of(model, folder.resolve("made.esp"));
            case "verify" -> List.of(data, "-m", model, "-m", model);
            case "check" -> List.of(data);
            case "cluster" -> List.of("-q", "-o", made, small);
            case "serve" -> List.of("-m", folder.resolve("none.esp")); // or it would serve for ever
            default -> List.of();
        };
    }
}
