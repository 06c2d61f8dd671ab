package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.text.FeatureSet;
import org.espalier.generative.HmmOptions;
import org.espalier.generative.HmmTrainer;
import org.espalier.generative.NaiveBayes;
import org.espalier.generative.NaiveBayesOptions;
import org.espalier.generative.Smoothing;
import org.espalier.generative.UnknownWords;
import org.espalier.inference.chain.Decoder;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code train --model hmm|naive-bayes} and {@code tag --decoder}. */
final class GenerativeCommandTest {
    @TempDir
    static Path folder;

    static Path data;

    @BeforeAll
    static void write() {
        data = SmallData.write(folder, "generative.txt", SmallData.columns(40, 5));
    }

    private static List<Sequence> sequences() {
        return Sequences.read(DataOptions.COLUMNS, data);
    }

    private static Program.Outcome train(Path model, Object... more) {
        Object[] all = new Object[more.length + 4];
        all[0] = "train";
        all[1] = "-o";
        all[2] = model;
        all[3] = data;
        System.arraycopy(more, 0, all, 4, more.length);
        return Program.run(all);
    }

    @Test
    void aHiddenMarkovModelIsThatOfTheLibrary() {
        Path file = folder.resolve("hmm.esp");
        Program.Outcome outcome = train(
                file,
                "--model",
                "hmm",
                "--smoothing",
                "additive:0.5",
                "--transition-smoothing",
                "witten-bell",
                "--unknown",
                "hapax",
                "--no-ends");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("log-probabilities");
        HmmOptions options = HmmOptions.DEFAULTS
                .withEmissions(Smoothing.additive(0.5))
                .withTransitions(Smoothing.WITTEN_BELL)
                .withUnknown(UnknownWords.HAPAX)
                .withEnds(false);
        assertThat(Model.load(file).weights())
                .isEqualTo(new HmmTrainer(options).train(sequences()).weights());
        assertThat(Program.run("eval", "-m", file, data).out()).contains("accuracy");
        assertThat(Program.run("inspect", file).code()).isZero();
    }

    @Test
    void naiveBayesIsThatOfTheLibrary() {
        Path file = folder.resolve("bayes.esp");
        Program.Outcome outcome = train(
                file,
                "--model",
                "naive-bayes",
                "--features",
                "words(-1..1)",
                "--event",
                "bernoulli",
                "--class-prior",
                "uniform",
                "--smoothing",
                "additive:0.2");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        NaiveBayesOptions options = NaiveBayesOptions.DEFAULTS
                .withEvent(NaiveBayesOptions.Event.BERNOULLI)
                .withPrior(NaiveBayesOptions.Prior.UNIFORM)
                .withSmoothing(0.2);
        assertThat(Model.load(file).weights())
                .isEqualTo(new NaiveBayes(FeatureSet.parse("words(-1..1)"), options)
                        .train(sequences())
                        .weights());
    }

    /** How data are read is not a matter of the model. */
    @Test
    void naiveBayesReadsInstancesOfEveryFormat() throws Exception {
        Path numbers = folder.resolve("train.libsvm");
        Files.writeString(numbers, "+1 1:1 3:1\n-1 2:1\n+1 1:1\n-1 2:1 3:1\n");
        Path table = folder.resolve("train.csv");
        Files.writeString(table, "colour;note;kind;times\nred;x;A;2\nblue;y;B;1\n");
        Path text = folder.resolve("train.text");
        Files.writeString(text, "good film\tpos\nbad film\tneg\n", StandardCharsets.ISO_8859_1);
        for (String command : List.of(
                "--format libsvm --bias 1 --event bernoulli " + numbers,
                "--format csv --label-column kind --weight-column times --ignore-columns note " + table,
                "--format text --label-last --encoding ISO-8859-1 " + text)) {
            Path file = folder.resolve("bayes.esp");
            List<Object> arguments = new ArrayList<>(List.of("train", "-q", "--model", "naive-bayes", "-o", file));
            arguments.addAll(List.of((Object[]) command.split(" ")));

            Program.Outcome outcome = Program.run(arguments.toArray());

            assertThat(outcome.code()).as("%s: %s", command, outcome.err()).isZero();
            Object data = arguments.get(arguments.size() - 1);
            assertThat(Program.run("eval", "--output-format", "json", "-m", file, data)
                            .out())
                    .contains("\"accuracy\": 1");
        }
    }

