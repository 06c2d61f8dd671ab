package org.espalier.morphology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.dictionary.SampleDictionary;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against MeCab's own programs, where they are installed (Debian: mecab, mecab-utils). */
final class MecabProgramsTest {
    private static final Path PROGRAMS = Path.of("/usr/lib/mecab");
    private static final Path CORPUS =
            SampleDictionary.SAMPLE.resolve("train.txt").toAbsolutePath();

    @TempDir
    Path folder;

    private Path seed;

    @BeforeEach
    void prepare() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAMS.resolve("mecab-cost-train")), "mecab-utils is not installed");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mecab")), "mecab is not installed");
        seed = SampleDictionary.copy(folder.resolve("seed"), StandardCharsets.UTF_8);
        SampleDictionary.write(seed, "matrix.def", "1 1\n0 0 0\n");
        compile(seed);
    }

    private String run(Object... command) throws IOException, InterruptedException {
        File output = folder.resolve("output").toFile();
        Process process = new ProcessBuilder(
                        Arrays.stream(command).map(Object::toString).toList())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(output.toPath());
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    private void compile(Path dictionary) throws Exception {
        run(PROGRAMS.resolve("mecab-dict-index"), "-d", dictionary, "-o", dictionary, "-f", "UTF-8", "-t", "UTF-8");
    }

    private CostModel train(List<TrainingReport> reports) {
        DictionaryFiles files = DictionaryFiles.open(seed, null);
        return new CostTrainer(CostOptions.DEFAULTS)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        reports.add(report);
                    }
                })
                .train(MorphemeCorpus.read(files, List.of(CORPUS), StandardCharsets.UTF_8), files);
    }

    @Test
    void theObjectiveAndTheFeaturesAreThoseOfItsTrainer() throws Exception {
        String log =
                run(PROGRAMS.resolve("mecab-cost-train"), "-c", "1.0", "-f", "1", "-d", seed, CORPUS, "theirs.def");
        List<TrainingReport> reports = new ArrayList<>();
        CostModel ours = train(reports);
        CostModel theirs = CostModel.read(folder.resolve("theirs.def"), null);
        Matcher objective = Pattern.compile("target=([0-9.]+)").matcher(log);
        double last = Double.NaN;
        while (objective.find()) {
            last = Double.parseDouble(objective.group(1));
        }

        assertThat(names(ours)).isEqualTo(names(theirs));
        assertThat(reports.get(0).objective()).isBetween(0.999 * last, last + 1e-4);
        for (int k = 0; k < theirs.size(); k++) {
            String feature = theirs.features().toVocabulary().get(k);
            assertThat(ours.weight(feature))
                    .as(feature)
                    .isBetween(theirs.weight(feature) - 0.05, theirs.weight(feature) + 0.05);
        }
    }

    private static List<String> names(CostModel model) {
        TreeMap<String, Boolean> names = new TreeMap<>();
        for (int k = 0; k < model.size(); k++) {
            names.put(model.features().toVocabulary().get(k), true);
        }
        return List.copyOf(names.keySet());
    }

    @Test
    void theDictionaryIsThatOfItsGenerator() throws Exception {
        CostModel model = train(new ArrayList<>());
        Path ours = folder.resolve("ours");
        Path theirs = Files.createDirectories(folder.resolve("theirs"));
        DictionaryWriter.write(DictionaryFiles.open(seed, null), model, ours);
        run(PROGRAMS.resolve("mecab-dict-gen"), "-d", seed, "-o", theirs, "-m", ours.resolve("model.def"));

        for (String name : List.of("words.csv", "unk.def", "left-id.def", "right-id.def", "char.def", "dicrc")) {
            assertThat(ours.resolve(name)).hasSameBinaryContentAs(theirs.resolve(name));
        }
        assertThat(sorted(ours.resolve("matrix.def"))).isEqualTo(sorted(theirs.resolve("matrix.def")));
    }

    private static List<String> sorted(Path file) throws IOException {
        return Files.readAllLines(file).stream().sorted().toList();
    }

    /** Sentences of the sample, and nonsense of its characters and of others. */
    @Test
    void itsTaggerGivesOurLabelsAndCosts() throws Exception {
        Path dictionary = folder.resolve("ours");
        DictionaryWriter.write(DictionaryFiles.open(seed, null), train(new ArrayList<>()), dictionary);
        compile(dictionary);
        List<String> lines = new ArrayList<>(SampleDictionary.lines("raw.txt"));
        Random random = new Random(3);
        String characters = "東京都府にはもがをの本二三すうち庭桃猫住む。山アカabc12 　ん";
        for (int k = 0; k < 300; k++) {
            StringBuilder line = new StringBuilder();
            int length = 1 + random.nextInt(30);
            for (int c = 0; c < length; c++) {
                line.append(characters.charAt(random.nextInt(characters.length())));
            }
            lines.add(line.toString());
        }
        Path text = folder.resolve("text");
        Files.write(text, lines);
        String theirs = run("mecab", "-r", "/dev/null", "-d", dictionary, "-F%m\\t%H\\t%pc\\n", "-EEOS\\t%pc\\n", text);
        MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(dictionary, null));
        StringBuilder ours = new StringBuilder();
        for (String line : lines) {
            MorphemePath path = tagger.tag(line);
            long cost = 0;
            for (Morpheme morpheme : path.morphemes()) {
                cost += morpheme.cost();
                ours.append(morpheme.surface())
                        .append('\t')
                        .append(morpheme.features())
                        .append('\t')
                        .append(cost)
                        .append('\n');
            }
            ours.append("EOS\t").append(path.cost()).append('\n');
        }

        assertThat(ours.toString()).isEqualTo(theirs);
    }
}
