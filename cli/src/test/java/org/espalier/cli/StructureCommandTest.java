package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Chains of higher order, hidden states, classes of whole sequences and segments, from end to end. */
final class StructureCommandTest {
    @TempDir
    Path folder;

    private Path spans;
    private Path moreSpans;
    private Path classes;
    private Path moreClasses;
    private Path model;

    /** The models, with the options that ask for them. */
    private enum Asked {
        ORDER("--order 2", "chain of order 2"),
        ALL_HISTORIES("--order 3 --histories all", "chain of order 3"),
        LATENT("--model ldcrf", "hidden states in all"),
        CLASSES("--model hcrf --hidden-states 2", "2 hidden states each"),
        SHARED("--model hcrf --hidden-states 2 --shared-states", "that they share"),
        SEGMENTS("--model semi-crf --max-segment 4", "segments: "),
        SEGMENT_FEATURES("--model semi-crf --features words(-1..1),segment-text,segment-length", "segments: "),
        VALID("--valid-labels", "");

        private final String words;
        private final String structure;

        Asked(String words, String structure) {
            this.words = words;
            this.structure = structure;
        }
    }

    @BeforeEach
    void write() {
        spans = SmallData.write(folder, "train.txt", spans(1, 60));
        moreSpans = SmallData.write(folder, "test.txt", spans(2, 30));
        classes = SmallData.write(folder, "classes.txt", classes(1, 60));
        moreClasses = SmallData.write(folder, "more-classes.txt", classes(2, 30));
        model = folder.resolve("model.esp");
    }

