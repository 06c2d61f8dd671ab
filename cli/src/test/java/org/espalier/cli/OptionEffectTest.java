package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.LearningOptions;
import org.espalier.cli.option.MixingOptions;
import org.espalier.cli.option.ModelKind;
import org.espalier.cli.option.OptimizerOptions;
import org.espalier.cli.option.SearchOptions;
import org.espalier.cli.option.SelectionOptions;
import org.espalier.cli.option.SplitOptions;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.model.Model;
import org.espalier.train.Algorithm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option of a training, given explicitly, either changes the model, or is refused, or is said to have no effect: whatever the
 * algorithm and the kind of model are.
 */
final class OptionEffectTest {
    /** Options that are not to change the model, or that change it only together with data or options of their own tests. */
    private static final Set<String> NEUTRAL = Set.of(
            "--output",
            "--quiet",
            "--report",
            "--threads",
            "--help-all",
            "--version",
            "--kernel-cache", // never change it
            "--checkpoint",
            "--data-on-disk",
            "--init",
            "--dev", // change where it is kept, begins or ends
            "--format",
            "--encoding",
            "--separator",
            "--label-column",
            "--docstart",
            "--comments", // say how data are read
            "--unknown-label",
            "--label-separator",
            "--template",
            "--features", // depend on the data
            "--algorithm",
            "--model",
            "--loss",
            "--kernel",
            "--multiclass",
            "--no-averaging",
            "--probabilities",
            "--journal",
            "--plot",
            "--resume",
            "--parameter",
            "--search",
            "--path", // keep and choose, see TuneCommandTest
            "--bias",
            "--scratch"); // no kernel of differences sees a bias; a directory of temporary files

    /** What an option needs beside it to have an effect at all; left out where it is refused. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "--period", List.of("--tolerance", "0.3", "--l2", "1e-9"),
            "--gap-period", List.of("--gap", "0.9"),
            "--shards", List.of("--mixing", "one-shot"),
            "--epoch-iterations", List.of("--mixing", "iterated"),
            "--mixing-by-size", List.of("--mixing", "one-shot"),
            "--feature-vector", List.of("--network-features", "shape"));

    /** Values with an effect where the usual sample of a type has none. */
    private static final Map<String, List<String>> SAMPLES = Map.ofEntries(
            Map.entry("--tolerance", List.of("5")),
            Map.entry("--gradient-tolerance", List.of("100")),
            Map.entry("--period", List.of("1")),
            Map.entry("--gap", List.of("0.9")),
            Map.entry("--gap-period", List.of("2")),
            Map.entry("--calibration-samples", List.of("1")),
            Map.entry("--calibration-rate", List.of("7")),
            Map.entry("--mixing", List.of("one-shot")),
            Map.entry("--shards", List.of("2")),
            Map.entry("--epoch-iterations", List.of("1")),
            Map.entry("--mixing-by-size", List.of()),
            Map.entry("--lags", List.of("1..2")),
            Map.entry("--min-count", List.of("30")),
            Map.entry("--seed", List.of("7")),
            Map.entry("--metric", List.of("accuracy")),
            Map.entry("--arrangement", List.of("blocks")),
            Map.entry("--resource", List.of("iterations")),
            Map.entry("--memory", List.of("1")),
            Map.entry("--max-iterations", List.of("1")),
            Map.entry("--max-segment", List.of("1")),
            Map.entry("--restarts", List.of("8")),
            Map.entry("--reference-label", List.of("last")),
            Map.entry("--smoothing", List.of("additive:3")),
            Map.entry("--transition-smoothing", List.of("additive:3")),
            Map.entry("--unknown", List.of("shape")),
            Map.entry("--pa-type", List.of("quadratic")),
            Map.entry("--event", List.of("bernoulli")),
            Map.entry("--letters", List.of("lstm")),
            Map.entry("--clip", List.of("0.01")),
            Map.entry("--network-features", List.of("shape")),
            Map.entry("--class-prior", List.of("uniform")));

    @TempDir
    Path folder;

    private Path data;
    private int runs;
    private String command = "train";

    @BeforeEach
    void write() {
        data = SmallData.write(folder, "data.txt", SmallData.columns(40, 1).replace("I-NP", "O"));
    }

    private static List<OptionSpec> options(Class<?>... owners) {
        return options(new TrainCommand(), owners);
    }

