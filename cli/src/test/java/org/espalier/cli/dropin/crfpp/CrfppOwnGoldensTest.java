package org.espalier.cli.dropin.crfpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.Goldens;
import org.espalier.cli.Program;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What CRF++ 0.59 made of our own sample: see golden/README.md among the test resources. */
final class CrfppOwnGoldensTest {
    @TempDir
    private static Path folder;

    private static Path golden(String name) {
        return Goldens.own(name, folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crf-l2", "crf-l1", "mira", "bigram"})
    void labelsAndProbabilitiesToTheByte(String name) throws IOException {
        Path model = golden("crfpp/" + name + ".model");
        Path data = golden("test.txt");

        assertThat(Program.bytes("crf_test", "-v2", "-m", model, data))
                .isEqualTo(Files.readAllBytes(golden("crfpp/" + name + ".v2.txt")));
        assertThat(Program.bytes("crf_test", "-n", 5, "-m", model, data))
                .isEqualTo(Files.readAllBytes(golden("crfpp/" + name + ".n5.txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"crf-l1", "mira"})
    void aTextModelBecomesTheSameBinary(String name) {
        Path converted = folder.resolve(name + ".converted");

        Program.bytes("crf_learn", "-C", golden("crfpp/" + name + ".model.txt"), converted);

        assertThat(converted).hasSameBinaryContentAs(golden("crfpp/" + name + ".model"));
    }

    @ParameterizedTest
    @CsvSource({
        "crf-l2.model, crf++",
        "crf-l1.model, crf++",
        "mira.model, crf++",
        "bigram.model, crf++",
        "many-labels.model, crf++",
        "crf-l1.model.txt, crf++-text",
        "mira.model.txt, crf++-text"
    })
    void modelsAreWrittenBackToTheByte(String name, String form) {
        Path model = golden("crfpp/" + name);
        Path ours = folder.resolve(name + ".esp");
        Path back = folder.resolve(name + ".back");

        Program.bytes("convert", model, ours);
        Program.bytes("convert", "--to", form, ours, back);

        assertThat(back).hasSameBinaryContentAs(model);
    }

    /** With many labels equal scores are common, and the weights follow from how ties are broken. */
    @ParameterizedTest
    @CsvSource({
        "mira, -c 2 -f 1 -p 1, template, train.txt",
        "many-labels, -c 1 -f 2 -m 8 -p 1, template-words, many-labels.txt"
    })
    void miraGoesTheSameWayToTheSameModel(String name, String options, String template, String data) {
        Path model = folder.resolve(name);

        List<String> ours = learn("-t -a MIRA " + options, template, data, model);

        assertThat(iterations(ours)).isEqualTo(iterations(Goldens.lines(golden("crfpp/" + name + ".log"))));
        assertThat(model).hasSameBinaryContentAs(golden("crfpp/" + name + ".model"));
        if (name.equals("mira")) {
            assertThat(folder.resolve("mira.txt")).hasSameBinaryContentAs(golden("crfpp/mira.model.txt"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "crf-l2, -a CRF-L2 -c 2 -f 1 -p 1, template",
        "crf-l1, -a CRF-L1 -c 2 -f 1 -p 1, template",
        "bigram, -c 1 -f 2 -p 1, template-bigram"
    })
    void trainingEndsNoHigherWithTheSameFeatures(String name, String options, String template) throws IOException {
        Path model = folder.resolve(name);
        List<String> theirs = Goldens.lines(golden("crfpp/" + name + ".log"));

        List<String> ours = learn(options, template, "train.txt", model);

        assertThat(figures(ours)).isEqualTo(figures(theirs));
        assertThat(iterations(ours).get(0)).isEqualTo(iterations(theirs).get(0));
        assertThat(lastObjective(ours)).isLessThanOrEqualTo(lastObjective(theirs) + 1e-4);
        byte[] expected = Files.readAllBytes(golden("crfpp/" + name + ".model"));
        byte[] found = Files.readAllBytes(model);
        int weights = 4 * Integer.parseInt(figures(ours).get(1).replaceAll("\\D", ""));
        assertThat(found).hasSameSizeAs(expected);
        assertThat(Arrays.copyOf(found, found.length - weights))
                .isEqualTo(Arrays.copyOf(expected, expected.length - weights));
    }

    private static List<String> learn(String options, String template, String data, Path model) {
        Object[] arguments = Stream.of(
                        Stream.of("crf_learn"),
                        Arrays.stream(options.split(" ")),
                        Stream.of(golden(template), golden(data), model))
                .flatMap(part -> part)
                .toArray();
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out().lines().toList();
    }

    private static List<String> iterations(List<String> log) {
        return log.stream().filter(line -> line.startsWith("iter=")).toList();
    }

    /** Sentences, features and the options. */
    private static List<String> figures(List<String> log) {
        return log.stream()
                .filter(line -> line.matches("(Number of .*|Freq|eta|C|shrinking size): .*"))
                .toList();
    }

    private static double lastObjective(List<String> log) {
        String last = iterations(log).get(iterations(log).size() - 1);
        return Double.parseDouble(last.replaceAll(".* obj=| diff=.*", ""));
    }
}