    @Test
    void baumWelchShowsItsIterations() throws Exception {
        Path unlabelled = folder.resolve("unlabelled.txt");
        Files.writeString(unlabelled, "a ?\nb ?\n\nb ?\na ?\nb ?\n\n");
        Path file = folder.resolve("em.esp");
        Program.Outcome outcome = Program.run(
                "train",
                "--model",
                "hmm",
                "--hidden-states",
                2,
                "--em-iterations",
                3,
                "--unknown",
                "none",
                "-o",
                file,
                unlabelled);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("iteration 1: log-likelihood");
        assertThat(Model.load(file).labels().names()).containsExactly("S1", "S2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "hmm; --l2 1; --l2 cannot be combined with --model hmm",
                "hmm; --event bernoulli; --event cannot be combined with --model hmm",
                "hmm; --features words(0..0); --features cannot be combined with --model hmm",
                "hmm; --unknown magic; expected none, hapax, capitals, shape or suffix",
                "hmm; --unknown suffix --replace-rare; --replace-rare cannot be combined with --unknown suffix",
                "hmm; --smoothing laplace; expected additive, absolute, witten-bell or interpolation",
                "naive-bayes; --smoothing witten-bell; expected additive",
                "naive-bayes; --em-iterations 3; --em-iterations cannot be combined with --model naive-bayes",
                "naive-bayes; --dev x.txt; --dev cannot be combined with --model naive-bayes",
                "crf; --smoothing additive; use --model hmm, pcfg or naive-bayes",
                "crf; --hidden-states 3; use --model ldcrf or hcrf or hmm",
            })
    void optionsThatDoNotGoTogetherAreRefused(String model, String options, String message) {
        Object[] arguments = ("--model " + model + " " + options).split(" ");
        Program.Outcome outcome = train(folder.resolve("never.esp"), arguments);

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
        assertThat(folder.resolve("never.esp")).doesNotExist();
    }

    @Test
    void theDecoderIsChosen() {
        Path file = folder.resolve("decoded.esp");
        train(file, "--model", "hmm");
        check(file, Decoder.VITERBI, "viterbi");
        check(file, Decoder.POSTERIOR, "posterior");
        check(file, Decoder.GREEDY, "greedy");
        check(file, Decoder.beam(2), "beam", "--beam", "2");
        assertThat(Program.run("eval", "-m", file, "--decoder", "greedy", data).code())
                .isZero();
        assertThat(Program.run("tag", "-m", file, "--beam", 3, data).err()).contains("use it with --decoder beam");
        assertThat(Program.run("tag", "-m", file, "--decoder", "beam", "--beam", 0, data)
                        .err())
                .contains("expected at least 1");
        assertThat(Program.run("tag", "-m", file, "--decoder", "greedy", "--nbest", 2, data)
                        .code())
                .isEqualTo(2);
    }

    private static void check(Path file, Decoder decoder, String... arguments) {
        Tagger tagger = Model.load(file).tagger().withDecoder(decoder);
        StringBuilder expected = new StringBuilder();
        for (Sequence sequence : sequences()) {
            tagger.tag(sequence)
                    .labels()
                    .forEach(label -> expected.append(label).append('\n'));
            expected.append('\n');
        }
        Object[] all = new Object[arguments.length + 7];
        Object[] first = {"tag", "-m", file, "--output-format", "labels", "--decoder"};
        System.arraycopy(first, 0, all, 0, 6);
        System.arraycopy(arguments, 0, all, 6, arguments.length);
        all[all.length - 1] = data;
        assertThat(Program.run(all).out()).as(decoder.toString()).isEqualTo(expected.toString());
    }
}
