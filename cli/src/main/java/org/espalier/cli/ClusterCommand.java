package org.espalier.cli;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.cli.command.Interruption;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.input.ColumnsInText;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.OutputFiles;
import org.espalier.cluster.Bigrams;
import org.espalier.cluster.BrownClustering;
import org.espalier.cluster.WordPath;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.model.FileReplacement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier cluster}: Brown clusters from text without labels. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "cluster",
        description = {
            "Finds clusters of words that stand beside the same words (Brown clusters) in text without labels. With"
                    + " --features 'text,clusters(brown=paths.txt)' a model then knows something of words that its training data do not have.",
            "Reads raw text, one text per line, and cuts it into words as 'espalier tag' does. For data files use --format columns; their"
                    + " labels are not looked at. Clusters are best made from much text of the same kind as the data.",
            "Writes a line 'path<TAB>word<TAB>count' for every word. The first bits of a path stand for a larger cluster.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier cluster -o paths.txt text.txt",
            "  espalier cluster -c 500 --min-count 2 --lower -o paths.txt --format columns train.txt more.txt",
            "  espalier train -f 'text,clusters(brown=paths.txt,-1..1)' -o model.esp train.txt"
        })
final class ClusterCommand extends Subcommand {
    private static final long SILENCE_NANOS = 2_000_000_000L;

    @Parameters(
            arity = "1..*",
            paramLabel = "text.txt",
            description = "Text: files (*.gz is unpacked), directories of *.txt, or - for standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the text", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "paths.txt",
            description = "Where to write the clusters.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the clusters")
    private Path output = Path.of("");

    @Option(
            names = {"-c", "--clusters"},
            paramLabel = "n",
            description =
                    "How many clusters to make, from 2 to 10000. Time grows with their square. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int clusters = 500;

    @Option(
            names = "--min-count",
            paramLabel = "n",
            description = "Leave out words that occur fewer times. Default: ${DEFAULT-VALUE}.")
    @Essential
    private int minCount = 1;

    @Option(
            names = "--lower",
            description = "Cluster words in lower case. Features look for a word as written first, then in lower case.")
    @Essential
    private boolean lower;

    @Option(
            names = "--zeros",
            description =
                    "Cluster words with every digit as 0. Features look for a word in lower case with every digit as 0 last.")
    @Essential
    private boolean zeros;

    @Option(
            names = "--word-column",
            paramLabel = "n",
            description = "The column of the words in data files, counted from 0. Default: ${DEFAULT-VALUE}.")
    @HelpTopic(Topic.DATA)
    private int wordColumn;

    @Option(
            names = {"-q", "--quiet"},
            description = "Only warnings and errors.")
    private boolean quiet;

    @Mixin
    private InputOptions input = new InputOptions();

    @Override
    protected int run() {
        if (clusters < 2 || clusters > BrownClustering.MOST) {
            throw usage("--clusters is " + clusters + "; expected a number from 2 to " + BrownClustering.MOST
                    + ", usually 100 to 1000");
        }
        if (minCount < 1) {
            throw usage("--min-count is " + minCount + "; expected 1 or more");
        }
        if (wordColumn < 0) {
            throw usage("--word-column is " + wordColumn + "; expected 0 or more");
        }
        DataOptions options = input.raw(inputs);
        if (isGiven("--word-column") && options.format() != Format.COLUMNS && options.format() != Format.JSONL) {
            warn("--word-column has no effect without --format columns or jsonl");
        }
        new Interruption().endAtOnce(() -> streams().say("stopped: no clusters are written"));
        Bigrams.Builder counted = count(options);
        Bigrams bigrams = orUsage(() -> counted.build(minCount));
        say("%,d tokens, %,d words, of which %,d are clustered", counted.tokens(), counted.words(), bigrams.words());
        List<WordPath> paths = BrownClustering.cluster(bigrams, clusters, progress(bigrams.words()));
        OutputFiles.save(output, "the clusters", target -> write(target, paths));
        long found = paths.stream().map(WordPath::path).distinct().count();
        say("wrote %,d clusters of %,d words to %s", found, paths.size(), output);
        return 0;
    }

    private void say(String message, Object... values) {
        if (!quiet) {
            streams().say(String.format(Locale.ROOT, message, values));
        }
    }

    private Bigrams.Builder count(DataOptions options) {
        Bigrams.Builder counted = new Bigrams.Builder();
        ColumnsInText columns = new ColumnsInText();
        try (SequenceReader reader = Sequences.open(options, inputs)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                counted.add(words(sequence));
                columns.accept(sequence);
            }
        }
        if (options.format() == Format.LINES && columns.isLikely()) {
            warn("every line has " + columns.fields()
                    + " fields, as data files have; it was read as raw text. For a token per"
                    + " line, give --format columns");
        }
        return counted;
    }

    private List<String> words(Sequence sequence) {
        List<String> words = new ArrayList<>(sequence.length());
        for (Token token : sequence.tokens()) {
            if (wordColumn >= token.columns().size()) {
                throw new DataFormatException(
                        sequence.location(),
                        "a token of the sequence that begins here has "
                                + token.columns().size()
                                + (token.columns().size() == 1 ? " column" : " columns") + " and no column "
                                + wordColumn
                                + ", counted from 0, for its word; correct --word-column or --format");
            }
            String word = token.columns().get(wordColumn);
            word = lower ? word.toLowerCase(Locale.ROOT) : word;
            words.add(zeros ? word.replaceAll("[0-9]", "0") : word);
        }
        return words;
    }

    /** Every two seconds. */
    private BrownClustering.Progress progress(int words) {
        long[] last = {System.nanoTime()};
        return done -> {
            long now = System.nanoTime();
            if (now - last[0] > SILENCE_NANOS) {
                last[0] = now;
                say("%,d of %,d words", done, words);
            }
        };
    }

    private static void write(Path target, List<WordPath> paths) {
        FileReplacement.write(target, channel -> {
            StringBuilder text = new StringBuilder();
            for (WordPath path : paths) {
                text.append(path).append('\n');
            }
            ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        });
    }
}
