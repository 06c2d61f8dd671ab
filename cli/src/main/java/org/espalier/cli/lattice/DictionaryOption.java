package org.espalier.cli.lattice;

import java.nio.charset.Charset;
import java.nio.file.Path;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.dictionary.DictionaryFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The dictionary, and the encodings. */
@HelpTopic(Topic.FILES)
public final class DictionaryOption {
    @Option(
            names = {"-d", "--dictionary"},
            paramLabel = "folder",
            required = true,
            description =
                    "The folder of the dictionary: dicrc, *.csv, char.def, unk.def and what else the command needs.")
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the dictionary")
    private Path folder = Path.of("");

    @Option(
            names = "--encoding",
            paramLabel = "name",
            description = "The encoding of the dictionary's files: UTF-8, EUC-JP, Shift-JIS."
                    + " Usual: that of config-charset in dicrc, or UTF-8.")
    private @Nullable Charset encoding;

    DictionaryFiles open(Caller command) {
        if (encoding != null && !DictionaryCharset.isKnown(encoding)) {
            throw command.usage("--encoding " + encoding + "; expected UTF-8, EUC-JP, Shift-JIS or ASCII");
        }
        return DictionaryFiles.open(folder, encoding == null ? null : DictionaryCharset.widest(encoding));
    }
}