    /** Names of one to three words, in IOB2. */
    private static String spans(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            for (int k = 0; k < 2 + random.nextInt(3); k++) {
                int type = random.nextInt(3);
                for (int t = 0; t < (type == 2 ? 1 : 1 + random.nextInt(3)); t++) {
                    text.append("w").append(type).append(random.nextInt(3)).append('\t');
                    text.append(type == 2 ? "O" : (t == 0 ? "B-" : "I-") + (type == 0 ? "PER" : "LOC"))
                            .append('\n');
                }
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** The same label for all tokens of a sequence. */
    private static String classes(long seed, int count) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            int type = random.nextInt(2);
            for (int t = 0; t < 2 + random.nextInt(4); t++) {
                text.append("w").append(random.nextInt(4) == 0 ? 9 : type).append(random.nextInt(3));
                text.append('\t').append(type == 0 ? "good" : "bad").append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    private Path train(Asked asked) {
        return asked.words.contains("hcrf") ? classes : spans;
    }

    private Path test(Asked asked) {
        return asked.words.contains("hcrf") ? moreClasses : moreSpans;
    }

    private static Program.Outcome run(Object... words) {
        List<Object> all = new ArrayList<>();
        for (Object word : words) {
            all.addAll(word instanceof String text ? List.of(text.trim().split(" +")) : List.of(word));
        }
        Program.Outcome outcome = Program.run(all.toArray());
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private static Program.Outcome works(Object... words) {
        Program.Outcome outcome = run(words);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    private static double accuracy(Path file, Path data) {
        Map<?, ?> scores = (Map<?, ?>)
                Json.parse(works("eval --output-format json -m", file, data).out());
        return ((Number) scores.get("tokenAccuracy")).doubleValue();
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void modelsAreTrainedAndUsed(Asked asked) {
        works("train -q --l2 0.1", asked.words, "-o", model, train(asked));
        assertThat(accuracy(model, test(asked))).isGreaterThan(0.8);

        String tagged = works("tag -m", model, test(asked)).out();
        assertThat(tagged.lines().filter(line -> !line.isEmpty())).isNotEmpty();
        assertThat(works("tag --marginals -m", model, test(asked)).out()).isNotEmpty();
        assertThat(works("tag --nbest 3 -m", model, test(asked)).out()).isNotEmpty();
        assertThat(works("tag --decoder posterior -m", model, test(asked)).out())
                .isNotEmpty();
        assertThat(works("tag --decoder viterbi --threads 2 -m", model, test(asked))
                        .out())
                .isNotEmpty();
        assertThat(works("inspect", model).out()).contains(asked.structure);
        Path smaller = folder.resolve("smaller.esp");
        works("compress -o", smaller, model);
        assertThat(accuracy(smaller, test(asked))).isEqualTo(accuracy(model, test(asked)));
        assertThat(works("inspect", smaller).out()).contains(asked.structure);
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void dataAreCheckedAndOptionsTuned(Asked asked) {
        String forecast = works("check", asked.words, train(asked)).out();
        String trained = works("train --max-iterations 1", asked.words, "-o", model, train(asked))
                .err();
        assertThat(features(forecast)).isEqualTo(features(trained));
        Program.Outcome tuned = works("tune", asked.words, "--parameter l2=0.1,1 --folds 2", train(asked));
        assertThat(tuned.out()).contains("0.1");
    }

    @ParameterizedTest
    @CsvSource({
        "'--model crf', 'order=1,2', 'best: order='",
        "'--model ldcrf', 'hidden-states=1,2', 'best: hidden-states='",
        "'--model hcrf', 'hidden-states=1,2', 'best: hidden-states='",
        "'--model semi-crf', 'max-segment=3,4', 'best: max-segment='"
    })
    void theSizeOfAStructureCanBeSearchedFor(String words, String parameter, String best) {
        Path data = words.contains("hcrf") ? classes : spans;
        assertThat(works("tune", words, "--folds 2 --parameter", parameter, data)
                        .out())
                .contains(best);
    }

    @Test
    void aTrialWithoutSuchASizeFailsByItself() {
        Program.Outcome tuned = run("tune --folds 2 --parameter max-segment=2,3", spans);
        assertThat(tuned.out() + tuned.err()).contains("a chain has no max-segment");
    }

    /** How many features a text names first. */
    private static String features(String text) {
        Matcher matcher = Pattern.compile("attributes, ([0-9,]+) features").matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher.group(1);
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void runsAreInterruptedAndResumed(Asked asked) throws Exception {
        Path whole = folder.resolve("whole.esp");
        Path checkpoint = folder.resolve("run.checkpoint");
        works("train -q --algorithm lbfgs --max-iterations 12", asked.words, "-o", whole, train(asked));
        works(
                "train -q --algorithm lbfgs --max-iterations 5",
                asked.words,
                "--checkpoint",
                checkpoint,
                "--checkpoint-every 1 -o",
                model,
                train(asked));
        works(
                "train -q --algorithm lbfgs --max-iterations 12 --resume",
                asked.words,
                "--checkpoint",
                checkpoint,
                "-o",
                model,
                train(asked));

        assertThat(Files.readAllBytes(model)).isEqualTo(Files.readAllBytes(whole));
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void trainingGoesOnFromAModelOfItsKind(Asked asked) {
        works("train -q --max-iterations 10", asked.words, "-o", model, train(asked));
        Path further = folder.resolve("further.esp");
        works("train -q --max-iterations 10", asked.words, "--init", model, "-o", further, train(asked));
        assertThat(Model.load(further).structure().toString())
                .isEqualTo(Model.load(model).structure().toString());

        Path chain = folder.resolve("chain.esp");
        works("train -q --max-iterations 5 -o", chain, train(asked));
        Program.Outcome other = run("train -q", asked.words, "--init", chain, "-o", further, train(asked));
        if (asked == Asked.VALID) {
            assertThat(other.code()).as(other.err()).isZero();
        } else {
            assertThat(other.code()).isNotZero();
            assertThat(other.err()).contains("the initial model does not fit");
        }
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void aDevelopmentSetAndDataOnDisk(Asked asked) throws Exception {
        works("train -q --patience 2", asked.words, "--dev", test(asked), "-o", model, train(asked));
        Path memory = folder.resolve("memory.esp");
        Path disk = folder.resolve("disk.esp");
        works("train -q --algorithm lbfgs --max-iterations 10", asked.words, "-o", memory, train(asked));
        works(
                "train -q --algorithm lbfgs --max-iterations 10 --threads 2 --data-on-disk",
                asked.words,
                "-o",
                disk,
                train(asked));
        assertThat(Files.readAllBytes(disk)).isEqualTo(Files.readAllBytes(memory));
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void lossesAndAlgorithms(Asked asked) {
        for (String loss : List.of("hinge", "squared-hinge", "softmax-margin")) {
            works("train -q --max-iterations 20 --loss", loss, asked.words, "-o", model, train(asked));
            assertThat(accuracy(model, train(asked))).as(loss).isGreaterThan(0.6);
        }
        for (String algorithm : List.of("owlqn --l1 0.1", "sgd", "perceptron", "pa", "mira", "arow")) {
            works("train -q --max-iterations 20 --algorithm " + algorithm, asked.words, "-o", model, train(asked));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --order 9                                            | expected 1 to 5
                    --order 0                                            | expected 1 to 5
                    --order 2 --order-features 3                         | features of order 3 (--order-features) in a chain of order 2
                    --histories all                                      | ask for an --order above 1
                    --model ldcrf --order 2                              | --order has no meaning for --model ldcrf
                    --model hcrf --hidden-states 0                       | --hidden-states is 0
                    --model hcrf                                         | the label changes within the sequence
                    --model hcrf --valid-labels                          | --valid-labels has no meaning for --model hcrf
                    --model hcrf --algorithm gis --l2 0                  | hidden states are not
                    --model hcrf --loss one-vs-rest-hinge                | scores labels one by one
                    --model semi-crf --max-segment 0                     | expected at least 1
                    --model semi-crf --max-segment 2                     | raise --max-segment to 3, or cut longer segments into pieces with --long-segments split
                    --model semi-crf --max-segment-of XYZ=2              | which the data do not have
                    --model semi-crf --max-segment-of PER=9              | the limit of all
                    --model semi-crf --loss local                        | use --model memm for such a model
                    --model semi-crf --loss one-vs-rest-hinge            | scores labels one by one
                    --order 2 --loss one-vs-rest-log                     | scores labels one by one
                    --valid-labels --loss one-vs-rest-log                | scores labels one by one
                    --model semi-crf --algorithm perceptron --voting     | voting needs the labels of a chain
                    --order 2 --algorithm perceptron --voting            | voting needs the labels of a chain
                    --model semi-crf --reference-label O                 | drop one of the two
                    --order 2 --reference-label O                        | drop one of the two
                    --features words,segment-text                        | --model semi-crf
                    --max-segment 3                                      | --model semi-crf
                    --shared-states                                      | --model hcrf
                    """)
    void whatMakesNoSenseIsSaid(String words, String expected) {
        Program.Outcome refused = run("train -q", words, "-o", model, spans);

        assertThat(refused.code()).as(refused.err()).isNotZero();
        assertThat(refused.err()).contains(expected);
        assertThat(model).doesNotExist();
    }

    /** The line where the sequence begins, how many there are, and what to do. */
    @Test
    void segmentsThatAreTooLongAreNamed() {
        Path data = SmallData.write(
                folder, "long.txt", "a\tO\n\nb\tB-PER\nc\tI-PER\nd\tI-PER\n\ne\tB-PER\nf\tI-PER\ng\tI-PER\nh\tI-PER\n");

        Program.Outcome refused = run("train -q --model semi-crf --max-segment 2 -o", model, data);

        assertThat(refused.code()).isNotZero();
        assertThat(refused.err())
                .contains("long.txt:3")
                .contains("a segment of 3 tokens of 'PER'")
                .contains("2 segments have more tokens than they may have (2), the longest 4")
                .contains("--max-segment to 4")
                .contains("--long-segments split");
        works("train -q --model semi-crf --max-segment 2 --long-segments split -o", model, data);
        assertThat(Model.load(model).structure().pairPlaces().longest()).isEqualTo(2);
        works("eval -m", model, data);
    }

    @Test
    void validLabelsBesideALearntSchemeAreSaidToHaveNoEffect() {
        Path data = SmallData.write(folder, "iob2.txt", "a B-X\nb I-X\nc O\n\nd O\ne B-X\n");
        Path plain = folder.resolve("plain.esp");
        Path valid = folder.resolve("valid.esp");
        assertThat(run("train -q --learn-scheme iobes -o", plain, data).err()).isEmpty();
        Program.Outcome outcome = run("train -q --learn-scheme iobes --valid-labels -o", valid, data);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err())
                .contains("(--learn-scheme) gives valid labels in any case", "--valid-labels) has no effect");
    }

    @Test
    void labelsThatBreakTheSchemeAreNamed() {
        Path data = SmallData.write(folder, "bad.txt", spans(3, 5) + "a\tO\nb\tI-PER\n");

        Program.Outcome refused = run("train -q --valid-labels -o", model, data);

        assertThat(refused.code()).isNotZero();
        assertThat(refused.err())
                .contains("bad.txt:")
                .contains("'I-PER'")
                .contains("may not follow 'O'")
                .contains("train without --valid-labels");
        works("train -q -o", model, data);
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void otherWaysToChooseLabelsWorkOrAreRefused(Asked asked) {
        works("train -q --max-iterations 10", asked.words, "-o", model, train(asked));
        for (String decoder : List.of("greedy", "beam --beam 2")) {
            Program.Outcome tagged = run("tag --decoder " + decoder + " -m", model, test(asked));
            if (asked.words.contains("semi-crf")) {
                assertThat(tagged.code()).isNotZero();
                assertThat(tagged.err()).contains("use viterbi or posterior");
            } else {
                assertThat(tagged.code()).as(tagged.err()).isZero();
            }
        }
        Program.Outcome valid = run("tag --valid-labels -m", model, test(asked));
        if (asked.words.contains("hcrf")) {
            assertThat(valid.err()).contains("follow no tag scheme");
        } else {
            assertThat(valid.code()).as(valid.err()).isZero();
            assertThat(valid.out()).doesNotContainPattern("\tO\n[^\n]*\tI-");
        }
    }
}
