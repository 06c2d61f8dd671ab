package org.espalier.cli.option;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import picocli.CommandLine.Option;

/** How models of other programs are read. */
@HelpTopic(Topic.FILES)
public final class ForeignOptions {
    @Option(
            names = "--model-encoding",
            paramLabel = "name",
            description =
                    "The encoding of the text in CRFsuite, Wapiti and CRF++ models, such as EUC-JP; data are read as UTF-8."
                            + " Default: UTF-8.")
    private Charset encoding = StandardCharsets.UTF_8;

    public Charset encoding() {
        return encoding;
    }

    /** Reads a model of any program. */
    public Model open(Path file) {
        return Toolkit.open(file, encoding);
    }
}
