package org.espalier.cli.dropin.wapiti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.Goldens;
import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Wapiti 1.5.0 made of our own sample: see golden/README.md among the test resources. */
final class WapitiOwnGoldensTest {
    @TempDir
    private static Path folder;

    private static Path golden(String name) {
        return Goldens.own(name, folder);
    }

    @ParameterizedTest
    @CsvSource({
        "crf, -s -p -n 3",
        "maxent, -s -p -n 3",
        "memm, -s -p -n 3",
        "sgd-l1, -s -p",
        "bcd, -s -p",
        "rprop+, -s -p",
        "rprop-, -s -p"
    })
    void labelsAndScoresToTheByte(String name, String options) {
        Path output = folder.resolve(name + ".label");

        wapiti("label " + options + " -m", golden("wapiti/" + name + ".model"), golden("test.txt"), output);

        assertThat(output).hasSameBinaryContentAs(golden("wapiti/" + name + ".label.txt"));
    }

    @Test
    void dumps() {
        Path output = folder.resolve("dump");

        wapiti("dump", golden("wapiti/crf.model"), output);

        assertThat(output).hasSameBinaryContentAs(golden("wapiti/crf.dump.txt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"crf", "maxent", "memm", "sgd-l1", "bcd", "rprop+", "rprop-"})
    void modelsAreWrittenBackToTheByte(String name) throws IOException {
        Path model = golden("wapiti/" + name + ".model");
        Path empty = Files.writeString(folder.resolve("empty"), "");
        Path updated = folder.resolve(name + ".updated");
        Path ours = folder.resolve(name + ".esp");
        Path back = folder.resolve(name + ".back");

        wapiti("update -m", model, empty, updated);
        Program.bytes("convert", model, ours);
        Program.bytes("convert", "--to", "wapiti", ours, back);

        assertThat(updated).hasSameBinaryContentAs(model);
        assertThat(back).hasSameBinaryContentAs(model);
    }

    /** One line of Wapiti's log. */
    private record Iteration(double objective, double active, double tokenErrors) {
        static List<Iteration> of(List<String> log) {
            return log.stream()
                    .filter(line -> line.startsWith("  ["))
                    .map(line -> new Iteration(number(line, "obj="), number(line, "act="), number(line, "err=")))
                    .toList();
        }

        private static double number(String line, String name) {
            String text =
                    line.substring(line.indexOf(name) + name.length()).strip().split("[ %]")[0];
            return text.equals("NA") ? Double.NaN : Double.parseDouble(text);
        }
    }

    /** Both windows that end the training are met in the same iteration, with the same model but for rounding. */
    @ParameterizedTest
    @ValueSource(strings = {"crf", "maxent", "memm"})
    void quasiNewtonGoesTheSameWay(String type) {
        List<String> log = train("-a l-bfgs -1 0.5 -2 0.01 -t 1 -T " + type, folder.resolve(type));
        List<String> expected = Goldens.lines(golden("wapiti/" + type + ".log"));

        assertThat(withoutIterations(log)).isEqualTo(withoutIterations(expected));
        List<Iteration> ours = Iteration.of(log);
        List<Iteration> theirs = Iteration.of(expected);
        assertThat(ours).hasSameSizeAs(theirs);
        for (int k = 0; k < ours.size(); k++) {
            assertThat(ours.get(k).objective).isCloseTo(theirs.get(k).objective, within(0.03));
            // Weights of the first step that are only rounding errors count as active.
            assertThat(ours.get(k).active).isCloseTo(theirs.get(k).active, within(0.01 * theirs.get(k).active));
            assertThat(ours.get(k).tokenErrors).isCloseTo(theirs.get(k).tokenErrors, within(0.1));
        }
        Path labels = folder.resolve(type + ".labels");
        Path wanted = folder.resolve(type + ".wanted");
        wapiti("label -l -m", folder.resolve(type), golden("test.txt"), labels);
        wapiti("label -l -m", golden("wapiti/" + type + ".model"), golden("test.txt"), wanted);
        assertThat(labels).hasSameTextualContentAs(wanted);
    }

    /** Wapiti prints the objective before the step, we the one after it. */
    @ParameterizedTest
    @CsvSource({"rprop, rprop+", "rprop+, rprop+", "rprop-, rprop-"})
    void rpropGoesTheSameWay(String algorithm, String expected) {
        Path model = folder.resolve(algorithm);
        List<Iteration> ours = Iteration.of(train("-1 0.5 -2 0.01 -t 1 -i 30 -a " + algorithm, model));
        List<Iteration> theirs = Iteration.of(Goldens.lines(golden("wapiti/" + expected + ".log")));

        assertThat(ours).hasSameSizeAs(theirs);
        for (int k = 0; k < ours.size(); k++) {
            assertThat(ours.get(k).active).isEqualTo(theirs.get(k).active);
            if (k > 0) {
                assertThat(ours.get(k - 1).objective).isCloseTo(theirs.get(k).objective, within(0.011));
            }
        }
        assertThat(errors(model)).isEqualTo(errors(golden("wapiti/" + expected + ".model")));
    }

    /** Their order of instances or rule for steps is their own; what they learn is as good. */
    @ParameterizedTest
    @ValueSource(strings = {"sgd-l1", "bcd"})
    void theOthersLearnAsMuch(String algorithm) {
        Path model = folder.resolve(algorithm);
        List<Iteration> ours = Iteration.of(train("-1 0.5 -2 0.01 -t 1 -i 30 -a " + algorithm, model));

        assertThat(ours.get(ours.size() - 1).tokenErrors).isLessThan(1);
        assertThat(errors(model)).isCloseTo(errors(golden("wapiti/" + algorithm + ".model")), within(1.5));
    }

    /** Per cent of wrong tokens. */
    private static double errors(Path model) {
        Program.Outcome outcome =
                Program.run("wapiti", "label", "-c", "-m", model, golden("test.txt"), folder.resolve("checked"));
        String line = outcome.err()
                .lines()
                .filter(text -> text.contains("Token error"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.replaceAll(".*:|%", "").strip());
    }

    private static List<String> train(String options, Path model) {
        return wapiti("train " + options + " -p", golden("patterns"), golden("train.txt"), model);
    }

    /** Runs a mode with options and files, and gives what it says. */
    private static List<String> wapiti(String options, Path... files) {
        Object[] arguments = Stream.of(Stream.of("wapiti"), Arrays.stream(options.split(" ")), Arrays.stream(files))
                .flatMap(part -> part)
                .toArray();
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.err().lines().toList();
    }

    private static List<String> withoutIterations(List<String> log) {
        return log.stream().filter(line -> !line.startsWith("  [")).toList();
    }
}
