package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
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

    private static final Pattern JAVA =
            Pattern.compile("java[.x]|org\\.espalier|picocli|Exception|\\bclass \\w|\tat |\\bjava\\b|[a-z]\\w*\\$\\w");

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
        CommandLine root = Main.commandLine(new Main());
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
        boolean attached = each.value().isEmpty() && each.option().startsWith("--");
        if (attached) {
            arguments.add(each.option() + "=");
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
            assertThat(outcome.err()).as("%s: %s", each, outcome).contains(each.option());
        }
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
            default -> List.of();
        };
    }
}
