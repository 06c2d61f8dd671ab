package org.espalier.cli.dropin.crfpp;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.UsedFile;
import org.espalier.data.Sequence;
import org.espalier.interop.crfpp.CrfppModelFile;
import org.espalier.interop.crfpp.CrfppReader;
import org.espalier.interop.crfpp.CrfppTagger;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier crf_test}: tags as CRF++'s {@code crf_test} does. */
@Command(
        name = "crf_test",
        description = {
            "Replaces crf_test of CRF++: same options, same files, same output, byte for byte.",
            "The model may be binary or text.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier crf_test -m model test.data > tagged.txt",
            "  espalier crf_test -v2 -m model test.data",
            "  espalier crf_test -n 5 -m model < test.data",
            "  alias crf_test='espalier crf_test'"
        })
public final class CrfTestCommand extends DropInCommand {
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    @Parameters(
            arity = "0..*",
            paramLabel = "file",
            description = "The data, or - for standard input. Default: standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<String> files = List.of();

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "FILE",
            description = "The model.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = {"-n", "--nbest"},
            paramLabel = "INT",
            description = "Print the INT best labellings, each after a line '# rank probability'. Default: none.")
    private int nBest;

    @Option(
            names = "-v",
            paramLabel = "INT",
            description =
                    "1: print the probability of each labelling and each label. 2: also print those of all other labels. Long"
                            + " form: --verbose=INT. Default: ${DEFAULT-VALUE}.")
    private int level;

    @Option(
            names = {"-c", "--cost-factor"},
            paramLabel = "FLOAT",
            description = "A factor for all scores. Default: ${DEFAULT-VALUE}.")
    private double costFactor = 1;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The file to write. Default: standard output.")
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the output")
    private @Nullable Path output;

    @Override
    protected int run() throws IOException {
        if (nBest < 0) {
            throw usage("-n is " + nBest + "; expected 0 or more");
        }
        if (!(costFactor > 0)) {
            throw usage("-c is " + costFactor + "; the cost factor must be positive");
        }
        Model read = CrfppModelFile.read(model, BYTES);
        TestOutput tagging = new TestOutput(CrfppTagger.of(read, costFactor), nBest, level);
        if (output == null) {
            tagAll(read, tagging, this::print);
        } else {
            try (OutputStream target = new BufferedOutputStream(Files.newOutputStream(output), 1 << 16)) {
                tagAll(read, tagging, target::write);
            }
        }
        return 0;
    }

    private interface Target {
        void write(byte[] bytes) throws IOException;
    }

    private void tagAll(Model read, TestOutput tagging, Target target) throws IOException {
        for (String file : files.isEmpty() ? List.of("-") : files) {
            // Standard input is not ours to close.
            InputStream input = file.equals("-") ? System.in : Files.newInputStream(Path.of(file));
            try {
                CrfppReader reader = CrfppReader.unlabelled(input, file, BYTES, read.columns());
                for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
                    target.write(tagging.of(sequence).getBytes(BYTES));
                }
            } finally {
                if (!file.equals("-")) {
                    input.close();
                }
            }
        }
    }
}
