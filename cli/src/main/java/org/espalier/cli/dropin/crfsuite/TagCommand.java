package org.espalier.cli.dropin.crfsuite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.interop.FixedPoint;
import org.espalier.interop.crfsuite.CrfsuiteItemsReader;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier crfsuite tag}. */
@Command(
        name = "tag",
        description = {
            "Labels items with a CRFsuite model: one label per line, an empty line after each sequence. The first"
                    + " field of an item is its reference label, or any text if it has none.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier crfsuite tag -m model test.txt",
            "  espalier crfsuite tag -qt -m model test.txt",
            "  cat test.txt | espalier crfsuite tag -r -p -i -m model"
        })
final class TagCommand extends DropInCommand {
    /** What C prints in place of a text that is not there. */
    private static final String NO_TEXT = "(null)";

    @Parameters(
            arity = "0..*",
            paramLabel = "DATA",
            description = "The items, or - for standard input. Only the first file is read. Default: standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<String> data = List.of();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "MODEL",
            description = "The model file.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private @Nullable Path model;

    @Option(
            names = {"-t", "--test"},
            description = "Report how well the labels agree with the reference labels.")
    private boolean test;

    @Option(
            names = {"-r", "--reference"},
            description = "Print the reference label before each label.")
    private boolean reference;

    @Option(
            names = {"-p", "--probability"},
            description =
                    "Print the score, the logarithm of the partition function and the probability of each sequence.")
    private boolean probability;

    @Option(
            names = {"-i", "--marginal"},
            description = "Print the marginal probability after each label.")
    private boolean marginal;

    @Option(
            names = {"-l", "--marginal-all"},
            description = "Print the marginal probabilities of all labels on each line.")
    private boolean marginalAll;

    @Option(
            names = {"-q", "--quiet"},
            description = "Do not print labels; for use with -t.")
    private boolean quiet;

    @Override
    protected int run() throws IOException {
        if (model == null) {
            throw failure("crfsuite tag: no model; name its file with -m");
        }
        Model loaded = CrfsuiteModelFile.read(model, StandardCharsets.ISO_8859_1);
        Tagger tagger = loaded.tagger();
        LabelScores scores = new LabelScores(loaded.labels());
        long begin = System.nanoTime();
        int count = 0;
        StringBuilder out = new StringBuilder();
        try (CrfsuiteItemsReader reader =
                ItemFiles.open(data.isEmpty() ? "-" : data.get(0), CrfsuiteItemsReader.Use.TAG)) {
            for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                Tagging tagging = tagger.tag(sequence);
                count++;
                if (test) {
                    scores.add(Objects.requireNonNull(sequence.labels()), tagging.labels());
                }
                if (!quiet) {
                    out.setLength(0);
                    append(tagging, loaded.labels(), out);
                    print(out);
                }
            }
            reader.warnings().forEach(this::warn);
        }
        if (test) {
            double seconds = (System.nanoTime() - begin) / 1e9;
            print(scores.text());
            print("Elapsed time: " + FixedPoint.of(seconds, 6) + " [sec] (" + FixedPoint.of(count / seconds, 1)
                    + " [instance/sec])\n");
        }
        return 0;
    }

    private void append(Tagging tagging, Labels labels, StringBuilder out) {
        if (probability) {
            double logPartition = tagging.logPartition();
            out.append("@score\t");
            FixedPoint.append(tagging.score(), 6, out);
            out.append('\t');
            FixedPoint.append(logPartition, 6, out);
            out.append("\n@probability\t");
            FixedPoint.append(Math.exp(tagging.score() - logPartition), 6, out);
            out.append('\n');
        }
        List<String> references = Objects.requireNonNull(tagging.sequence().labels());
        double[][] marginals = marginal || marginalAll ? tagging.marginals() : new double[0][];
        for (int t = 0; t < references.size(); t++) {
            if (reference) {
                String expected = references.get(t);
                out.append(labels.indexOf(expected) < 0 ? NO_TEXT : expected).append('\t');
            }
            String found = tagging.labels().get(t);
            out.append(found);
            if (marginal) {
                out.append(':');
                FixedPoint.append(marginals[t][labels.indexOf(found)], 6, out);
            }
            for (int label = 0; marginalAll && label < labels.size(); label++) {
                out.append('\t').append(labels.name(label)).append(':');
                FixedPoint.append(marginals[t][label], 6, out);
            }
            out.append('\n');
        }
        out.append('\n');
    }
}
