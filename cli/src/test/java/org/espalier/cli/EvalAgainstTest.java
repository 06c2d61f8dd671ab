package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Attribute;
import org.espalier.data.DataOptions;
import org.espalier.data.ItemsFormatter;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code eval --against}: two systems on the same sequences. */
final class EvalAgainstTest {
    private static final Path SAMPLE = Path.of("../samples/ingredients");
    private static final Path TEST = SAMPLE.resolve("test.txt");

    @TempDir
    static Path folder;

    static Path good;
    static Path bad;

    @BeforeAll
    static void train() {
        good = folder.resolve("good.esp");
        bad = folder.resolve("bad.esp");
        well("train", "-q", SAMPLE.resolve("train.txt"), "-o", good);
        well("train", "-q", "--features", "words(0)", SAMPLE.resolve("train.txt"), "-o", bad);
    }

    private static Program.Outcome well(Object... arguments) {
        Program.Outcome outcome = Program.run(arguments);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome;
    }

    private static Map<?, ?> against(Object... arguments) {
        return (Map<?, ?>) ((Map<?, ?>) Json.parse(well(arguments).out())).get("against");
    }

    private static Map<?, ?> f1(Map<?, ?> against) {
        return (Map<?, ?>) ((Map<?, ?>) against.get("measures")).get("spanF1");
    }

    @Test
    void tellsWhichModelIsBetter() {
        String report = well("eval", "-m", good, "--against", bad, TEST).out();
        assertThat(report)
                .contains(
                        "Confusion",
                        "Compared with " + bad + " (paired bootstrap over 173 sequences, 10,000 samples)",
                        good + " is significantly better in span F1 (p < 0.05)");
        Map<?, ?> there = against("eval", "-m", good, "--against", bad, "--output-format", "json", TEST);
        Map<?, ?> back = against("eval", "-m", bad, "--against", good, "--output-format", "json", TEST);
        assertThat(there.get("first")).isEqualTo(good.toString());
        assertThat(there.get("sequences")).isEqualTo(173L);
        assertThat(there.get("samples")).isEqualTo(10_000L);
        assertThat(f1(there).get("difference")).isEqualTo(-(double) f1(back).get("difference"));
        assertThat(f1(there).get("pValue")).isEqualTo(f1(back).get("pValue"));
        assertThat(there.get("firstBetter")).isEqualTo(back.get("secondBetter"));
        // The scores are those that each model has by itself.
        Map<?, ?> alone = (Map<?, ?>) Json.parse(
                well("eval", "-m", bad, "--output-format", "json", TEST).out());
        assertThat(f1(there).get("second")).isEqualTo(((Map<?, ?>) alone.get("spans")).get("f1"));
    }

    @Test
    void samplesAndSeedAreChosen() {
        Object[] command = {
            "eval", "-m", good, "--against", bad, "--output-format", "json", "--samples", "50", "--seed", "3", TEST
        };
        Map<?, ?> one = against(command);
        assertThat(one).isEqualTo(against(command));
        assertThat(one.get("samples")).isEqualTo(50L);
        assertThat(one.get("seed")).isEqualTo(3L);
        command[10] = "4";
        assertThat(f1(against(command)).get("interval")).isNotEqualTo(f1(one).get("interval"));
        assertThat(Program.run("eval", "-m", good, "--samples", "50", TEST).err())
                .contains("--samples has no effect without --against");
        assertThat(Program.run("eval", "-m", good, "--against", bad, "--samples", "0", TEST)
                        .err())
                .contains("--samples is 0; expected at least 1");
        assertThat(Program.run("eval", "-m", good, "--against", bad, "--output-format", "conlleval", TEST)
                        .err())
                .contains("--against cannot be combined with --output-format conlleval");
    }

    @Test
    void filesOfPredictionsAreComparedToo() {
        Path one =
                SmallData.write(folder, "one.txt", well("tag", "-m", good, TEST).out());
        Path other = SmallData.write(
                folder, "other.txt", well("tag", "-m", bad, TEST).out());
        Map<?, ?> files = against("eval", "--columns", one, "--against", other, "--output-format", "json");
        Map<?, ?> models = against("eval", "-m", good, "--against", bad, "--output-format", "json", TEST);
        assertThat(files.get("measures")).isEqualTo(models.get("measures"));
        assertThat(Program.run("eval", "--columns", one, "--against", other, "--against-data", TEST)
                        .err())
                .contains("--against-data is for models");
    }

    @Test
    void theOtherModelMayHaveItsOwnFormat() {
        List<Sequence> sequences = Sequences.read(DataOptions.COLUMNS, TEST);
        StringBuilder items = new StringBuilder();
        for (Sequence sequence : sequences) {
            List<Token> tokens = sequence.tokens().stream()
                    .map(token -> Token.ofAttributes(
                            List.of(Attribute.of("w=" + token.columns().get(0)))))
                    .toList();
            items.append(new ItemsFormatter().format(Sequence.of(tokens, sequence.labels())));
        }
        Path data = SmallData.write(folder, "test.items", items.toString());
        Path model = folder.resolve("items.crfsuite");
        well("crfsuite", "learn", "-m", model, data);
        Map<?, ?> against = against(
                "eval", "-m", good, "--against", model, "--against-data", data, "--output-format", "json", TEST);
        assertThat(against.get("sequences")).isEqualTo(173L);
        assertThat((double) f1(against).get("second")).isGreaterThan(0.7);
    }

    @Test
    void differentSequencesAreRefused() {
        Path text =
                SmallData.write(folder, "text.txt", "[2](QTY) [cups](UNIT) of [salt](NAME).\n[1](QTY) [egg](NAME)\n");
        Path words = folder.resolve("words.esp");
        Path blanks = folder.resolve("blanks.esp");
        well("train", "-q", text, "-o", words);
        well("train", "-q", "--tokenizer", "whitespace", text, "-o", blanks);
        Program.Outcome tokens = Program.run("eval", "-m", words, "--against", blanks, text);
        assertThat(tokens.code()).isEqualTo(1);
        assertThat(tokens.err())
                .contains(
                        "sequence 1 is not the same for both: " + text + ":1 has 5 tokens for " + words,
                        "has 4 tokens for " + blanks);
        Path shorter = SmallData.write(folder, "shorter.txt", "2 B-QTY B-QTY\n");
        Path longer = SmallData.write(folder, "longer.txt", "2 B-QTY B-QTY\n\n1 B-QTY O\n");
        Path other = SmallData.write(folder, "gold.txt", "2 O B-QTY\n\n1 B-QTY O\n");
        assertThat(Program.run("eval", "--columns", shorter, "--against", longer)
                        .err())
                .contains("longer.txt:3: " + longer + " has more sequences than the 1 of " + shorter);
        assertThat(Program.run("eval", "--columns", longer, "--against", shorter)
                        .err())
                .contains("longer.txt:3: " + shorter + " has 1 sequences, but " + longer + " has 2");
        assertThat(Program.run("eval", "--columns", longer, "--against", other).err())
                .contains("has the gold label B-QTY at token 1 for", "has the gold label O at token 1 for");
    }

    @Test
    void plainLabelsAndInstancesHaveNoSpans() {
        Path data = SmallData.write(folder, "reviews.tsv", "good\tfine film\nbad\tdull film\ngood\tfine\nbad\tdull\n");
        Path one = folder.resolve("one.esp");
        well("train", "-q", "--format", "text", data, "-o", one);
        assertThat(well("eval", "-m", one, "--against", one, data).out())
                .contains("token accuracy", "could be chance")
                .doesNotContain("span F1");
    }
}
