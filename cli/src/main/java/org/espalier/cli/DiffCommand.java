package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.ReportOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.TextTable;
import org.espalier.cli.reason.DifferenceText;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.inspect.ModelDifference;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier diff}: where two models differ, and which weights did it. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "diff",
        description = {
            "Shows where two models give different labels, and which weights are behind it. Each model prefers its own"
                    + " labels; the differences of the weights add up to the sum of both margins.",
            "'eval --against' says which of the two is better; 'verify' says whether they are the same.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier diff old.esp new.esp test.txt",
            "  espalier diff old.esp new.esp test.txt --show 20 --top 5",
            "  espalier diff old.esp new.esp --output-format json - < new.txt"
        })
final class DiffCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "first.esp", description = "A model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the first model")
    private Path first = Path.of("");

    @Parameters(index = "1", paramLabel = "second.esp", description = "Another model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the second model")
    private Path second = Path.of("");

    @Parameters(
            index = "2..*",
            arity = "1..*",
            paramLabel = "data",
            description = "Data to tag, with labels or without: files (*.gz is unpacked), or - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = "--show",
            paramLabel = "n",
            description = "How many sequences to explain. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int shown = 5;

    @Option(
            names = "--top",
            paramLabel = "n",
            description =
                    "How many weights to list of each; the others are added up. JSON has all. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int top = 10;

    @Mixin
    private ReportOptions report = new ReportOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Override
    protected int run() {
        if (shown < 0 || top < 0) {
            throw usage("--show and --top cannot be negative");
        }
        boolean json = report.isJson(this);
        Model one = Toolkit.open(first);
        Model other = Toolkit.open(second);
        if (one.structure().hasMarks() || other.structure().hasMarks()) {
            throw new CommandFailure("one of the models is a parser; compare parsers with 'espalier eval --against'");
        }
        DataOptions options = input.unlabelled(one, inputs);
        DataOptions others = input.unlabelled(other, inputs);
        if (options.format() != others.format()) {
            throw new CommandFailure("the models read different data: " + first + " reads the format "
                    + options.format() + ", " + second + " " + others.format());
        }
        Found found = new Found();
        Tagger tagger = one.tagger();
        Tagger second = other.tagger();
        try (SequenceReader reader =
                new GuardedReader(input.unlabelled(one, first, inputs), ModelInput.guard(options, one, this::warn))) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                found.add(tagger, second, sequence, shown);
            }
        }
        if (found.sequences == 0) {
            throw new CommandFailure("there are no sequences in the data");
        }
        streams().print(json ? Json.writeIndented(found.toMap()) : found.text(top));
        return 0;
    }

    /** What is counted on the way. */
    private static final class Found {
        private long sequences;
        private long different;
        private long tokens;
        private long differentTokens;
        private long foreign; // sequences with a label that one of the models does not have, and so no weights for
        private final Map<String, Long> changes = new TreeMap<>();
        private final List<DifferenceText> explained = new ArrayList<>();

        void add(Tagger first, Tagger second, Sequence sequence, int most) {
            sequences++;
            tokens += sequence.length();
            List<String> labels = first.tag(sequence).labels();
            List<String> others = second.tag(sequence).labels();
            if (labels.equals(others)) {
                return;
            }
            different++;
            for (int t = 0; t < labels.size(); t++) {
                if (!labels.get(t).equals(others.get(t))) {
                    differentTokens++;
                    changes.merge(labels.get(t) + " → " + others.get(t), 1L, Long::sum);
                }
            }
            if (!knows(first, others) || !knows(second, labels)) {
                foreign++;
            } else if (explained.size() < most) {
                explained.add(new DifferenceText(sequences, sequence, ModelDifference.of(first, second, sequence)));
            }
        }

        private static boolean knows(Tagger tagger, List<String> labels) {
            return labels.stream().allMatch(label -> tagger.model().labels().indexOf(label) >= 0);
        }

        private List<Map.Entry<String, Long>> frequent() {
            return changes.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .toList();
        }

        String text(int top) {
            StringBuilder out = new StringBuilder();
            out.append(String.format(
                    Locale.ROOT,
                    "%,d of %,d sequences and %,d of %,d tokens have different labels%n",
                    different,
                    sequences,
                    differentTokens,
                    tokens));
            if (different > 0 && top > 0) {
                TextTable table = new TextTable(1, "tokens", "first → second");
                frequent().stream()
                        .limit(top)
                        .forEach(entry -> table.add(String.valueOf(entry.getValue()), entry.getKey()));
                out.append('\n').append(table);
            }
            if (foreign > 0) {
                out.append(String.format(
                        Locale.ROOT,
                        "%n%,d of these sequences cannot be explained: they have labels that one of the models does not know%n",
                        foreign));
            }
            explained.forEach(one -> out.append('\n').append(one.text(top)));
            return out.toString().replace("\r", "");
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("sequences", sequences);
            map.put("differentSequences", different);
            map.put("tokens", tokens);
            map.put("differentTokens", differentTokens);
            map.put("withUnknownLabels", foreign);
            Map<String, Object> counts = new LinkedHashMap<>();
            frequent().forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
            map.put("changes", counts);
            map.put("explained", explained.stream().map(DifferenceText::toMap).toList());
            return map;
        }
    }
}
