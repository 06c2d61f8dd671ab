package org.espalier.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.TextOptions;
import org.espalier.data.Token;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.ModelFormatException;
import org.espalier.text.Tokenizer;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example and looks at what it prints. */
class ExamplesTest {
    private static final Path SAMPLE = Path.of("..", "samples", "ingredients", "train.txt");

    private interface Program {
        void run() throws Exception;
    }

    private static String printed(Program program) throws Exception {
        PrintStream original = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(captured);
            program.run();
        } finally {
            System.setOut(original);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void trainAndTagLabelsAnIngredientLine(@TempDir Path folder) throws Exception {
        String output = printed(() -> TrainAndTag.main(
                new String[] {SAMPLE.toString(), folder.resolve("model.esp").toString()}));

        assertThat(output)
                .contains("[B-QTY, B-UNIT, O, B-NAME, I-NAME, O, B-PREP]")
                .contains("3 best labellings");
    }

    @Test
    void aServiceAnswersWithSpans() throws Exception {
        DataOptions inline = DataOptions.INLINE.withText(TextOptions.DEFAULTS.withTokenizer(Tokenizer.WORDS));
        List<Sequence> notes = Sequences.read(inline, Path.of("..", "samples", "notes", "train.txt"));
        Model model = new Trainer(FeatureSet.text(), TrainingOptions.DEFAULTS)
                .train(notes)
                .withTokenizer(Tokenizer.WORDS);

        try (TextService service = new TextService(model.tagger(), 0)) {
            assertThat(post(service, "Tom 😀 flies to Lisbon."))
                    .isEqualTo("PERSON\t0\t3\tTom\nPLACE\t16\t22\tLisbon\n"); // Java counts UTF-16 units
            assertThat(post(service, "")).isEmpty();
        }
    }

    private static String post(TextService service, String text) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + "/spans"))
                .POST(HttpRequest.BodyPublishers.ofString(text))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void askGraphIsExactOnTheLawnAndTellsBeliefPropagationApart() throws Exception {
        String output = printed(() -> AskGraph.main(
                new String[] {Path.of("..", "samples", "graphs", "lawn.uai").toString()}));

        assertThat(output)
                .contains("p(grass is wet) = 0.44838, p(rain | grass is wet) = 0.3577, exact: true")
                .contains("[0, 1, 1] has probability 0.6423")
                .contains("log Z of the grid is 90.5198 by the junction-tree, 89.7735 by bp");
    }

    @Test
    void aModelIsSwappedWhileItsServiceRuns(@TempDir Path folder) throws Exception {
        List<String> lines = printed(() -> HotSwap.main(new String[] {SAMPLE.toString(), folder.toString()}))
                .lines()
                .toList();

        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("first model:").doesNotContain("B-QTY, B-UNIT, B-NAME");
        assertThat(lines.get(1).substring(14)).isEqualTo(lines.get(0).substring(14));
        assertThat(lines.get(2)).isEqualTo("a new model:  true");
        assertThat(lines.get(3)).isEqualTo("second model: [B-QTY, B-UNIT, B-NAME]");
    }

    @Test
    void aDamagedModelLeavesTheOldOneInUse(@TempDir Path folder) throws Exception {
        Path live = folder.resolve("live.esp");
        TrainAndTag.main(new String[] {SAMPLE.toString(), live.toString()});
        HotSwap service = new HotSwap(live);
        List<String> before = service.labels("2", "cups", "flour");
        byte[] bytes = Files.readAllBytes(live);

        Files.write(live, new byte[] {1, 2, 3}); // in place, as nobody should
        Files.setLastModifiedTime(live, FileTime.fromMillis(1));
        assertThatThrownBy(service::refresh).isInstanceOf(ModelFormatException.class);
        assertThat(service.labels("2", "cups", "flour")).isEqualTo(before);

        Files.write(live, bytes);
        Files.setLastModifiedTime(live, FileTime.fromMillis(2));
        assertThat(service.refresh()).isTrue();
        assertThat(service.refresh()).isFalse();
        assertThat(service.labels("2", "cups", "flour")).isEqualTo(before);
    }

    @Test
    void framesAreLabelledBetterByTheirSlopes() throws Exception {
        Path gestures = Path.of("..", "samples", "gestures");
        String[] files = {
            gestures.resolve("phases.train.csv").toString(),
            gestures.resolve("phases.test.csv").toString()
        };
        String plain = printed(() -> TagFrames.main(new String[] {files[0], files[1], "frames"}));
        String slopes = printed(() -> TagFrames.main(new String[] {files[0], files[1], "frames(window=1,delta=2)"}));

        assertThat(number(plain, "frames: ([0-9.]+)")).isLessThan(0.75);
        assertThat(number(slopes, ": ([0-9.]+)")).isGreaterThan(0.92);
    }

    @Test
    void aSecondLabelBeforeHelpsAndAnUnseenHistoryIsImpossible() throws Exception {
        Path ingredients = Path.of("..", "samples", "ingredients");
        String output = printed(() -> SecondOrder.main(new String[] {
            ingredients.resolve("template").toString(),
            SAMPLE.toString(),
            ingredients.resolve("test.txt").toString()
        }));

        assertThat(number(output, "order 2: span F1 ([0-9.]+)"))
                .isGreaterThan(number(output, "order 1: span F1 ([0-9.]+)"));
        assertThat(output).contains("p(B-QTY I-NOTE) = 0.0");
    }

    @Test
    void aLayerDecidesWhatANetworkLeavesOpen(@TempDir Path folder) throws Exception {
        Path layer = Files.writeString(
                folder.resolve("layer.json"), "{\"transitions\": [[0, 0, -4], [0, -1, 2], [0, -1, 1]]}");
        String output = printed(() -> DecodeEmissions.main(new String[] {layer.toString()}));

        assertThat(output).startsWith("[B-PER, I-PER, O]").contains("PER [Anna, Berger] 0.692");
    }

    @Test
    void segmentsAreLabelledAsAWhole() throws Exception {
        String output = printed(() -> TagSegments.main(new String[] {SAMPLE.toString()}));

        assertThat(output)
                .contains("PREP ≤ 10", "O ≤ 1")
                .contains("Span[start=2, end=4, type=PREP]")
                .contains("Span[start=4, end=6, type=NAME]")
                .contains("[B-QTY, B-UNIT, B-PREP, I-PREP, B-NAME, I-NAME]");
    }

    @Test
    void sentencesAreParsed() throws Exception {
        Path trees = Path.of("..", "samples", "trees");
        String train = trees.resolve("train.conllu").toString();
        String test = trees.resolve("test.conllu").toString();
        String output = printed(() -> ParseSentences.main(new String[] {train, test}));

        assertThat(number(output, "LAS +([0-9.]+)")).isGreaterThan(97);
    }

    @Test
    void phrasesAreFound() throws Exception {
        Path brackets = Path.of("..", "samples", "brackets");
        String train = brackets.resolve("train.mrg").toString();
        String test = brackets.resolve("test.mrg").toString();
        String output = printed(() -> ParsePhrases.main(new String[] {train, test}));

        assertThat(number(output, "F1 +([0-9.]+)")).isGreaterThan(93);
    }

    @Test
    void aGrammarIsCounted() throws Exception {
        Path brackets = Path.of("..", "samples", "brackets");
        String train = brackets.resolve("train.mrg").toString();
        String test = brackets.resolve("test.mrg").toString();
        String output = printed(() -> CountGrammar.main(new String[] {train, test}));

        assertThat(number(output, "F1 +([0-9.]+)")).isGreaterThan(75);
    }

    @Test
    void aDictionaryIsLearnt(@TempDir Path folder) throws Exception {
        String sample = Path.of("..", "samples", "morphemes").toString();
        String output = printed(() -> LearnDictionary.main(new String[] {sample, folder.toString()}));

        assertThat(output).contains(" 東京 都 に 住む");
        assertThat(number(output, "^([0-9.]+) ")).isBetween(0.5, 1.0);
    }

    @Test
    void hiddenStatesTellGesturesOfTheSameMeanApart() throws Exception {
        Path gestures = Path.of("..", "samples", "gestures");
        String train = gestures.resolve("gestures.train.ts").toString();
        String test = gestures.resolve("gestures.test.ts").toString();
        String one = printed(() -> ClassifySequences.main(new String[] {train, test, "1"}));
        String several = printed(() -> ClassifySequences.main(new String[] {train, test, "4"}));

        assertThat(number(one, ": ([0-9]+) of 18")).isLessThan(9);
        assertThat(number(several, ": ([0-9]+) of 18")).isGreaterThan(15);
    }

    @Test
    void predictNumbersFillsGaps() throws Exception {
        Path air = Path.of("..", "samples", "air");
        String[] args = {
            air.resolve("air.train.csv").toString(), air.resolve("air.test.csv").toString()
        };
        assertThat(printed(() -> PredictNumbers.main(args)))
                .startsWith("hour 13: ")
                .contains("beside what was measured")
                .hasLineCount(3);
    }

    @Test
    void theSampleOfAirIsMadeByItsProgram(@TempDir Path folder) throws Exception {
        SyntheticAir.main(new String[] {folder.toString()});
        for (String name : List.of("air.train.csv", "air.test.csv", "stations.csv", "stations.edges.csv")) {
            assertThat(folder.resolve(name))
                    .hasSameTextualContentAs(Path.of("..", "samples", "air").resolve(name));
        }
    }

    @Test
    void theSampleOfGesturesIsWhatItsFormulasGive(@TempDir Path folder) throws Exception {
        SyntheticGestures.main(new String[] {folder.toString()});

        for (String name : List.of("phases.train.csv", "phases.test.csv", "gestures.train.ts", "gestures.test.ts")) {
            assertThat(folder.resolve(name))
                    .hasSameTextualContentAs(
                            Path.of("..", "samples", "gestures").resolve(name));
        }
    }

    @Test
    void partialLabelsAreEnoughToLearnFrom() throws Exception {
        assertThat(printed(() -> PartialLabels.main(new String[0])))
                .isEqualTo("[NAME, O, O, PLACE]" + System.lineSeparator());
    }

    /** One of three labels, seen through noise: by themselves they often say that there is none. */
    @Test
    void labelSetsAreFoundTogether(@TempDir Path folder) throws Exception {
        Random random = new Random(1);
        List<Path> files = List.of(folder.resolve("train.svm"), folder.resolve("test.svm"));
        for (Path file : files) {
            StringBuilder lines = new StringBuilder();
            for (int n = 0; n < 200; n++) {
                int label = 1 + random.nextInt(3);
                lines.append(label);
                for (int k = 1; k <= 3; k++) {
                    double seen = (k == label ? 1 : 0) + random.nextGaussian();
                    lines.append(String.format(Locale.ROOT, " %d:%.3f", k, seen));
                }
                lines.append('\n');
            }
            Files.writeString(file, lines);
        }
        List<String> lines = printed(() -> LabelSets.main(
                        new String[] {files.get(0).toString(), files.get(1).toString()}))
                .lines()
                .toList();
        assertThat(lines).hasSize(7);
        assertThat(whole(lines.get(3))).isGreaterThan(whole(lines.get(1)) + 0.05);
    }

    private static double whole(String line) {
        return Double.parseDouble(line.replaceAll(".*whole sets ([0-9.]+),.*", "$1"));
    }

    @Test
    void dependencyTreesAreLearnt() throws Exception {
        assertThat(printed(() -> LearnDependencies.main(new String[0])))
                .startsWith("NOUN VERB DET NOUN ADP DET NOUN: heads [2, 0, 4, 2, 2, 7, 5]");
    }

    @Test
    void theTranslatorOfInKnowsTheThreeCases() throws Exception {
        String output = printed(() -> TranslateIn.main(new String[0]));

        assertThat(output)
                .containsSubsequence(
                        "nothing is known: 2.321928 bits",
                        "pendant      0.200000",
                        "dans         0.150000",
                        "à            0.233333",
                        "dans         0.185857",
                        "en           0.114143",
                        "à            0.314143",
                        "pendant      0.192929");
    }

    @Test
    void aMarkovModelOfMaximumEntropyIsBiasedAndTheFieldIsNot() throws Exception {
        String output = printed(() -> LabelBias.main(new String[0]));

        assertThat(output)
                .contains("MEMM: [MD, TO, VB] with probability 0.9")
                .contains("CRF:  [NN, TO, VB] with probability 0.6")
                .contains("MEMM: p(2 | 1, i) = 1.000, p(2 | 1, o) = 0.99")
                .contains("CRF:  rib [1, 2, 3], rob [4, 5, 3]");
        // The observation "to" says nothing about what stands before it.
        assertThat(number(output, "p\\(TO \\| MD, to\\) = ([0-9.]+)")).isGreaterThan(0.97);
        assertThat(number(output, "p\\(TO \\| NN, to\\) = ([0-9.]+)")).isGreaterThan(0.97);
        // One of rib and rob is always wrong; what is left to the CRF is the noise.
        assertThat(number(output, "wrong states: MEMM ([0-9.]+)")).isBetween(30.0, 45.0);
        assertThat(number(output, "wrong states: .* CRF ([0-9.]+)")).isLessThan(8);
        for (String model : List.of("HMM", "MEMM", "CRF")) {
            assertThat(number(output, "    " + model + " +([0-9.]+) %"))
                    .as(model)
                    .isGreaterThan(90);
        }
    }

    private static double number(String output, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(output);
        assertThat(matcher.find()).as("%s in%n%s", pattern, output).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    /** On a part of the real data the field beats the local model and the hidden Markov model. */
    @Test
    void onRealPartsOfSpeechTheFieldIsTheBest() throws Exception {
        Path place = shared();
        Path train = place.resolve("en_ewt-ud-train.conllu.gz");
        Assumptions.assumeTrue(Files.exists(train), "UD English EWT is not there: " + train);
        List<Sequence> part = conllu(train, 1000);
        List<Sequence> test = conllu(place.resolve("en_ewt-ud-test.conllu"), 300);

        String output = printed(() -> LabelBias.sideBySide(part, test));

        double hmm = number(output, "    HMM +([0-9.]+) %");
        double memm = number(output, "    MEMM +([0-9.]+) %");
        double crf = number(output, "    CRF +([0-9.]+) %");
        assertThat(List.of(hmm, memm)).as(output).allMatch(accuracy -> accuracy > 90);
        assertThat(crf).as(output).isGreaterThan(hmm).isGreaterThan(memm);
    }

    private static Path shared() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("shared"))) {
            folder = folder.getParent();
        }
        return (folder == null ? Path.of("") : folder).resolve(Path.of("shared", "data", "ud_english_ewt"));
    }

    /** Words and universal parts of speech of the first sentences; lines of multiword and empty tokens are left out. */
    private static List<Sequence> conllu(Path file, int sentences) throws Exception {
        List<Sequence> sequences = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        try (InputStream raw = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine();
                    line != null && sequences.size() < sentences;
                    line = reader.readLine()) {
                String[] fields = line.split("\t");
                if (line.isEmpty()) {
                    sequences.add(Sequence.of(tokens, labels));
                    tokens.clear();
                    labels.clear();
                } else if (fields[0].matches("[0-9]+")) {
                    tokens.add(Token.ofColumns(fields[1]));
                    labels.add(fields[3]);
                }
            }
        }
        return sequences;
    }
}
