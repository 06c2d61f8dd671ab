package org.espalier.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.espalier.compress.Compression;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.naive.Agreement;
import org.espalier.interop.naive.NaiveChain;
import org.espalier.interop.naive.NaiveModel;
import org.espalier.interop.wapiti.WapitiTraining;
import org.espalier.model.Model;
import org.espalier.train.TrainingProgress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Features that count more than once, against the native answers and an evaluation straight from the arrays of the file. */
class RepeatedFeaturesTest {
    @TempDir
    private Path folder;

    private static byte[] bytes(String name) {
        try (InputStream found = RepeatedFeaturesTest.class.getResourceAsStream("repeated/" + name);
                InputStream input = name.endsWith(".gz") ? new GZIPInputStream(found) : found) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<List<String>> sequences(String name) {
        return NaiveChain.sequences(new String(bytes(name), StandardCharsets.UTF_8));
    }

    private Path file(String name) {
        try {
            return Files.write(folder.resolve(name.replace(".gz", "")), bytes(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static NaiveModel naive(byte[] file) {
        return Agreement.naive(file);
    }

    private static String data(String model) {
        return model.startsWith("items") ? "test.items" : "test.txt";
    }

    /** The labels of the best labellings that the program printed, one after the other. */
    private static List<String> printed(String output) {
        List<String> labels = new ArrayList<>();
        for (List<String> lines : sequences(output)) {
            if (lines.get(0).startsWith("# 0") || lines.get(0).startsWith("@")) {
                for (String line : lines) {
                    if (!line.startsWith("#") && !line.startsWith("@")) {
                        String[] columns = line.split("\t", -1);
                        labels.add(columns.length == 1 ? line.substring(0, line.lastIndexOf(':')) : columns[2]);
                    }
                }
            }
        }
        return labels;
    }

    private static List<String> best(NaiveModel model, String data) {
        List<String> labels = new ArrayList<>();
        for (List<String> lines : sequences(data)) {
            NaiveChain chain = model.chain(lines);
            for (int state : (model.isLocal() ? chain.locallyNormalised() : chain).best()) {
                labels.add(model.labels().get(state));
            }
        }
        return labels;
    }

    @ParameterizedTest
    @CsvSource({
        "on-top.wapiti, on-top.nbest.txt",
        "stars.wapiti, stars.nbest.txt",
        "collide.wapiti, collide.nbest.txt",
        "stars-memm.wapiti, stars-memm.nbest.txt",
        "twice.crfpp.gz, twice.nbest.txt",
        "twice.crfpp-text.gz, twice.nbest.txt",
        "between.crfpp.gz, between.nbest.txt",
        "between.crfpp-text.gz, between.nbest.txt",
        "items.crfsuite.gz, items.tag.txt"
    })
    void labelsAreThoseOfTheNativeProgram(String name, String output) {
        Model model = Toolkit.open(file(name));
        List<String> labels = new ArrayList<>();
        for (List<String> lines : sequences(data(name))) {
            labels.addAll(model.tagger()
                    .tag(Agreement.sequence(lines, data(name).endsWith("items")))
                    .labels());
        }

        assertThat(best(naive(bytes(name)), data(name))).isEqualTo(printed(output));
        assertThat(labels).isEqualTo(printed(output));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "on-top.wapiti",
                "stars.wapiti",
                "collide.wapiti",
                "stars-memm.wapiti",
                "twice.crfpp.gz",
                "between.crfpp.gz",
                "items.crfsuite.gz"
            })
    void scoresAndMarginalsAreThoseOfTheArraysOfTheFile(String name) {
        assertSame(Toolkit.open(file(name)), naive(bytes(name)), data(name), 1e-6);
    }

    private static void assertSame(Model model, NaiveModel naive, String data, double precision) {
        Agreement.assertSame(model, naive, sequences(data), precision);
    }

    @ParameterizedTest
    @CsvSource({
        "on-top.wapiti, CRFPP_TEXT",
        "on-top.wapiti, CRFPP",
        "stars.wapiti, CRFPP_TEXT",
        "on-top.wapiti, WAPITI",
        "stars.wapiti, WAPITI",
        "collide.wapiti, WAPITI",
        "stars-memm.wapiti, WAPITI",
        "twice.crfpp.gz, WAPITI",
        "between.crfpp.gz, WAPITI",
        "twice.crfpp.gz, CRFPP_TEXT",
        "between.crfpp-text.gz, CRFPP",
        "items.crfsuite.gz, CRFSUITE"
    })
    void aConversionIsJudgedByTheArraysThatItWrote(String name, Toolkit target) throws IOException {
        Path espalier = folder.resolve("m.esp");
        Toolkit.open(file(name)).save(espalier);
        Path converted = folder.resolve("converted");
        target.write(Model.load(espalier), converted, StandardCharsets.UTF_8);

        assertSame(Model.load(espalier), naive(bytes(name)), data(name), 1e-6);
        assertThat(best(naive(Files.readAllBytes(converted)), data(name)))
                .isEqualTo(best(naive(bytes(name)), data(name)));
        assertSame(Toolkit.open(converted), naive(Files.readAllBytes(converted)), data(name), 1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on-top.wapiti", "stars.wapiti", "collide.wapiti", "stars-memm.wapiti"})
    void aFileOfWapitiComesBackByteForByte(String name) throws IOException {
        Path converted = folder.resolve("converted");
        Toolkit.WAPITI.write(Toolkit.open(file(name)), converted, StandardCharsets.UTF_8);

        assertThat(converted).hasBinaryContent(bytes(name));
    }

    @Test
    void crfsuiteHasOneMatrixAndGetsTheSum() throws IOException {
        Path converted = folder.resolve("converted");
        Toolkit.CRFSUITE.write(Toolkit.open(file("on-top.wapiti")), converted, StandardCharsets.UTF_8);
        NaiveModel wapiti = naive(bytes("on-top.wapiti"));
        NaiveModel crfsuite = naive(Files.readAllBytes(converted));

        for (List<String> lines : sequences("test.txt")) {
            List<String> items = new ArrayList<>();
            for (int t = 0; t < lines.size(); t++) {
                String word = lines.get(t).split("\t", -1)[0];
                String before = t == 0 ? "_x-1" : lines.get(t - 1).split("\t", -1)[0];
                // The patterns b, u1:%x[0,0], b, u1:%x[0,0] and u2:%x[-1,0]; a colon in a name is escaped.
                items.add(String.join("\t", "?", "u1\\:" + word, "u1\\:" + word, "u2\\:" + before));
            }
            int[] path = crfsuite.chain(items).best();

            assertThat(path).isEqualTo(wapiti.chain(lines).best());
            assertThat(crfsuite.chain(items).logPartition())
                    .isCloseTo(wapiti.chain(lines).logPartition(), within(1e-9));
        }
    }

    @Test
    void compressedModelsCountThemToo() {
        Model model = Toolkit.open(file("on-top.wapiti"));
        Model smaller = Compression.LOSSLESS.apply(model);

        assertSame(smaller, naive(bytes("on-top.wapiti")), "test.txt", 1e-6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b\nu1:%x[0,0]\nb\nu1:%x[0,0]\n", "*\nb\nb%m[0,0,\"^,\"]\n*\nu:%x[0,0]\nu:%x[-1,0]\n"})
    void trainingMinimisesWhatTheArraysSay(String patterns) throws IOException {
        List<List<String>> train = sequences("train.txt");
        List<Sequence> data = new ArrayList<>();
        for (List<String> lines : train) {
            data.add(Sequence.of(
                    lines.stream()
                            .map(line -> Token.ofColumns(line.split("\t", -1)[0]))
                            .toList(),
                    lines.stream().map(line -> line.split("\t", -1)[1]).toList()));
        }
        double[] reported = new double[1];
        WapitiTraining.Listener listener = new WapitiTraining.Listener() {
            @Override
            public void onStart(WapitiTraining.Summary summary) {}

            @Override
            public void onIteration(TrainingProgress progress, double tokenErrors, double sequenceErrors) {
                reported[0] = progress.objective();
            }
        };
        Model model = new WapitiTraining(
                        WapitiPatterns.parse(patterns, "patterns", StandardCharsets.UTF_8),
                        WapitiTraining.Options.DEFAULTS.withPenalty(0, 0.5),
                        listener)
                .train(data, List.of(), null);
        Path file = folder.resolve("trained");
        Toolkit.WAPITI.write(model, file, StandardCharsets.UTF_8);
        NaiveModel naive = naive(Files.readAllBytes(file));
        double objective = 0.25 * Arrays.stream(model.weights()).map(w -> w * w).sum();
        for (int s = 0; s < train.size(); s++) {
            NaiveChain chain = naive.chain(train.get(s));
            int[] gold = data.get(s).labels().stream()
                    .mapToInt(naive.labels()::indexOf)
                    .toArray();
            objective += chain.logPartition() - chain.score(gold);
        }

        assertThat(reported[0]).isCloseTo(objective, within(1e-6 * objective));
    }
}
