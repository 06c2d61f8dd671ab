package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.data.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Continuous CRFs from end to end. */
final class ContinuousCommandTest {
    private static final Path AIR = Path.of("..", "samples", "air");
    private static final Path TRAIN = AIR.resolve("air.train.csv");
    private static final Path TEST = AIR.resolve("air.test.csv");
    private static final List<Object> DAYS = List.of("--sequence-column", "day", "--label-column", "pm");

    @TempDir
    Path folder;

    private static Program.Outcome run(Object... arguments) {
        List<Object> flat = new ArrayList<>();
        for (Object argument : arguments) {
            flat.addAll(argument instanceof List<?> several ? several : List.of(argument));
        }
        Program.Outcome outcome = Program.run(flat.toArray());
        assertThat(outcome.isClear()).as(outcome.err()).isTrue();
        return outcome;
    }

    private Path train(Object... more) {
        Path model = folder.resolve("air.esp");
        List<Object> options = Arrays.asList(more);
        Program.Outcome outcome = run("train", "-q", "--model", "ccrf", "-o", model, DAYS, options, TRAIN);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).isEmpty();
        return model;
    }

    private static Map<?, ?> json(String text) {
        return (Map<?, ?>) Json.parse(text);
    }

    private static double figure(Path model, String name, Object... more) {
        Program.Outcome outcome = run("eval", "-m", model, "--output-format", "json", Arrays.asList(more), TEST);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return ((Number) json(outcome.out()).get(name)).doubleValue();
    }

    @Test
    void numbersArePredictedJudgedAndInspected() {
        Path model = train("--features", "frames(window=2)");
        assertThat(figure(model, "r2")).isBetween(0.85, 0.95);
        assertThat(figure(model, "values")).isEqualTo(228);
        assertThat(figure(model, "coverage")).isBetween(0.8, 0.97);
        assertThat(figure(model, "coverage", "--interval", "0.5")).isBetween(0.4, 0.6);
        assertThat(figure(model, "rmse", "--hide-every", 5)).isLessThan(0.9 * figure(model, "rmse"));
        assertThat(run("eval", "-m", model, TEST).out())
                .contains("values:         228")
                .contains("of the 90.0% intervals");
        assertThat(run("inspect", model).out())
                .contains("a continuous CRF of")
                .contains("alpha       ridge")
                .contains("beta        change at lag 1")
                .contains("wind[-1]");
        assertThat(json(run("inspect", "--output-format", "json", model).out()).get("kind"))
                .isEqualTo("ccrf");
        assertThat(run("inspect", "--dump", model).out())
                .contains("alpha\tridge\t")
                .contains("ridge\twind[-1]\t");
    }

    @Test
    void tablesComeBackWithMoreColumns() throws Exception {
        Path model = train();
        String tagged = run("tag", "-m", model, TEST).out();
        List<String> lines = Files.readAllLines(TEST);
        List<String> rows = tagged.lines().toList();
        assertThat(rows).hasSameSizeAs(lines);
        assertThat(rows.get(0)).isEqualTo(lines.get(0) + ",predicted,deviation,lower,upper");
        for (int n = 1; n < rows.size(); n++) {
            assertThat(rows.get(n)).startsWith(lines.get(n) + ",");
        }
        String completed = run("tag", "-m", model, "--complete", TEST).out();
        List<String> filled = completed.lines().toList();
        for (int n = 1; n < rows.size(); n++) {
            String[] fields = filled.get(n).split(",", -1);
            assertThat(fields[5].isEmpty() || Double.parseDouble(fields[5]) == Double.parseDouble(fields[6]))
                    .isTrue();
            assertThat(Double.parseDouble(fields[7]) == 0).isEqualTo(!fields[5].isEmpty());
        }
        // Without the label column, predictions are the same.
        Path bare = folder.resolve("bare.csv");
        Files.write(
                bare,
                lines.stream()
                        .map(line -> line.substring(0, line.lastIndexOf(',')))
                        .toList());
        List<String> others = run("tag", "-m", model, bare).out().lines().toList();
        String[] one = rows.get(7).split(",");
        String[] other = others.get(7).split(",");
        assertThat(Arrays.copyOfRange(other, 5, 9)).isEqualTo(Arrays.copyOfRange(one, 6, 10));
    }

    @Test
    void recordsAreJson() {
        Path model = train();
        List<String> records = run("tag", "-m", model, "--output-format", "json", "--interval", "0.8", TEST)
                .out()
                .lines()
                .toList();
        assertThat(records).hasSize(10);
        Map<?, ?> record = json(records.get(0));
        assertThat(record.get("sequence")).isEqualTo("d25");
        assertThat(record.get("level")).isEqualTo(0.8);
        assertThat((List<?>) record.get("predicted")).hasSize(24);
        assertThat((List<?>) record.get("upper")).hasSize(24);
    }

    @Test
    void threadsDoNotMatter() throws Exception {
        List<String> outcomes = new ArrayList<>();
        List<byte[]> models = new ArrayList<>();
        for (int threads = 1; threads <= 3; threads++) {
            Path model = train("--threads", threads, "--lags", "1,3", "--similarity", "1");
            models.add(Files.readAllBytes(model));
            outcomes.add(run("tag", "-m", model, "--threads", threads, TEST).out());
        }
        assertThat(models.get(1)).isEqualTo(models.get(0));
        assertThat(models.get(2)).isEqualTo(models.get(0));
        assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
        assertThat(outcomes.get(2)).isEqualTo(outcomes.get(0));
    }

    @Test
    void developmentDataCalibrateIntervals() {
        double width = figure(train(), "width");
        Path model = train("--dev", TEST);
        assertThat(figure(model, "coverage")).isBetween(0.885, 0.915); // calibrated on these very data
        assertThat(figure(model, "width")).isNotEqualTo(width);
    }

    @Test
    void aReportHasTheFigures() throws Exception {
        Path report = folder.resolve("report.json");
        train("--report", report);
        Map<?, ?> figures = json(Files.readString(report));
        assertThat(figures.containsKey("alpha")).isTrue();
        assertThat(figures.containsKey("modelBytes")).isTrue();
    }

    @Test
    void graphsAreReadFromAFileOfEdges() {
        Path model = folder.resolve("stations.esp");
        Path stations = AIR.resolve("stations.csv");
        Path edges = AIR.resolve("stations.edges.csv");
        Object[] how = {"--node-column", "station", "--edges", edges};
        assertThat(run("train", "-q", "--model", "ccrf", Arrays.asList(how), "-o", model, stations)
                        .code())
                .isZero();
        String tagged = run("tag", "-m", model, "--complete", "--edges", edges, stations)
                .out();
        assertThat(tagged.lines().findFirst().orElseThrow())
                .isEqualTo("station,road,park,pm,predicted,deviation,lower,upper");
        double alone = figureOf(model, edges, stations);
        double together = figureOf(model, edges, stations, "--hide-every", "4");
        assertThat(together).isLessThan(0.6 * alone);
        assertThat(run("tag", "-m", model, stations).err()).contains("give those of these data with --edges");
        assertThat(run("tag", "-m", train(), "--edges", edges, TEST).err()).contains("leave it out");
    }

    private static double figureOf(Path model, Path edges, Path data, Object... more) {
        Program.Outcome outcome =
                run("eval", "-m", model, "--edges", edges, "--output-format", "json", Arrays.asList(more), data);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return ((Number) json(outcome.out()).get("rmse")).doubleValue();
    }

    @Test
    void wrongDataAreNamedWithTheirPlace() throws Exception {
        Path model = folder.resolve("m.esp");
        Path data = folder.resolve("data.csv");
        Files.writeString(data, "a,b,y\n1,2,3\n2,1,much\n");
        Program.Outcome text = run("train", "--model", "ccrf", "-o", model, data);
        assertThat(text.code()).isEqualTo(1);
        assertThat(text.err()).contains("data.csv:3").contains("'much'").contains("expected a finite number");
        Files.writeString(data, "a,b,y\n1,two,3\n");
        assertThat(run("train", "--model", "ccrf", "-o", model, data).err())
                .contains("data.csv:2")
                .contains("'two'");
        StringBuilder constant = new StringBuilder("a,b,y\n");
        for (int n = 0; n < 30; n++) {
            constant.append(n * 7 % 11).append(",5,").append(n * 7 % 11 + n % 3).append('\n');
        }
        Files.writeString(data, constant);
        Program.Outcome outcome = run("train", "-q", "--model", "ccrf", "-o", model, data);
        assertThat(outcome.code()).isZero();
        assertThat(outcome.err())
                .isEqualTo(
                        "warning: the training data have one value only in column b, from which nothing can be learnt\n");
        Files.writeString(data, "a,y\n1,2\n");
        assertThat(run("tag", "-m", model, data).err()).contains("there is no column 'b'");
        Files.writeString(data, "a,b,y\n1,2,\n");
        assertThat(run("eval", "-m", model, data).err()).contains("no known numbers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "train --model ccrf --l1 1 | --l1 cannot be combined with --model ccrf",
                "train --model ccrf --algorithm sgd | --algorithm cannot be combined with --model ccrf",
                "train --model ccrf --kernel rbf | --kernel cannot be combined with --model ccrf",
                "train --model ccrf --format csv | --format csv with --model ccrf",
                "train --model ccrf --lags 0 | --lags is '0'; expected numbers",
                "train --model ccrf --lags 3..1 | --lags is '3..1'; expected numbers",
                "train --model ccrf --similarity -1 | --similarity is -1.0; expected a number above 0",
                "train --model ccrf --lags none --similarity 1 | at least one lag",
                "train --model ccrf --regressors ridge,ridge | each once",
                "train --model ccrf --regression-folds 1 | 1 folds; expected 2 to 1000",
                "train --model ccrf --l2 0 | expected a finite number above 0",
                "train --model ccrf --node-column day | --node-column is for --edges",
                "train --model crf --lags 2 | --lags cannot be combined with --model crf",
                "tune --model ccrf -p l2=1,2 | --model ccrf chooses the penalty",
                "compare-optimizers --model ccrf | has its own algorithm"
            })
    void wrongUsageIsTold(String command, String message) {
        List<Object> arguments = new ArrayList<>(List.of(command.split(" ")));
        if (arguments.get(0).equals("train")) {
            arguments.addAll(List.of("-o", folder.resolve("m.esp")));
        }
        Program.Outcome outcome = run(arguments, TRAIN);
        assertThat(outcome.code()).as(outcome.toString()).isEqualTo(2);
        assertThat(outcome.err()).contains(message);
    }

    @Test
    void optionsForLabelsAreRefused() {
        Path model = train();
        Stream.of("--nbest=2", "--marginals", "--decoder=posterior", "--probability")
                .forEach(option ->
                        assertThat(run("tag", "-m", model, option, TEST).err()).contains("is for models with labels"));
        assertThat(run("tag", "-m", model, "--output-format", "labels", TEST).err())
                .contains("choose columns or json");
        assertThat(run("tag", "-m", model, "--interval", "1.5", TEST).err()).contains("from 0.01 to 0.995");
        assertThat(run("eval", "-m", model, "--strict", TEST).err()).contains("is for models with labels");
        assertThat(run("eval", "-m", model, "--hide-every", 1, TEST).err()).contains("at least 2");
        assertThat(run("inspect", "--label", "x", model).err()).contains("--label is for models with labels");
        assertThat(run("compress", "-o", folder.resolve("small.esp"), model).err())
                .contains("a continuous CRF, which predicts numbers");
        assertThat(run("tag", "-m", SmallData.model(folder), "--interval", "0.5", TEST)
                        .err())
                .contains("--interval is for continuous CRFs");
    }

    @Test
    void standardInputIsRead() throws Exception {
        Path model = train();
        byte[] bytes = Files.readString(TEST).getBytes(StandardCharsets.UTF_8);
        assertThat(Program.runWith(bytes, "tag", "-m", model).out())
                .isEqualTo(run("tag", "-m", model, TEST).out());
    }
}