    private static List<OptionSpec> options(Subcommand command, Class<?>... owners) {
        List<OptionSpec> found = new ArrayList<>();
        for (OptionSpec option : new CommandLine(command).getCommandSpec().options()) {
            boolean owned = owners.length == 0
                    || (option.userObject() instanceof Field field
                            && Arrays.asList(owners).contains(field.getDeclaringClass()));
            if (owned && !NEUTRAL.contains(option.longestName())) {
                found.add(option);
            }
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    private static List<String> sample(OptionSpec option) {
        List<String> text = new ArrayList<>(List.of(option.longestName()));
        if (SAMPLES.containsKey(option.longestName())) {
            text.addAll(SAMPLES.get(option.longestName()));
        } else if (option.arity().max() > 0) {
            Class<?> type = option.type();
            boolean whole = type == int.class || type == Integer.class || type == long.class;
            text.add(whole ? "3" : type == double.class || type == Double.class ? "0.3" : "1");
        }
        return text;
    }

    /** What a model is, apart from the story of its making. */
    private record Content(List<String> labels, List<String> attributes, List<Double> weights, String votes) {
        static Content of(Path file) {
            if (!ContinuousCrf.recognises(file)) {
                return of(Model.load(file));
            }
            ContinuousCrf crf = ContinuousCrf.load(file);
            double[][] weights = {crf.alpha(), crf.beta(), crf.ridgeWeights()};
            return new Content(
                    crf.neighbourhood().kinds(),
                    crf.regressors(),
                    Arrays.stream(weights)
                            .flatMapToDouble(Arrays::stream)
                            .boxed()
                            .toList(),
                    "");
        }

        static Content of(Model model) {
            return new Content(
                    model.labels().names(),
                    IntStream.range(0, model.encoder().attributes().size())
                            .mapToObj(model.encoder().attributes()::get)
                            .toList(),
                    Arrays.stream(model.weights()).boxed().toList(),
                    String.valueOf(model.votes()));
        }
    }

    private record Run(Program.Outcome outcome, Content content) {}

    private Run run(List<String> base, List<String> more) {
        Path model = folder.resolve("m" + runs++ + ".esp");
        List<Object> arguments = new ArrayList<>(List.of(command, "-q", "--threads", 1, "-o", model));
        arguments.addAll(base);
        arguments.addAll(more);
        arguments.add(data);
        Program.Outcome outcome = Program.run(arguments.toArray());
        return new Run(outcome, outcome.code() == 0 ? Content.of(model) : null);
    }

    private static boolean tells(String line, String option) {
        return line.startsWith("warning: ") && line.contains(option) && line.matches(".*ha(s|ve) no effect.*");
    }

    /** The options that are neither refused nor told nor of any effect. */
    private List<String> ignored(List<String> base, List<OptionSpec> options) {
        Run plain = run(base, List.of());
        assertThat(plain.outcome.code()).as(plain.toString()).isZero();
        List<String> ignored = new ArrayList<>();
        for (OptionSpec option : options) {
            if (base.contains(option.longestName())) {
                continue;
            }
            Run before = plain;
            List<String> more = new ArrayList<>(NEEDED.getOrDefault(option.longestName(), List.of()));
            if (base.contains("--l2")) {
                more.removeAll(List.of("--l2", "1e-9"));
            }
            if (!more.isEmpty()) {
                before = run(base, more);
                if (before.outcome.code() != 0) {
                    before = plain;
                    more.clear();
                }
            }
            more.addAll(sample(option));
            Run given = run(base, more);
            boolean told = given.outcome.code() != 0
                    || given.outcome.err().lines().anyMatch(line -> tells(line, option.longestName()));
            boolean changed = given.content != null
                    && !(given.content.equals(before.content)
                            && withoutSeconds(given).equals(withoutSeconds(before)));
            if (!told && !changed) {
                ignored.add(String.join(" ", sample(option)));
            }
            if (given.outcome.code() == 0 && told && changed) {
                ignored.add(String.join(" ", sample(option)) + " has an effect after all");
            }
        }
        return ignored;
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"AUTO", "LBFGS", "ADAGRAD", "FRANK_WOLFE", "MIRA"})
    void noOptionIsIgnoredByAnAlgorithm(Algorithm algorithm) {
        requireEffects(algorithm);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(
            value = Algorithm.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"AUTO", "LBFGS", "ADAGRAD", "FRANK_WOLFE", "MIRA"})
    void noOptionIsIgnoredByAnyOtherAlgorithm(Algorithm algorithm) {
        requireEffects(algorithm);
    }

    private void requireEffects(Algorithm algorithm) {
        List<String> base = new ArrayList<>(List.of("--features", "words(-1..0)", "--algorithm", algorithm.toString()));
        if (!algorithm.isOnline()) {
            base.addAll(List.of("--max-iterations", "30"));
        }
        switch (algorithm) {
            case SGD_L1 -> base.addAll(List.of("--l2", "0", "--l1", "0.1"));
            case FRANK_WOLFE -> base.addAll(List.of("--loss", "hinge"));
            default -> {}
        }
        assertThat(ignored(
                        base,
                        options(
                                LearningOptions.class,
                                OptimizerOptions.class,
                                SelectionOptions.class,
                                MixingOptions.class,
                                TrainCommand.class)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = ModelKind.class,
            names = {"MEMM", "HMM", "KERNEL_SVM"})
    void noOptionIsIgnoredByAKindOfModel(ModelKind kind) {
        requireEffects(kind);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(
            value = ModelKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MEMM", "HMM", "KERNEL_SVM"})
    void noOptionIsIgnoredByAnyOtherKindOfModel(ModelKind kind) {
        requireEffects(kind);
    }

    private void requireEffects(ModelKind kind) {
        List<String> base = new ArrayList<>(List.of("--model", kind.toString()));
        if (kind.isKernel()) {
            Random random = new Random(1);
            StringBuilder text = new StringBuilder();
            for (int n = 0; n < 30; n++) {
                text.append(random.nextBoolean() ? "+1" : "-1");
                text.append(" 1:")
                        .append(random.nextDouble())
                        .append(" 2:")
                        .append(random.nextDouble())
                        .append('\n');
            }
            data = SmallData.write(folder, "instances.txt", text.toString());
            base.addAll(List.of("--format", "libsvm", "--kernel", "rbf(gamma=0.5)"));
        } else if (kind == ModelKind.CCRF) {
            Random random = new Random(1);
            StringBuilder text = new StringBuilder("1,2,y\n");
            for (int n = 0; n < 60; n++) {
                double a = random.nextGaussian();
                text.append(a).append(',').append(random.nextGaussian());
                text.append(',').append(Math.sin(n / 5.0) + a).append('\n');
            }
            data = SmallData.write(folder, "numbers.csv", text.toString());
        } else if (kind == ModelKind.HMM) {
            // Only where labels are not known there is something to iterate for.
            data = SmallData.write(
                    folder,
                    "partial.txt",
                    SmallData.columns(40, 1).replace("I-NP", "?").replace("runs V O", "runs V ?"));
            base.addAll(List.of("--unknown-label", "?"));
        } else {
            data = SmallData.write(folder, "kind.txt", data(kind));
            base.addAll(List.of("--features", "words(-1..0)"));
            if (kind == ModelKind.BILSTM_CRF) {
                base.addAll(List.of("--max-iterations", "3"));
            }
            if (kind == ModelKind.SVM) {
                base.addAll(List.of("--max-iterations", "30"));
            }
        }
        assertThat(ignored(base, options())).isEmpty();
    }

    /** Labels that the kind can learn, and with which every option of its structure can make a difference. */
    private static String data(ModelKind kind) {
        String columns = SmallData.columns(40, 1);
        return switch (kind) {
            case CRF,
                    LDCRF,
                    SEMI_CRF,
                    BILSTM_CRF -> // spans of several tokens, in which not every label may follow every other
                columns.replaceAll("(?<=\\A|\n\n|O\n)(\\w+ N )I-NP", "$1B-NP");
            case HCRF -> // one label for a whole sequence, which is not easy to learn
                Arrays.stream(columns.split("\n\n"))
                        .map(text -> text.replaceAll("(?m)\\S+$", text.length() % 3 == 0 ? "P" : "Q"))
                        .collect(Collectors.joining("\n\n", "", "\n\n"));
            default -> columns.replace("I-NP", "O");
        };
    }

    private static String withoutSeconds(Run run) {
        return run.outcome.out().replaceAll("\\b\\d+\\.\\d\\b", "");
    }

    @ParameterizedTest
    @EnumSource(
            value = Algorithm.class,
            names = {"LBFGS", "PERCEPTRON"})
    void noOptionIsIgnoredByTune(Algorithm algorithm) {
        command = "tune";
        List<String> base = List.of(
                "--features",
                "words(0)",
                "--algorithm",
                algorithm.toString(),
                "--folds",
                "3",
                "-p",
                "min-count=1,30",
                "-p",
                "max-iterations=8");
        assertThat(ignored(
                        base,
                        options(
                                new TuneCommand(),
                                LearningOptions.class,
                                SearchOptions.class,
                                SplitOptions.class,
                                TuneCommand.class)))
                .isEmpty();
    }

    @Test
    void theDevelopmentSetAndTheCheckpointHaveTheirOptions() {
        assertThat(run(List.of("--patience", "3"), List.of()).outcome.err())
                .contains("warning: --patience has no effect without --dev");
        assertThat(run(List.of("--dev-metric", "loss"), List.of()).outcome.err())
                .contains("warning: --dev-metric has no effect without --dev");
        assertThat(run(List.of("--checkpoint-every", "3"), List.of()).outcome.err())
                .contains("warning: --checkpoint-every has no effect without --checkpoint");
        data = SmallData.write(folder, "plain.txt", "a E\nb N\n\na E\nc V\n");
        Program.Outcome plain = Program.run("train", "--dev", data, "-o", folder.resolve("plain.esp"), data);
        assertThat(plain.err())
                .contains("dev accuracy", "best on the development data: accuracy ")
                .doesNotContain("F1");
        assertThat(run(List.of("--model", "hmm", "--em-prior", "3"), List.of())
                        .outcome
                        .err())
                .contains("warning: --em-prior has no effect where all labels are known");
        assertThat(run(List.of("--patience", "3", "--dev", data.toString()), List.of())
                        .outcome
                        .err())
                .doesNotContain("no effect");
    }
}
