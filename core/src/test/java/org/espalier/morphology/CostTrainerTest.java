package org.espalier.morphology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.dictionary.SampleDictionary;
import org.espalier.inference.lattice.LatticeInference;
import org.espalier.loss.LogLoss;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CostTrainerTest {
    private static final Path SEED = SampleDictionary.SAMPLE.resolve("seed");
    private static final Path CORPUS = SampleDictionary.SAMPLE.resolve("train.txt");

    @TempDir
    Path folder;

    private static DictionaryFiles seed() {
        return DictionaryFiles.open(SEED, null);
    }

    private static MorphemeCorpus corpus(DictionaryFiles files) {
        return MorphemeCorpus.read(files, List.of(CORPUS), StandardCharsets.UTF_8);
    }

    private static CostModel train(CostOptions options) {
        DictionaryFiles files = seed();
        return new CostTrainer(options).train(corpus(files), files);
    }

    /** By central differences, in all coordinates. */
    @Test
    void theGradientIsThatOfTheObjective() {
        MorphemeCorpus corpus = corpus(seed());
        int size = corpus.units().cut(1).size();
        CostObjective objective = new CostObjective(
                corpus,
                size,
                new LogLoss<>(new LatticeInference()),
                new LocalSum(new Workers(1)),
                new double[0],
                false);
        Random random = new Random(1);
        double[] x = random.doubles(size, -1, 1).toArray();
        double[] gradient = new double[size];
        objective.evaluate(x, gradient);
        double[] ignored = new double[size];
        double step = 1e-5;
        for (int k = 0; k < size; k += 3) {
            double at = x[k];
            x[k] = at + step;
            double above = objective.evaluate(x, ignored);
            x[k] = at - step;
            double below = objective.evaluate(x, ignored);
            x[k] = at;
            assertThat(gradient[k]).isCloseTo((above - below) / (2 * step), within(1e-6));
        }
    }

    @Test
    void theTrainedDictionaryCutsTheCorpusAsItIsAnnotated() throws IOException {
        DictionaryFiles files = seed();
        CostModel model = new CostTrainer(CostOptions.DEFAULTS.withC(10)).train(corpus(files), files);
        DictionaryWriter.Written written = DictionaryWriter.write(files, model, folder.resolve("dictionary"));
        MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(folder.resolve("dictionary"), null));

        assertThat(written.words()).isEqualTo(38);
        assertThat(written.capped()).isZero();
        int right = 0;
        int all = 0;
        try (MorphemeReader reader = MorphemeReader.open(CORPUS, StandardCharsets.UTF_8)) {
            for (MorphemeReader.Sentence s = reader.next(); s != null; s = reader.next()) {
                MorphemePath path = tagger.tag(s.text());
                assertThat(path.morphemes()).extracting(Morpheme::surface).isNotEmpty();
                all += s.morphemes().size();
                right += (int) s.morphemes().stream()
                        .filter(each -> path.morphemes().stream()
                                .anyMatch(morpheme -> morpheme.surface().equals(each.surface())
                                        && morpheme.features().equals(each.features())))
                        .count();
            }
        }
        assertThat(right).isEqualTo(all).isEqualTo(164);
        assertThat(tagger.tag("すもももももももものうち。").morphemes())
                .extracting(Morpheme::surface)
                .containsExactly("すもも", "も", "もも", "も", "もも", "の", "うち", "。");
        assertThat(tagger.tag("ロンドンに住む").morphemes().get(0)).satisfies(unknown -> {
            assertThat(unknown.surface()).isEqualTo("ロンドン");
            assertThat(unknown.isUnknown()).isTrue();
        });
        assertThat(tagger.tag("").morphemes()).isEmpty();
        assertThat(tagger.tag(" 猫 ").morphemes()).extracting(Morpheme::begin).containsExactly(1);
    }

    @Test
    void probabilitiesAreThoseOfTheCosts() {
        DictionaryFiles files = seed();
        DictionaryWriter.write(files, train(CostOptions.DEFAULTS), folder);
        MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(folder, null));
        List<MorphemePath> paths = tagger.tag("東京都に", 1_000, true);

        assertThat(paths.stream().mapToDouble(MorphemePath::probability).sum()).isCloseTo(1, within(1e-9));
        assertThat(paths).isSortedAccordingTo((a, b) -> Long.compare(a.cost(), b.cost()));
        assertThat(paths.get(0).morphemes())
                .isEqualTo(tagger.tag("東京都に", 1, true).get(0).morphemes());
        double probability = 0;
        Morpheme first = paths.get(0).morphemes().get(0);
        for (MorphemePath path : paths) {
            Morpheme other = path.morphemes().get(0);
            if (other.surface().equals(first.surface()) && other.features().equals(first.features())) {
                probability += path.probability();
            }
            assertThat(Math.exp(-(path.cost() - paths.get(0).cost()) / 800.0)
                            * paths.get(0).probability())
                    .isCloseTo(path.probability(), within(1e-12));
        }
        assertThat(first.probability()).isCloseTo(probability, within(1e-9));
    }

    /** On so many copies of the sample that there are several shards. */
    private static CostModel trainOnMany(int threads) {
        DictionaryFiles files = seed();
        MorphemeCorpus many = MorphemeCorpus.read(files, Collections.nCopies(150, CORPUS), StandardCharsets.UTF_8);
        assertThat(many.words() + many.connections()).isGreaterThan(60_000);
        return new CostTrainer(CostOptions.DEFAULTS.withThreads(threads)).train(many, files);
    }

    @Test
    void theBitsDoNotDependOnTheThreads() throws IOException {
        CostModel one = trainOnMany(1);
        CostModel three = trainOnMany(3);
        one.write(folder.resolve("one"), StandardCharsets.UTF_8);
        three.write(folder.resolve("three"), StandardCharsets.UTF_8);

        assertThat(folder.resolve("one")).hasSameBinaryContentAs(folder.resolve("three"));
        CostModel read = CostModel.read(folder.resolve("one"), null);
        assertThat(read.size()).isEqualTo(one.size());
        assertThat(read.header()).containsEntry("charset", "UTF-8").containsEntry("eval-size", "3");
        assertThat(read.weight("B1:名詞/助詞")).isEqualTo(one.weight("B1:名詞/助詞")).isPositive();
        assertThat(read.weight("none")).isZero();
        assertThat(Files.readString(folder.resolve("one"))).doesNotContain("NaN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EUC-JP", "windows-31j"})
    void theEncodingChangesNothing(String name) {
        Charset encoding = Charset.forName(name);
        DictionaryFiles files = DictionaryFiles.open(SampleDictionary.copy(folder.resolve("seed"), encoding), null);
        CostModel model = new CostTrainer(CostOptions.DEFAULTS).train(corpus(files), files);
        DictionaryWriter.write(files, model, folder.resolve("dictionary"));
        CostModel usual = train(CostOptions.DEFAULTS);

        CostModel read = CostModel.read(folder.resolve("dictionary").resolve("model.def"), null);
        assertThat(read.size()).isEqualTo(usual.size());
        assertThat(read.weight("W1:名詞/猫")).isEqualTo(usual.weight("W1:名詞/猫"));
        MorphemeTagger tagger = MorphemeTagger.open(DictionaryFiles.open(folder.resolve("dictionary"), null));
        assertThat(tagger.tag("東京都に住む").morphemes())
                .extracting(Morpheme::surface)
                .containsExactly("東京", "都", "に", "住む");
    }

    @Test
    void rareFeaturesAreLeftOut() {
        CostModel all = train(CostOptions.DEFAULTS);
        CostModel some = train(CostOptions.DEFAULTS.withMinCount(5));

        assertThat(some.size()).isLessThan(all.size()).isPositive();
    }

    /** From the optimum of an earlier model, drawn to it, nothing is better than to stay nearer than a new start would. */
    @Test
    void anEarlierModelIsTheStart() {
        DictionaryFiles files = seed();
        CostModel first = train(CostOptions.DEFAULTS);
        List<TrainingReport> reports = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onFinish(TrainingReport report) {
                reports.add(report);
            }
        };
        new CostTrainer(CostOptions.DEFAULTS).withListener(listener).train(corpus(files), files);
        CostModel second = new CostTrainer(CostOptions.DEFAULTS)
                .withPrior(first)
                .withListener(listener)
                .train(corpus(files), files);

        assertThat(reports.get(1).objective()).isLessThan(reports.get(0).objective());
        assertThat(second.weight("B1:名詞/助詞")).isCloseTo(first.weight("B1:名詞/助詞"), within(0.5));
    }

    @Test
    void aStopEndsTheTraining() {
        DictionaryFiles files = seed();
        List<TrainingReport> reports = new ArrayList<>();
        new CostTrainer(CostOptions.DEFAULTS)
                .withStop(() -> true)
                .withListener(new TrainingListener() {
                    @Override
                    public void onFinish(TrainingReport report) {
                        reports.add(report);
                    }
                })
                .train(corpus(files), files);

        assertThat(reports.get(0).iterations()).isEqualTo(1);
    }

    @Test
    void morphemesThatNoWordIsAreAddedToTheirLattice() throws IOException {
        Path extra = folder.resolve("extra.txt");
        Files.writeString(extra, "猫山\t名詞,渾名,*,*\nが\t助詞,格助詞,が,ガ\nいる\t動詞,自立,いる,イル\nEOS\n");
        DictionaryFiles files = seed();
        MorphemeCorpus corpus = MorphemeCorpus.read(files, List.of(extra), StandardCharsets.UTF_8);

        assertThat(corpus.missing()).isEqualTo(1);
        assertThat(corpus.firstMissing()).isEqualTo(extra + ":1: 猫山 (名詞,渾名,*,*)");
        assertThat(corpus.sentences()).isEqualTo(1);
        assertThat(corpus.morphemes()).isEqualTo(3);
    }

    @Test
    void whatIsWrongWithTextIsSaid() throws IOException {
        Path bad = folder.resolve("bad.txt");
        for (String[] each : new String[][] {
            {"猫\t名詞\n猫 名詞\n", "bad.txt:2: the line '猫 名詞' has no surface and features"},
            {"猫\t名詞,一般,猫,ネコ\nEOS\nEOS\n", "bad.txt:3: a sentence ends before it has begun"},
            {
                "猫\t名詞,一般,猫,ネコ\n山\t名詞\nEOS\n",
                "bad.txt:2: the dictionary does not have the morpheme '山' with the features '名詞', nor can they"
            },
            {"", "bad.txt: there are no sentences"}
        }) {
            Files.writeString(bad, each[0]);
            assertThatThrownBy(() -> MorphemeCorpus.read(seed(), List.of(bad), StandardCharsets.UTF_8))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageContaining(each[1]);
        }
        for (String[] each : new String[][] {
            {"C: 1\n0.5\tB\n", "bad.txt:2: the line '0.5\tB' is no line of a header"},
            {"C: 1\n", "bad.txt: the file ends in its header"},
            {"C: 1\n\nx\tB\n", "bad.txt:3: the line 'x\tB' has no weight"},
            {"C: 1\n\n1\tB\n2\tB\n", "bad.txt:4: the feature 'B' comes twice"},
            {"charset: X\n\n", "bad.txt: the encoding is 'X'"}
        }) {
            Files.writeString(bad, each[0]);
            assertThatThrownBy(() -> CostModel.read(bad, null))
                    .isInstanceOf(DataFormatException.class)
                    .hasMessageContaining(each[1]);
        }
        assertThatThrownBy(() -> MorphemeTagger.open(copyWithIds()))
                .hasMessageContaining("has the contexts 3 and 0, but matrix.def has 1 left and 1 right ones");
        assertThatThrownBy(() -> DictionaryWriter.write(seed(), train(CostOptions.DEFAULTS), SEED))
                .hasMessageContaining("the dictionary would replace the files that it is made of");
        assertThatThrownBy(() -> CostOptions.DEFAULTS.withC(0)).hasMessageContaining("c = 0.0; expected");
    }

    private DictionaryFiles copyWithIds() {
        Path copy = SampleDictionary.copy(folder.resolve("ids"), StandardCharsets.UTF_8);
        SampleDictionary.write(copy, "matrix.def", "1 1\n0 0 0\n");
        SampleDictionary.write(copy, "words.csv", "猫,3,0,0,名詞,一般,猫,ネコ\n");
        return DictionaryFiles.open(copy, null);
    }

    /** Truncated files and flipped bits: a message, or another model, but no other failure. */
    @Test
    void damagedModelsAndCorporaAreRefusedOrRead() throws IOException {
        Path file = folder.resolve("damaged");
        train(CostOptions.DEFAULTS).write(file, StandardCharsets.UTF_8);
        byte[] model = Files.readAllBytes(file);
        byte[] corpus = Files.readAllBytes(CORPUS);
        Random random = new Random(5);
        int refused = 0;
        for (int round = 0; round < 200; round++) {
            byte[] damaged = (round % 2 == 0 ? model : corpus).clone();
            for (int k = 0; k <= round % 3; k++) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(
                    file, round % 5 == 0 ? java.util.Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged);
            try {
                if (round % 2 == 0) {
                    CostModel.read(file, null);
                } else {
                    MorphemeCorpus.read(seed(), List.of(file), StandardCharsets.UTF_8);
                }
            } catch (DataFormatException e) {
                refused++;
                assertThat(e.getMessage()).startsWith(file.toString());
            }
        }
        assertThat(refused).isPositive();
    }
}
