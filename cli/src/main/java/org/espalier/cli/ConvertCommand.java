package org.espalier.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.ForeignOptions;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.NativeText;
import org.espalier.feature.AttributeIndex;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier convert}: models of CRFsuite, Wapiti, CRF++ and Espalier, from each to each. */
@HelpTopic(Topic.FILES)
@Command(
        name = "convert",
        description = {
            "Converts a model between the formats of Espalier, CRFsuite, Wapiti and CRF++. The format of the input is"
                    + " detected; the format of the output follows from its name, or from --to.",
            "Whatever the target format cannot express is reported. 'espalier verify' checks that both models give the"
                    + " same answers.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier convert model.wapiti model.esp",
            "  espalier convert model.esp model.crfsuite",
            "  espalier convert --to crf++-text model.esp model.txt",
            "  espalier convert --model-encoding EUC-JP theirs.model theirs.esp"
        })
final class ConvertCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "input", description = "The model to convert.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model to convert")
    private Path source = Path.of("");

    @Parameters(
            index = "1",
            paramLabel = "output",
            description =
                    "The model to write: .esp, .crfsuite, .wapiti, .crfpp (binary) or .crfpp.txt; any name with --to.")
    @UsedFile(value = UsedFile.Use.WRITTEN, what = "the converted model")
    private Path target = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "espalier|crfsuite|wapiti|crf++|crf++-text",
            description = "The format to write. Default: chosen by the name of the output.")
    private @Nullable Toolkit to;

    @Option(
            names = "--output-encoding",
            paramLabel = "name",
            description =
                    "The encoding of the text in the output, if it is not an Espalier model. Default: the encoding of the"
                            + " input.")
    private @Nullable Charset outputEncoding;

    @Option(
            names = "--strict",
            description = "Write nothing and exit with 1 if the target format cannot keep everything.")
    private boolean strict;

    @Mixin
    private ForeignOptions foreign = new ForeignOptions();

    @Override
    protected int run() throws IOException {
        Toolkit wanted = to == null ? Toolkit.ofName(target) : to;
        if (wanted == null) {
            throw usage(target
                    + ": the name does not say which format to write; expected .esp, .crfsuite, .wapiti, .crfpp or .crfpp.txt,"
                    + " or --to");
        }
        Toolkit from = Toolkit.of(source);
        Model model = foreign.open(source);
        warnOfBytes(model);
        List<String> lost = write(model, wanted);
        streams()
                .say(String.format(
                        Locale.ROOT,
                        "%s (%s, %,d bytes) → %s (%s, %,d bytes): %,d labels, %,d attributes, %,d weights",
                        source,
                        from,
                        Files.size(source),
                        target,
                        wanted,
                        Files.exists(target) ? Files.size(target) : 0,
                        model.labels().size(),
                        model.encoder().attributes().size()
                                + model.encoder().transitionAttributes().size(),
                        model.weights().length));
        lost.forEach(sentence -> streams().say("not kept: " + sentence));
        return 0;
    }

    /** A model in another encoding is read without an error, but would never meet its attributes in data that are UTF-8. */
    private void warnOfBytes(Model model) {
        AttributeIndex names = model.encoder().attributes();
        long raw = IntStream.range(0, names.size())
                .filter(a -> NativeText.hasRawBytes(names.get(a)))
                .count();
        if (raw > 0) {
            warn(String.format(
                    Locale.ROOT,
                    "%,d of %,d attributes contain bytes that are not UTF-8; if the model was trained in another encoding,"
                            + " name it with --model-encoding. Nothing is lost.",
                    raw,
                    names.size()));
        }
    }

    private List<String> write(Model model, Toolkit wanted) throws IOException {
        Charset charset = outputEncoding == null ? foreign.encoding() : outputEncoding;
        if (!strict) {
            return wanted.write(model, target, charset);
        }
        Path trial = Files.createTempFile("convert", ".tmp");
        try {
            List<String> lost = wanted.write(model, trial, charset);
            if (!lost.isEmpty()) {
                throw new CommandFailure(
                        "nothing was written, because something cannot be kept: " + String.join("; ", lost));
            }
        } finally {
            Files.deleteIfExists(trial);
        }
        return wanted.write(model, target, charset);
    }
}
