package org.espalier.cli.lattice;

import java.nio.file.Path;
import java.util.Locale;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.dictionary.DictionaryFiles;
import org.espalier.morphology.CostModel;
import org.espalier.morphology.DictionaryWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier lattice build}: writes a dictionary with costs. */
@HelpTopic(Topic.FILES)
@Command(
        name = "build",
        description = {
            "Writes a dictionary with the costs that a model gives: *.csv and unk.def with ids and costs, matrix.def, left-id.def,"
                    + " right-id.def, and copies of the other files. MeCab's mecab-dict-index compiles it.",
            ""
        },
        footer = {"", "Examples:", "  espalier lattice build -d seed -m model.def -o dictionary"})
final class BuildCommand extends Subcommand {
    @Mixin
    private DictionaryOption dictionary = new DictionaryOption();

    @Option(
            names = {"-m", "--model"},
            paramLabel = "model.def",
            required = true,
            description = "The model, by 'train' or by MeCab's mecab-cost-train.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "folder",
            required = true,
            description = "The folder to write to; it is made if need be, and files of the same names are replaced.")
    @Essential
    @UsedFile(value = UsedFile.Use.DIRECTORY, what = "the dictionary with costs")
    private Path output = Path.of("");

    @Override
    protected int run() {
        DictionaryFiles files = dictionary.open(this);
        CostModel read = CostModel.read(model, null);
        DictionaryWriter.Written written = orUsage(() -> DictionaryWriter.write(files, read, output));
        streams()
                .say(String.format(
                        Locale.ROOT,
                        "%,d words and %d unknown words, %,d × %,d contexts, written to %s",
                        written.words(),
                        written.unknown(),
                        written.rightContexts(),
                        written.leftContexts(),
                        output));
        if (written.capped() > 0) {
            warn(
                    written.capped()
                            + " costs are beyond what the files hold and were cut to 32767; a smaller cost-factor in dicrc keeps them");
        }
        return 0;
    }
}
