package org.espalier.cli.dropin.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.Goldens;
import org.espalier.cli.Program;
import org.espalier.cli.Program.Outcome;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrfsuiteCommandTest {
    private static final String DATA =
            "B\tw=the\tfirst:1\nI\tw=cat\nO\tw=sat\n\nB\tw=a\tfirst\nI\tw=dog:2.0\nO\tw=ran\n\n"
                    + "O\tw=so\nB\tw=the\nI\tw=dog\n";

    @TempDir
    Path folder;

    private static Path golden(String task) {
        return Goldens.shared("crfsuite/" + task);
    }

    private static byte[] bytes(Object... arguments) {
        return Program.bytes(arguments);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @ParameterizedTest
    @CsvSource({"seg", "basenp", "chunking", "JapaneseNE"})
    void tagPrintsWhatCrfsuitePrints(String task) throws IOException {
        Path golden = golden(task);
        Path model = golden.resolve("model");
        Path test = golden.resolve("test.crfsuite");
        assertThat(bytes("crfsuite", "tag", "-r", "-p", "-i", "-m", model, test))
                .isEqualTo(Files.readAllBytes(golden.resolve("tagged.rpi.txt")));
        assertThat(bytes("crfsuite", "tag", "-rpl", "--model=" + model, test))
                .isEqualTo(Files.readAllBytes(golden.resolve("tagged.rpl.txt")));
        String report = new String(bytes("crfsuite", "tag", "-qtm", model, test), StandardCharsets.ISO_8859_1);
        assertThat(withoutTime(report))
                .isEqualTo(withoutTime(Files.readString(golden.resolve("eval.txt"), StandardCharsets.ISO_8859_1)));
    }

    private static String withoutTime(String report) {
        return report.replaceAll("Elapsed time: .*", "");
    }

    @ParameterizedTest
    @CsvSource({
        "seg, learn.log, model, train.crfsuite, c2=0.125",
        "seg, learn.full.log, model.full, train.crfsuite, c2=0.125 feature.possible_states=1 feature.possible_transitions=1",
        "seg, learn.weighted.log, model.weighted, train.weighted.crfsuite, c2=0.125",
        "basenp, learn.log, model, train.crfsuite, c2=0.05",
        "chunking, learn.log, model, train.crfsuite, c2=0.125",
        "JapaneseNE, learn.log, model, train.crfsuite, c2=0.125"
    })
    void learnReachesTheLossOfCrfsuiteWithTheSameFeatures(
            String task, String log, String model, String data, String settings) throws IOException {
        Path golden = golden(task);
        Path file = folder.resolve("model");
        List<Object> arguments = new ArrayList<>(List.of("crfsuite", "learn", "-m", file));
        for (String setting : (settings + " epsilon=0.0000001 delta=0.0000000001").split(" ")) {
            arguments.addAll(List.of("-p", setting));
        }
        arguments.add(golden.resolve(data));
        List<String> ours =
                Arrays.asList(new String(bytes(arguments.toArray()), StandardCharsets.ISO_8859_1).split("\n"));
        List<String> theirs = Files.readAllLines(golden.resolve(log), StandardCharsets.ISO_8859_1);

        double loss = last(theirs, "Loss: ");
        assertThat(last(ours, "Loss: ")).isCloseTo(loss, within(1e-6 * loss));
        assertThat(steady(ours)).isEqualTo(steady(theirs));
        CrfsuiteModels.assertSameButForWeights(file, golden.resolve(model));
    }

    private static double last(List<String> lines, String begin) {
        return lines.stream()
                .filter(line -> line.startsWith(begin))
                .mapToDouble(line -> Double.parseDouble(line.substring(begin.length())))
                .reduce(Double.NaN, (before, after) -> after);
    }

    /** The lines that do not depend on the way to the optimum, on the clock, or on where the data are. */
    private static List<String> steady(List<String> lines) {
        List<String> steady = new ArrayList<>();
        boolean iterating = false;
        for (String line : lines.subList(1, lines.size())) {
            iterating |= line.startsWith("*****");
            iterating &= !line.startsWith("L-BFGS ");
            if (!iterating && !line.matches("(L-BFGS (resulted|terminated)|Start|End|.*[Ss]econds|\\[1\\]).*")) {
                steady.add(line);
            }
        }
        while (steady.get(steady.size() - 1).isEmpty()) {
            steady.remove(steady.size() - 1);
        }
        return steady;
    }

    @Test
    void anL1PenaltyKeepsTheFeaturesThatCrfsuiteKeeps() throws IOException {
        Path golden = golden("seg");
        Path file = folder.resolve("model");
        bytes("crfsuite", "learn", "-m", file, "-pc1=0.5", "--set=c2=0.01", golden.resolve("train.crfsuite"));
        assertThat(Files.size(file)).isEqualTo(Files.size(golden.resolve("model.l1")));
        assertThat(bytes("crfsuite", "tag", "-m", file, golden.resolve("test.crfsuite")))
                .isEqualTo(bytes("crfsuite", "tag", "-m", golden.resolve("model.l1"), golden.resolve("test.crfsuite")));
    }

    @Test
    void dumpPrintsWhatCrfsuitePrints() throws IOException {
        assertThat(bytes("crfsuite", "dump", golden("seg").resolve("model")))
                .isEqualTo(Files.readAllBytes(golden("seg").resolve("dump.txt")));
    }

    @Test
    void learnsFromStandardInputAndTagsIt() {
        Path model = folder.resolve("model");
        byte[] data = DATA.getBytes(StandardCharsets.UTF_8);
        Outcome learned = Program.runWith(data, "crfsuite", "learn", "-m", model, "-p", "c2=0.1", "-");

        assertThat(learned.code()).as(learned.err()).isZero();
        assertThat(learned.out())
                .contains("[1] -\n0....1....2....3....4....5....6....7....8....9....10\nNumber of instances: 3\n")
                .contains("Number of items: 9\nNumber of attributes: 8\nNumber of labels: 3\n");
        assertThat(CrfsuiteModelFile.read(model, StandardCharsets.UTF_8)
                        .labels()
                        .names())
                .containsExactly("B", "I", "O");
        Outcome tagged = Program.runWith(data, "crfsuite", "tag", "-m", model);
        assertThat(tagged.out()).isEqualTo("B\nI\nO\n\nB\nI\nO\n\nO\nB\nI\n\n");
    }

    @Test
    void holdoutAndCrossValidationEvaluate() throws IOException {
        Path one = write("one", DATA);
        Path two = write("two", "B\tw=the\nX\tw=cow\n");
        Path model = folder.resolve("model");
        Outcome held = Program.run("crfsuite", "learn", "-e2", "-m", model, one, two);

        assertThat(held.out())
                .contains("Number of data sets (groups): 2\n", "Holdout group: 2\n\nFeature generation\n")
                .contains("    X: (0, 0, 1) (0.0000, 0.0000, 0.0000)\n", "    O: (0, 0, 0) (******, ******, ******)\n")
                .contains("Instance accuracy: 0 / 1 (0.0000)\n\n");
        assertThat(CrfsuiteModelFile.read(model, StandardCharsets.UTF_8)
                        .labels()
                        .names())
                .as("labels of the holdout group have a number, too")
                .containsExactly("B", "I", "O", "X");

        Outcome crossed = Program.run("crfsuite", "learn", "-g", "3", "-x", one);
        assertThat(crossed.out())
                .contains("===== Cross validation (1/3) =====\nHoldout group: 1\n")
                .contains("===== Cross validation (3/3) =====\nHoldout group: 3\n")
                .doesNotContain("Storing the model");
    }

    @Test
    void minimalFrequencyCountsValues() throws IOException {
        Path data = write("data", "@weight:2\nA\tx:0.5\ty:-1\nB\tz\n\nA\tz\n");
        assertThat(Program.run("crfsuite", "learn", data).out()).contains("Number of features: 4\n");
        assertThat(Program.run("crfsuite", "learn", "-p", "feature.minfreq=1", data)
                        .out())
                .contains("Number of features: 4\n");
        assertThat(Program.run("crfsuite", "learn", "-p", "feature.minfreq=1.5", data)
                        .out())
                .contains("Number of features: 2\n");
        assertThat(Program.run("crfsuite", "learn", "-p", "feature.possible_transitions=1", data)
                        .out())
                .contains("Number of features: 7\n");
    }

    @Test
    void unknownReferenceLabelsAndDeclarationsAreTreatedAsCrfsuiteTreatsThem() throws IOException {
        Path model = folder.resolve("model");
        Program.run("crfsuite", "learn", "-m", model, write("train", DATA));
        Outcome tagged = Program.run(
                "crfsuite", "tag", "-rt", "-m", model, write("test", "Q\tw=the\nI\tw=cat\n\n@weight:2\n\t\n"));

        assertThat(tagged.out())
                .startsWith("(null)\tB\nI\tI\n\n(null)\t")
                .contains("Item accuracy: 0 / 0 (0.0000)\nInstance accuracy: 0 / 0 (0.0000)\nElapsed time: ");
        assertThat(tagged.err()).contains("warning: ").contains("only learn understands declarations");
    }

    @Test
    void logsToAFile() throws IOException {
        Path data = write("data", DATA);
        Outcome outcome = Program.run(
                "crfsuite", "learn", "-l", "-L", folder.resolve("log"), "-p", "c2=0.5", "-p", "max_iterations=3", data);

        assertThat(outcome.out()).isEmpty();
        assertThat(folder.resolve("log_lbfgs_c2=0.5_max_iterations=3"))
                .content()
                .contains("max_iterations: 3\n", "L-BFGS terminated with the maximum number of iterations\n");
    }

    @Test
    void stochasticGradientsDescendAsInCrfsuite() throws IOException {
        Path golden = golden("seg");
        String theirs = Files.readString(golden.resolve("learn.l2sgd.log"));
        Path model = folder.resolve("model");

        Outcome outcome =
                Program.run("crfsuite", "learn", "-a", "l2sgd", "-m", model, golden.resolve("train.crfsuite"));

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("Stochastic Gradient Descent (SGD)\nc2: 1.000000\nmax_iterations: 1000\n");
        // The golden log begins after these lines; they are what CRFsuite 0.12.2 prints.
        assertThat(outcome.out())
                .contains("calibration.samples: 8\n", "Initial loss: 97.733752\nTrial #1 (eta = 0.100000): 94.473134\n")
                .contains("Trial #2 (eta = 0.200000): 99.988622 (worse)\nTrial #3 (eta = 0.050000): 93.023706\n")
                .contains("Trial #12 (eta = 0.000098): 97.700873\nBest learning rate (eta): 0.050000\n");
        List<String> figures = epochs(outcome.out());
        assertThat(figures).endsWith(epochs(theirs).toArray(new String[0]));
        assertThat(figures).filteredOn(line -> line.startsWith("***")).hasSize(46);
        assertThat(lastLoss(outcome.out())).isEqualTo(lastLoss(theirs));
        assertThat(labels(model, golden.resolve("test.crfsuite")))
                .isEqualTo(labels(golden.resolve("model.l2sgd"), golden.resolve("test.crfsuite")));
    }

    /** Loss, improvement, norm, rate and number of updates of all epochs that the log has whole. */
    private static List<String> epochs(String log) {
        return log.substring(log.indexOf("***** Epoch"), log.indexOf("SGD terminated"))
                .lines()
                .filter(line -> !line.startsWith("Seconds"))
                .toList();
    }

    private static List<String> labels(Path model, Path data) {
        return Program.run("crfsuite", "tag", "-m", model, data).out().lines().toList();
    }

    private static double lastLoss(String log) {
        int begin = log.lastIndexOf("Loss: ") + "Loss: ".length();
        return Double.parseDouble(log.substring(begin, log.indexOf('\n', begin)));
    }

    @Test
    void listsItsParameters() {
        assertThat(Program.run("crfsuite", "learn", "-H").out())
                .startsWith("PARAMETERS for lbfgs (crf1d):\n\nfloat feature.minfreq = 0.000000;\n")
                .contains("\nint max_linesearch = 20;\n");
        assertThat(Program.run("crfsuite", "--help").out()).contains("learn", "tag", "dump");
        assertThat(Program.run("crfsuite", "tag", "-h").out()).contains("--marginal-all");
    }

    @ParameterizedTest
    @CsvSource({
        "learn -a l2sgd -p calibration.eta=0 DATA, the parameter calibration.eta is '0'; expected a number above 0",
        "learn -a l2sgd -p calibration.candidates=0 DATA, the parameter calibration.candidates is '0'; expected at least 1",
        "learn -p c2=-1 DATA, the parameter c2 is '-1'; expected a number that is not negative",
        "learn -a ap -p c2=1 DATA, 'parameter not found: c2; \'\'espalier crfsuite learn -a ap -H\'\' lists'",
        "learn -a pa -p c=0 DATA, aggressiveness = 0.0; expected a number above 0",
        "learn -a arow -p gamma=x DATA, the parameter gamma is \'x\'; expected a number",
        "learn -a foo DATA, unknown algorithm 'foo'",
        "learn -t 2d DATA, unknown graphical model '2d'",
        "learn -p foo=1 DATA, parameter not found: foo",
        "learn -p c2=x DATA, the parameter c2 is 'x'; expected a number",
        "learn -p period=1.5 DATA, the parameter period is '1.5'; expected a whole number",
        "learn, no data; name files",
        "learn none.txt, none.txt: no such file",
        "tag DATA, no model; name its file with -m",
        "tag -m DATA DATA, this is not a model of CRFsuite",
        "dump, no model; name its file",
        "dump none.txt, there is no such file",
        "forget, Unmatched argument",
        "tag -z, Unknown option",
        "'', no command; expected learn"
    })
    void mistakesAreExplained(String arguments, String message) throws IOException {
        Path data = write("data", DATA);
        List<Object> all = new ArrayList<>(List.of("crfsuite"));
        for (String argument : arguments.split(" ")) {
            all.add(argument.equals("DATA") ? data : argument);
        }
        all.removeIf(argument -> argument.equals(""));
        Outcome outcome = Program.run(all.toArray());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        assertThat(outcome.err()).contains(message);
    }

    /** The same order of instances, the same steps: the perceptron's numbers are whole, so that not a bit differs. */
    @Test
    void theAveragedPerceptronWritesTheBytesOfCrfsuite() throws IOException {
        Path golden = golden("seg");
        Path file = folder.resolve("model");
        bytes("crfsuite", "learn", "-a", "averaged-perceptron", "-m", file, golden.resolve("train.crfsuite"));
        assertThat(file).hasSameBinaryContentAs(golden.resolve("model.ap"));
    }

    @ParameterizedTest
    @CsvSource({"ap", "pa", "arow"})
    void onlineLearnersTakeTheStepsOfCrfsuite(String algorithm) throws IOException {
        Path golden = golden("seg");
        Path file = folder.resolve("model");
        byte[] log = bytes("crfsuite", "learn", "-a", algorithm, "-m", file, golden.resolve("train.crfsuite"));
        List<String> ours = untimed(Arrays.asList(new String(log, StandardCharsets.ISO_8859_1).split("\n")));
        List<String> theirs =
                untimed(Files.readAllLines(golden.resolve("learn." + algorithm + ".log"), StandardCharsets.ISO_8859_1));
        // Of CRFsuite's long logs the end was kept.
        assertThat(ours.subList(ours.size() - Math.min(theirs.size(), 20), ours.size()))
                .isEqualTo(theirs.subList(theirs.size() - Math.min(theirs.size(), 20), theirs.size()));
        assertThat(bytes("crfsuite", "dump", file))
                .isEqualTo(bytes("crfsuite", "dump", golden.resolve("model." + algorithm)));
        assertThat(bytes("crfsuite", "tag", "-r", "-p", "-i", "-m", file, golden.resolve("test.crfsuite")))
                .isEqualTo(Files.readAllBytes(golden.resolve("tagged." + algorithm + ".rpi.txt")));
    }

    private static List<String> untimed(List<String> lines) {
        List<String> kept = new ArrayList<>(lines.stream()
                .filter(line -> !line.matches("(Start|End|.*[Ss]econds).*"))
                .toList());
        while (kept.get(kept.size() - 1).isEmpty()) {
            kept.remove(kept.size() - 1);
        }
        return kept;
    }

    @Test
    void onlineLearnersShowTheirParametersAndEvaluate() throws IOException {
        Path data = write("data", DATA);
        Outcome help = Program.run("crfsuite", "learn", "-a", "pa", "-H");
        assertThat(help.out())
                .contains("PARAMETERS for passive-aggressive (crf1d):\n\nfloat feature.minfreq = 0.000000;\n")
                .contains("int type = 1;\n", "float c = 1.000000;\n", "int max_iterations = 100;\n");
        Outcome held = Program.run(
                "crfsuite", "learn", "-a", "pa", "-p", "type=2", "-p", "max_iterations=3", "-e2", data, data);
        assertThat(held.code()).as(held.err()).isZero();
        assertThat(held.out())
                .contains("Passive Aggressive\ntype: 2\nc: 1.000000\nerror_sensitive: 1\naveraging: 1\n"
                        + "max_iterations: 3\nepsilon: 0.000000\n\n")
                .contains("***** Iteration #3 *****\nLoss: ", "Instance accuracy: ")
                .doesNotContain("Line search", "Iteration #4");
        Outcome crossed = Program.run("crfsuite", "learn", "-a", "arow", "-g", "3", "-x", data);
        assertThat(crossed.out()).contains("===== Cross validation (3/3) =====", "Adaptive Regularization of Weights");
        Outcome stopped = Program.run("crfsuite", "learn", "-a", "ap", "-p", "epsilon=0.5", data);
        assertThat(stopped.out()).contains("Terminated with the stopping criterion\n\nTotal seconds required");
    }

    @Test
    void otherLineSearchesAreAcceptedWithAWarning() throws IOException {
        Outcome outcome = Program.run("crfsuite", "learn", "-p", "linesearch=Backtracking", write("data", DATA));

        assertThat(outcome.code()).isZero();
        assertThat(outcome.err()).contains("warning: linesearch is Backtracking");
        assertThat(outcome.out()).contains("linesearch: Backtracking\n");
    }
}
