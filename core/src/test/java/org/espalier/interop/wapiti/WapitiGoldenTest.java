package org.espalier.interop.wapiti;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.espalier.data.Sequence;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.interop.Goldens;
import org.espalier.interop.wapiti.WapitiDecoder.Decoding;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.TrainingProgress;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Wapiti 1.5 answered, in both ways of taking its bytes. */
class WapitiGoldenTest {
    private static final double PRINTED = 1.0001e-6;
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1);

    @TempDir
    private Path folder;

    /** A labelling with its scores, as Wapiti printed it. */
    private record Printed(double score, List<String> labels, List<Double> scores) {}

    private static List<List<Printed>> printed(InputStream input, Charset charset) throws IOException {
        List<List<Printed>> all = new ArrayList<>();
        for (String block : new String(input.readAllBytes(), charset).split("\n\n")) {
            String[] lines = block.strip().split("\n");
            String[] header = lines[0].split(" ");
            List<String> labels = new ArrayList<>();
            List<Double> scores = new ArrayList<>();
            for (int k = 1; k < lines.length; k++) {
                String last = lines[k].substring(lines[k].lastIndexOf('\t') + 1);
                int slash = last.lastIndexOf('/');
                labels.add(last.substring(0, slash));
                scores.add(Double.parseDouble(last.substring(slash + 1)));
            }
            if (header[1].equals("0")) {
                all.add(new ArrayList<>());
            }
            all.get(all.size() - 1).add(new Printed(Double.parseDouble(header[2]), labels, scores));
        }
        return all;
    }

    private static void compare(Path model, Path data, Path expected, boolean posterior, int n, boolean force)
            throws IOException {
        for (Charset charset : CHARSETS) {
            Model read = WapitiModelFile.read(model, charset);
            List<Sequence> sequences = sequences(data, charset, force);
            List<List<Printed>> wanted;
            try (InputStream input = Files.newInputStream(expected)) {
                wanted = printed(expected.toString().endsWith(".gz") ? new GZIPInputStream(input) : input, charset);
            }
            assertThat(wanted).hasSameSizeAs(sequences);
            WapitiDecoder decoder = new WapitiDecoder(read, posterior);
            for (int s = 0; s < sequences.size(); s++) {
                List<Decoding> found =
                        decoder.decode(sequences.get(s), n, force ? known(read, sequences.get(s)) : null);
                compare(read, found, wanted.get(s));
            }
        }
    }

    /** Labellings of the same score stand in Wapiti's order, too. */
    private static void compare(Model model, List<Decoding> found, List<Printed> wanted) {
        assertThat(found).hasSameSizeAs(wanted);
        for (int rank = 0; rank < found.size(); rank++) {
            Decoding mine = found.get(rank);
            Printed theirs = wanted.get(rank);
            assertThat(mine.score()).isCloseTo(theirs.score, within(PRINTED));
            List<String> labels =
                    Arrays.stream(mine.states()).mapToObj(model.labels()::name).toList();
            assertThat(labels).isEqualTo(theirs.labels);
            for (int t = 0; t < labels.size(); t++) {
                assertThat(mine.scores()[t]).isCloseTo(theirs.scores.get(t), within(PRINTED));
            }
        }
    }

    private static List<Sequence> sequences(Path data, Charset charset, boolean labelled) throws IOException {
        try (InputStream input = Files.newInputStream(data)) {
            return new WapitiData(input, data.toString(), charset, false).readAll(labelled);
        }
    }

    private static AllowedStates known(Model model, Sequence sequence) {
        int[] @Nullable [] allowed = new int[sequence.length()] @Nullable [];
        for (int t = 0; t < allowed.length; t++) {
            int state = model.labels().indexOf(sequence.labels().get(t));
            allowed[t] = state < 0 ? null : new int[] {state};
        }
        return AllowedStates.of(allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"chunking", "basenp", "basenp-bigram", "JapaneseNE", "seg"})
    void tasks(String task) throws IOException {
        Path place = Goldens.folder("wapiti/" + task);
        Path model = place.resolve("model");
        Path data = place.resolve("test.data");
        compare(model, data, place.resolve("tagged.s.txt"), false, 1, false);
        compare(model, data, place.resolve("tagged.sp.txt"), true, 1, false);
        compare(model, data, place.resolve("tagged.n5.txt"), false, 5, false);
        compare(model, data, place.resolve("tagged.n5.p.txt"), true, 5, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"crf", "memm", "maxent"})
    void typesOfModels(String type) throws IOException {
        Path place = Goldens.folder("wapiti/patterns");
        compare(
                place.resolve("model." + type),
                place.resolve("test.data"),
                place.resolve("tagged." + type + ".txt"),
                false,
                1,
                false);
    }

    @Test
    void knownLabels() throws IOException {
        Path place = Goldens.folder("wapiti/patterns");
        compare(
                place.resolve("model.crf"),
                place.resolve("forced.data"),
                place.resolve("tagged.forced.txt"),
                false,
                1,
                true);
    }

    @ParameterizedTest
    @CsvSource({"date,date", "name/citation,name-citation"})
    void modelsOfGrobid(String name, String expected) throws IOException {
        Path place = Goldens.shared("data/grobid");
        Path model = place.resolve("models/" + name + "/model.wapiti");
        Path answers = place.resolve("expected");
        Path data = answers.resolve(expected + ".in");
        compare(model, data, answers.resolve(expected + ".scores.txt"), false, 1, false);
        compare(model, data, answers.resolve(expected + ".posterior.txt"), true, 1, false);
        compare(model, data, answers.resolve(expected + ".nbest5.txt.gz"), false, 5, false);
    }

    private static List<Path> models() throws IOException {
        List<Path> models = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Goldens.shared("reference/golden/wapiti"))) {
            files.filter(file -> file.getFileName().toString().startsWith("model"))
                    .forEach(models::add);
        }
        try (Stream<Path> files = Files.walk(Goldens.shared("data/grobid/models"))) {
            files.filter(file -> file.toString().endsWith(".wapiti")).forEach(models::add);
        }
        return models;
    }

    @Test
    void everyModelIsWrittenBackToTheByte() throws IOException {
        for (Path model : models()) {
            for (Charset charset : CHARSETS) {
                Path file = folder.resolve("again");
                assertThat(WapitiModelFile.write(WapitiModelFile.read(model, charset), file, charset))
                        .isEmpty();
                assertThat(Files.mismatch(file, model)).as("%s", model).isEqualTo(-1);
            }
        }
    }

    @Test
    void anEspalierFileGivesTheSameAnswers() throws IOException {
        Path place = Goldens.folder("wapiti/patterns");
        for (String type : List.of("crf", "memm", "maxent")) {
            Model model = WapitiModelFile.read(place.resolve("model." + type), StandardCharsets.UTF_8);
            Path file = folder.resolve("m.esp");
            model.save(file);
            Model loaded = Model.load(file);
            for (Sequence sequence : sequences(place.resolve("test.data"), StandardCharsets.UTF_8, true)) {
                Tagging expected = model.tagger().tag(sequence.withLabels(null));
                Tagging found = loaded.tagger().tag(sequence.withLabels(null));
                assertThat(found.labels()).isEqualTo(expected.labels());
                assertThat(found.score()).isEqualTo(expected.score());
                assertThat(found.marginals()).isDeepEqualTo(expected.marginals());
            }
            assertThat(WapitiModelFileTest.write(loaded, StandardCharsets.UTF_8))
                    .isEqualTo(Files.readAllBytes(place.resolve("model." + type)));
        }
    }

    /** Their logs have two digits, CRF++'s for the same objective five. */
    @ParameterizedTest
    @CsvSource({
        "chunking,CRF,0.25,9.90054",
        "basenp,CRF,0.1,",
        "basenp-bigram,CRF,0.1,",
        "JapaneseNE,CRF,0.25,",
        "seg,CRF,0.25,",
        "patterns,CRF,0.1,",
        "patterns,MEMM,0.1,",
        "patterns,MAXENT,0.1,"
    })
    void trainingReachesTheSameObjective(String task, WapitiType type, double rho2, @Nullable Double exact)
            throws IOException {
        String suffix = task.equals("patterns") ? "." + type.text() : "";
        Path place = Goldens.folder("wapiti/" + task);
        Charset bytes = StandardCharsets.ISO_8859_1;
        Recording recording = new Recording();
        WapitiTraining.Options options = WapitiTraining.Options.DEFAULTS
                .withType(type)
                .withPenalty(0, rho2)
                .withStop(0, 1e-10);
        String patterns = Files.readString(place.resolve("template"), bytes);

        Model model = new WapitiTraining(WapitiPatterns.parse(patterns, "template", bytes), options, recording)
                .train(sequences(place.resolve("train.data"), bytes, true), List.of(), null);

        List<String> log = Files.readAllLines(place.resolve("train" + suffix + ".log"));
        assertThat(log)
                .contains("    nb blocks:   " + recording.observations)
                .contains("    nb features: " + recording.features)
                .contains("    nb labels:   " + model.labels().size());
        String last = log.stream().filter(line -> line.contains("obj=")).reduce("", (one, next) -> next);
        assertThat(last).contains(String.format(Locale.ROOT, "obj=%.2f ", recording.objective));
        assertThat(last).contains(String.format(Locale.ROOT, "act=%d ", recording.active));
        if (exact != null) {
            assertThat(recording.objective).isCloseTo(exact, within(1e-5));
        }
        Model theirs = WapitiModelFile.read(place.resolve("model" + suffix), bytes);
        assertThat(model.normalisation()).isEqualTo(theirs.normalisation());
        assertThat(model.labels()).isEqualTo(theirs.labels());
        WapitiObservations mine = WapitiObservations.of(model);
        WapitiObservations other = WapitiObservations.of(theirs);
        assertThat(mine.size()).isEqualTo(other.size());
        for (int o = 0; o < mine.size(); o++) {
            assertThat(mine.name(o)).isEqualTo(other.name(o));
        }
        for (int k = 0; k < model.weights().length; k++) {
            assertThat(model.weights()[k]).isCloseTo(theirs.weights()[k], within(1e-3));
        }
    }

    /** What the training told last. */
    static final class Recording implements WapitiTraining.Listener {
        private int observations;
        private long features;
        private double objective;
        private int active;

        @Override
        public void onStart(WapitiTraining.Summary summary) {
            observations = summary.observations();
            features = summary.features();
        }

        @Override
        public void onIteration(TrainingProgress progress, double tokenErrors, double sequenceErrors) {
            objective = progress.objective();
            active = progress.activeFeatures();
        }
    }
}
