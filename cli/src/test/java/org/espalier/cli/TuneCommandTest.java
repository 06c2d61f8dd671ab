package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TuneCommandTest {
    @TempDir
    Path folder;

    private Path data = Path.of("");

    @BeforeEach
    void writeData() {
        data = SmallData.write(folder, "train.txt", SmallData.columns(60, 11));
    }

    private Program.Outcome tune(Object... arguments) {
        Object[] all = new Object[arguments.length + 5];
        all[0] = "tune";
        all[1] = data;
        all[2] = "--folds=3";
        all[3] = "--features";
        all[4] = "text-small";
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        return Program.run(all);
    }

    @Test
    void aGridEndsInTableFigureReportAndModel() throws IOException {
        Path model = folder.resolve("best.esp");
        Path plot = folder.resolve("out.svg");
        Path report = folder.resolve("out.json");

        Program.Outcome outcome = tune(
                "-p",
                "l2=0.1,1,100",
                "-p",
                "min-count=1,2",
                "-p",
                "max-iterations=20",
                "-o",
                model,
                "--plot",
                plot,
                "--report",
                report);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("rank", "setting", "F1 by l2", "best: l2=");
        assertThat(outcome.out()).doesNotContain("max-iterations"); // fixed, so not a choice
        assertThat(outcome.err()).contains("6/6", "training on all data with l2=");
        assertThat(plot).content().contains("F1 by l2", "min-count=2");
        Map<?, ?> json = (Map<?, ?>) Json.parse(Files.readString(report));
        assertThat((List<?>) json.get("trials")).hasSize(6);
        Map<?, ?> best = (Map<?, ?>) json.get("best");
        Map<?, ?> options = (Map<?, ?>) Model.load(model).provenance().get("options");
        assertThat(options.get("l2")).hasToString(String.valueOf(Double.parseDouble((String) best.get("l2"))));
        assertThat(options.get("maxIterations")).hasToString("20");
    }

    @Test
    void optionsWithoutEffectAreTold() {
        assertThat(tune("-q", "--trials", 3, "--eta", 2, "-p", "l2=1,2").err())
                .contains("warning: --trials has no effect with --search grid")
                .contains("warning: --eta has no effect without --search halving");
        assertThat(tune("-q", "--search", "random", "--trials", 2, "-p", "l2=1..2")
                        .err())
                .doesNotContain("no effect");
        assertThat(tune("-q", "--rate", 1, "-p", "l2=1,2", "-p", "batch=1,2").err())
                .contains("warning: --rate has no effect with --algorithm auto")
                .contains("warning: --parameter batch has no effect with --algorithm auto");
        assertThat(Program.run("tune", data, "--dev", data, "-q", "--arrangement", "blocks", "-p", "l2=1,2")
                        .err())
                .contains("warning: --arrangement has no effect with --dev");
        assertThat(tune("-q", "--search", "random", "--learning-curve", 2).err())
                .contains("warning: --search has no effect with --learning-curve");
    }

    @Test
    void aBestValueAtTheEdgeIsTold() {
        // A penalty that leaves nothing, and one that leaves everything.
        assertThat(tune("-q", "-p", "l2=0.5,1e6,1e7").err())
                .contains(
                        "the best l2, 0.5, is at the edge of the range that was searched (0.5 to 1e7); smaller values");
        // Nothing is rarer than once.
        assertThat(tune("-q", "-p", "min-count=1,1000").err()).doesNotContain("edge");
    }

    @Test
    void fixedFeaturesDoNotVanish() {
        Program.Outcome outcome = Program.run("tune", data, "--folds=2", "-p", "features=text,text-small");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).contains("a single set of features with all of these", "features=text|text-small");
        Program.Outcome fixed = Program.run("tune", data, "--folds=2", "-p", "features=text-small");
        assertThat(fixed.err())
                .contains("fixed, in every trial and in the model: features=text-small")
                .contains("there is nothing to choose");
    }

    @Test
    void theModelIsThatOfTrainWithTheSameOptions() {
        Path tuned = folder.resolve("tuned.esp");
        Path trained = folder.resolve("trained.esp");
        assertThat(tune("-q", "-p", "l2=0.5,50", "-o", tuned).code()).isZero();
        Map<?, ?> options = (Map<?, ?>) Model.load(tuned).provenance().get("options");
        Program.run("train", "-q", "--features", "text-small", "--l2", options.get("l2"), "-o", trained, data);

        assertThat(tuned).hasSameBinaryContentAs(trained);
    }

    @Test
    void theSameForAnyNumberOfThreads() {
        String one =
                withoutSeconds(tune("-q", "--threads", 1, "--search", "random", "--trials", 5, "-p", "l2=0.01..10:log")
                        .out());
        String more =
                withoutSeconds(tune("-q", "--threads", 4, "--search", "random", "--trials", 5, "-p", "l2=0.01..10:log")
                        .out());

        assertThat(more).isEqualTo(one).contains("   5  ");
    }

    private static String withoutSeconds(String table) {
        return table.replaceAll("(?m)^( *\\d+ .*?)\\s+\\d+\\.\\d  (l2)", "$1 $2")
                .replaceAll(" +seconds", "");
    }

    @Test
    void aJournalIsGoneOnFrom() throws IOException {
        Path journal = folder.resolve("run.jsonl");
        assertThat(tune("-q", "-p", "l2=1,2", "--journal", journal).code()).isZero();
        String before = Files.readString(journal);

        Program.Outcome again = tune("-p", "l2=1,2,3", "--journal", journal);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("already exists", "--resume");

        Program.Outcome resumed = tune("-p", "l2=1,2,3", "--journal", journal, "--resume");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("2 of 3 trials are done", "3/3").doesNotContain("2/3");
        assertThat(Files.readString(journal)).startsWith(before).hasLineCount(4);

        SmallData.write(folder, "train.txt", SmallData.columns(60, 12));
        Program.Outcome other = tune("-p", "l2=1,2,3", "--journal", journal, "--resume");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("belongs to another search: its data");
    }

    @Test
    void halvingShowsItsRungs() {
        Program.Outcome outcome = tune("-q", "--search", "halving", "--trials", 9, "--eta", 3, "-p", "l2=0.01..10:log");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("means", "11.1% of the data", "33.3% of the data", "best: l2=");
    }

    @Test
    void aPathAndACurve() {
        Path dev = SmallData.write(folder, "dev.txt", SmallData.columns(30, 12));
        Path plot = folder.resolve("path.png");
        Program.Outcome path = Program.run(
                "tune",
                data,
                "--dev",
                dev,
                "--features",
                "text-small",
                "--path",
                "l1",
                "-p",
                "l1=0.1..10:log:4",
                "-p",
                "l2=0",
                "--plot",
                plot);
        assertThat(path.code()).as(path.err()).isZero();
        assertThat(path.out()).contains("objective", "Features along the path");
        assertThat(plot).isNotEmptyFile();

        Program.Outcome curve = tune("-q", "--learning-curve", "3", "--metric", "likelihood");
        assertThat(curve.code()).as(curve.err()).isZero();
        assertThat(curve.out()).contains("Learning curve", "held-out log-likelihood", "o held-out data", "100");
    }

    @Test
    void featuresCanBeChosenFrom() {
        Path template = SmallData.write(folder, "t.txt", "U0:%x[0,0]\nB\n");
        Program.Outcome outcome = Program.run(
                "tune", "-q", data, "--folds", 2, "-p", "features=text|text-small", "-p", "template=" + template);

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("features=text-small", "features=" + template, "F1 by rank");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "-q ; nothing to search",
                "-p l2 ; expected a name and values",
                "-p l3=1,2 ; no hyperparameter 'l3'",
                "-p l2=5..1 ; the smaller first",
                "-p l2=1,2 -p l2=3 ; given twice",
                "-p l2=1,2 --resume ; --resume needs --journal",
                "-p l2=1,2 --dev x ; replaces cross-validation",
                "-p l2=1,2 --plot x.pdf ; .svg or .png",
                "-p features=text|text-small ; drop one of the two",
                "-p l2=1,2 --arrangement grouped ; needs --group-column",
                "-p l2=1,2 --search random --trials 0 ; 0 trials",
                "-p l2=1,2 --model hmm ; estimates probabilities by counting",
                "--path l3 ; expected l1 or l2",
                "--path l1 -p l2=1,2 ; need one",
                "--path l1 --learning-curve 2 ; one at a time",
                "--path l1 -o x.esp ; espalier train",
                "--path l1 --journal j ; keeps no journal"
            })
    void wrongUsageIsExplained(String arguments, String message) {
        Program.Outcome outcome = tune((Object[]) arguments.strip().split(" "));

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
    }

    @Test
    void tooManyFoldsAreExplained() {
        Program.Outcome outcome = Program.run("tune", data, "--folds", 1000, "-p", "l2=1,2");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("1000 folds of 60 sequences");
        assertThat(outcome.isClear()).isTrue();
    }
}
