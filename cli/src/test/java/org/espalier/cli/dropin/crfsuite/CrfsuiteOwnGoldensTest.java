package org.espalier.cli.dropin.crfsuite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.cli.Goldens;
import org.espalier.cli.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CRFsuite 0.12.2 made of our own sample: see golden/README.md among the test resources. */
final class CrfsuiteOwnGoldensTest {
    @TempDir
    private static Path folder;

    private static Path golden(String name) {
        return Goldens.own(name, folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lbfgs", "owlqn", "l2sgd", "ap", "pa", "arow"})
    void labelsAndProbabilitiesToTheByte(String name) throws IOException {
        Path model = golden("crfsuite/" + name + ".model");

        assertThat(Program.bytes("crfsuite", "tag", "-p", "-i", "-m", model, golden("test.crfsuite")))
                .isEqualTo(Files.readAllBytes(golden("crfsuite/" + name + ".tag.txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lbfgs", "owlqn", "l2sgd", "ap", "pa", "arow"})
    void modelsAreWrittenBackToTheByte(String name) {
        Path model = golden("crfsuite/" + name + ".model");
        Path ours = folder.resolve(name + ".esp");
        Path back = folder.resolve(name + ".back");

        Program.bytes("convert", model, ours);
        Program.bytes("convert", "--to", "crfsuite", ours, back);

        assertThat(back).hasSameBinaryContentAs(model);
    }

    @Test
    void dumps() throws IOException {
        assertThat(Program.bytes("crfsuite", "dump", golden("crfsuite/owlqn.model")))
                .isEqualTo(Files.readAllBytes(golden("crfsuite/owlqn.dump.txt")));
    }

    /** Their ways are the same epoch by epoch; weights differ by the order in which numbers are added. */
    @ParameterizedTest
    @CsvSource({"ap, 0", "pa, 1e-14", "arow, 1e-14", "l2sgd, 1e-12"})
    void algorithmsThatVisitInstancesGoTheSameWay(String name, double rounding) throws IOException {
        Path model = folder.resolve(name);
        List<String> ours = learn("-a", name, "-p", "max_iterations=40", "-m", model);

        assertThat(withoutClock(ours)).isEqualTo(withoutClock(Goldens.lines(golden("crfsuite/" + name + ".log"))));
        Path theirs = golden("crfsuite/" + name + ".model");
        CrfsuiteModels.assertSameButForWeights(model, theirs);
        assertThat(CrfsuiteModels.weights(model)).containsExactly(CrfsuiteModels.weights(theirs), within(rounding));
    }

    @Test
    void lbfgsIsAsFarAfterAsManyIterations() throws IOException {
        Path model = folder.resolve("lbfgs");
        List<String> ours = learn("-a", "lbfgs", "-p", "max_iterations=40", "-m", model);
        List<String> theirs = Goldens.lines(golden("crfsuite/lbfgs.log"));

        assertThat(losses(ours)).hasSameSizeAs(losses(theirs));
        assertThat(last(losses(ours))).isCloseTo(last(losses(theirs)), within(0.01));
        CrfsuiteModels.assertSameButForWeights(model, golden("crfsuite/lbfgs.model"));
    }

    @Test
    void anL1PenaltyKeepsTheSameFeatures() throws IOException {
        Path model = folder.resolve("owlqn");
        List<String> ours = learn("-a", "lbfgs", "-p", "c1=0.5", "-p", "c2=0.1", "-m", model);

        assertThat(last(losses(ours)))
                .isCloseTo(last(losses(Goldens.lines(golden("crfsuite/owlqn.log")))), within(0.01));
        CrfsuiteModels.assertSameButForWeights(model, golden("crfsuite/owlqn.model"));
    }

    /** Its parts, features and options are the same in every fold, and so is the loss in the end. */
    @Test
    void crossValidationHasTheSameFolds() throws IOException {
        List<List<String>> ours = folds(learn("-a", "lbfgs", "-g", 4, "-x"));
        List<List<String>> theirs = folds(Goldens.lines(golden("crfsuite/crossval.log")));

        assertThat(ours).hasSize(5).hasSameSizeAs(theirs);
        for (int fold = 0; fold < ours.size(); fold++) {
            assertThat(beforeIterations(ours.get(fold))).isEqualTo(beforeIterations(theirs.get(fold)));
            if (fold > 0) {
                assertThat(last(losses(ours.get(fold)))).isCloseTo(last(losses(theirs.get(fold))), within(0.01));
                assertThat(lastAccuracy(ours.get(fold))).isCloseTo(lastAccuracy(theirs.get(fold)), within(0.005));
            }
        }
    }

    private static List<String> learn(Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("crfsuite", "learn"));
        arguments.addAll(List.of(options));
        arguments.add(golden("train.crfsuite"));
        return new String(Program.bytes(arguments.toArray()), StandardCharsets.ISO_8859_1)
                .lines()
                .toList();
    }

    /** Without the program's name, times and the name of the data. */
    private static List<String> withoutClock(List<String> log) {
        return log.stream()
                .filter(line -> !line.matches("(CRFSuite|Start time|End time|Seconds|Total seconds|\\[1\\]).*"))
                .toList();
    }

    private static List<Double> losses(List<String> log) {
        return log.stream()
                .filter(line -> line.startsWith("Loss: "))
                .map(line -> Double.valueOf(line.substring(6)))
                .toList();
    }

    private static double lastAccuracy(List<String> log) {
        return last(log.stream()
                .filter(line -> line.startsWith("Item accuracy"))
                .map(line -> Double.valueOf(line.replaceAll(".*\\(|\\)", "")))
                .toList());
    }

    private static double last(List<Double> numbers) {
        return numbers.get(numbers.size() - 1);
    }

    private static List<List<String>> folds(List<String> log) {
        List<List<String>> folds = new ArrayList<>(List.of(new ArrayList<>()));
        for (String line : withoutClock(log)) {
            if (line.startsWith("===== Cross validation")) {
                folds.add(new ArrayList<>());
            }
            folds.get(folds.size() - 1).add(line);
        }
        return folds;
    }

    private static List<String> beforeIterations(List<String> fold) {
        return fold.stream()
                .takeWhile(line -> !line.startsWith("***** Iteration"))
                .toList();
    }
}
