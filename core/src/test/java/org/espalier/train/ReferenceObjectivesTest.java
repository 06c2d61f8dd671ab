package org.espalier.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.InstanceOptions;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.evaluate.ClassificationEvaluation;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.BagOfWords;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objectives and scores that other programs reached on real data; skipped where the data are not at hand. */
class ReferenceObjectivesTest {
    private static final TrainingOptions TIGHT = TrainingOptions.DEFAULTS
            .withTolerance(0)
            .withGradientTolerance(1e-6)
            .withMaxIterations(3000);

    /** ‖∇‖²/(2·λ₂) bounds what is left above the minimum: here less than 10⁻⁸ of it. */
    private static final TrainingOptions ENOUGH =
            TIGHT.withGradientTolerance(1e-4).withAllFeatures(true);

    @TempDir
    Path scratch;

    static Path shared(String path) {
        Path found = find(path);
        assumeTrue(found != null, "needs the shared data, which are not here: ../shared/" + path);
        return Objects.requireNonNull(found);
    }

    private static @Nullable Path find(String path) {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path candidate = at.resolve("shared").resolve(path);
            if (Files.exists(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    private static double objective(AttributeExtractor extractor, TrainingOptions options, List<Sequence> data) {
        Recorder recorder = new Recorder();
        new Trainer(extractor, options).withListener(recorder).train(data);
        assertThat(recorder.report().stopReason().converged()).isTrue();
        return recorder.report().objective();
    }

    /** The Japanese files are EUC-JP, whose bytes the other tools took as they are: one character for each does the same. */
    private Path asUtf8(Path file) throws IOException {
        Path converted = scratch.resolve(file.getFileName());
        return Files.writeString(converted, Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @CsvSource({
        "chunking, 0.25, 8616, 9.90054",
        "basenp, 0.1, 5766, 4.37930",
        "basenp-bigram, 0.1, 2556, 8.20435",
        "JapaneseNE, 0.25, 9126, 2.93981",
        "seg, 0.25, 2020, 10.78655"
    })
    void crfppReachesTheSameWithAllFeatures(String name, double l2, int features, double expected) throws IOException {
        Path folder = shared("reference/golden/crfpp/" + name);
        Template template = Template.read(folder.resolve("template"));
        List<Sequence> data = Sequences.read(DataOptions.COLUMNS, asUtf8(folder.resolve("train.data")));
        Recorder recorder = new Recorder();
        new Trainer(template, TIGHT.withL2(l2).withAllFeatures(true))
                .withListener(recorder)
                .train(data);
        assertThat(recorder.summary().features()).isEqualTo(features);
        assertThat(recorder.report().objective()).isCloseTo(expected, within(1e-5 * expected));
    }

    @ParameterizedTest
    @CsvSource({
        "chunking, train, 0.25, false, 11.747620",
        "chunking, train, 0.25, true, 9.900537",
        "basenp, train, 0.1, false, 6.293560",
        "basenp, train, 0.1, true, 4.379303",
        "JapaneseNE, train, 0.25, false, 3.520309",
        "JapaneseNE, train, 0.25, true, 2.939808",
        "seg, train, 0.25, false, 16.083065",
        "seg, train, 0.25, true, 10.786547",
        "seg, train.weighted, 0.25, false, 18.145074"
    })
    void crfsuiteReachesTheSame(String name, String file, double l2, boolean all, double expected) throws IOException {
        Path folder = shared("reference/golden/crfsuite/" + name);
        List<Sequence> data = Sequences.read(DataOptions.CRFSUITE, asUtf8(folder.resolve(file + ".crfsuite")));
        assertThat(objective(new GivenAttributes(), TIGHT.withL2(l2).withAllFeatures(all), data))
                .isCloseTo(expected, within(1e-5 * expected));
    }

    @Test
    void ocrLettersOfFoldZero() throws IOException {
        Path file = shared("data/ocr_letters/letters.tsv.gz");
        List<Sequence> train = new ArrayList<>();
        List<Sequence> test = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            List<String[]> word = new ArrayList<>();
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] fields = line.split("\t", -1);
                if (!word.isEmpty() && !word.get(0)[0].equals(fields[0])) {
                    (word.get(0)[3].equals("0") ? train : test).add(letters(word));
                    word.clear();
                }
                word.add(fields);
            }
            (word.get(0)[3].equals("0") ? train : test).add(letters(word));
        }
        assertThat(train).hasSize(626);
        Recorder recorder = new Recorder();
        Model model = new Trainer(new GivenAttributes(), ENOUGH)
                .withListener(recorder)
                .train(train);
        assertThat(recorder.report().objective()).isCloseTo(1740.619378, within(1740e-6));
        int rightLetters = 0;
        int letters = 0;
        int rightWords = 0;
        Tagger tagger = model.tagger();
        for (Sequence word : test) {
            List<String> gold = Objects.requireNonNull(word.labels());
            List<String> predicted = tagger.tag(word).labels();
            for (int t = 0; t < gold.size(); t++) {
                rightLetters += gold.get(t).equals(predicted.get(t)) ? 1 : 0;
            }
            letters += gold.size();
            rightWords += gold.equals(predicted) ? 1 : 0;
        }
        assertThat(percent(rightLetters, letters)).isEqualTo("79.69");
        assertThat(percent(rightWords, test.size())).isEqualTo("38.06");
    }

    private static String percent(int right, int all) {
        return String.format(Locale.ROOT, "%.2f", 100.0 * right / all);
    }

    private static Sequence letters(List<String[]> word) {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (String[] fields : word) {
            List<Attribute> attributes = new ArrayList<>(List.of(Attribute.of("bias")));
            for (int pixel = 0; pixel < 128; pixel++) {
                if (fields[5].charAt(pixel) == '1') {
                    attributes.add(Attribute.of("p" + pixel));
                }
            }
            tokens.add(Token.ofAttributes(attributes));
            labels.add(fields[2]);
        }
        return Sequence.of(tokens, labels);
    }

    @Test
    void trecQuestionsAsChainsOfLengthOne() throws IOException {
        List<Sequence> train = questions(shared("data/trec_qc/train.txt"));
        List<Sequence> test = questions(shared("data/trec_qc/test.txt"));
        Recorder recorder = new Recorder();
        Model model = new Trainer(new GivenAttributes(), ENOUGH)
                .withListener(recorder)
                .train(train);
        assertThat(recorder.summary().attributes()).isEqualTo(37_130);
        assertThat(recorder.report().objective()).isCloseTo(1073.774815, within(1073e-6));
        int right = 0;
        for (Sequence question : test) {
            right += model.tagger().tag(question).labels().equals(question.labels()) ? 1 : 0;
        }
        assertThat(percent(right, test.size())).isEqualTo("89.00");
    }

    @Test
    void trecQuestionsAsTextWithABagOfWords() {
        DataOptions options = DataOptions.TEXT
                .withEncoding(StandardCharsets.ISO_8859_1)
                .withInstances(InstanceOptions.DEFAULTS.withLabelSeparator("").withLabelCut(":"));
        List<Sequence> train = Sequences.read(options, shared("data/trec_qc/train.txt"));
        List<Sequence> test = Sequences.read(options, shared("data/trec_qc/test.txt"));
        Recorder recorder = new Recorder();
        Model model = new Trainer(BagOfWords.parse("words(1..2,lower,binary)"), ENOUGH)
                .withListener(recorder)
                .train(train);
        assertThat(recorder.summary().attributes()).isEqualTo(37_130);
        assertThat(recorder.report().objective()).isCloseTo(1073.774815, within(1e-6 * 1073.774815));
        ClassificationEvaluation evaluation = new ClassificationEvaluation(model.labels(), LabelNotation.DEFAULT);
        for (Sequence question : test) {
            Tagging tagging = model.tagger().tag(question);
            evaluation.add(
                    Objects.requireNonNull(question.labels()).get(0),
                    tagging.labels().get(0),
                    tagging.marginals()[0]);
        }
        assertThat(percent((int) evaluation.scores().correct(), test.size())).isEqualTo("89.00");
    }

    static List<Sequence> questions(Path file) throws IOException {
        List<Sequence> questions = new ArrayList<>();
        for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
            int blank = line.indexOf(' ');
            String[] words =
                    line.substring(blank + 1).toLowerCase(Locale.ROOT).trim().split("[ \t]+");
            Set<String> names = new LinkedHashSet<>();
            for (int k = 0; k < words.length; k++) {
                names.add(words[k]);
                if (k > 0) {
                    names.add(words[k - 1] + " " + words[k]);
                }
            }
            Token token = Token.ofAttributes(names.stream().map(Attribute::of).toList());
            questions.add(Sequence.of(List.of(token), List.of(line.substring(0, line.indexOf(':')))));
        }
        return questions;
    }
}
