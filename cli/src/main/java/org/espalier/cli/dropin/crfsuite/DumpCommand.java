package org.espalier.cli.dropin.crfsuite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.UsedFile;
import org.espalier.interop.crfsuite.CrfsuiteModelFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code espalier crfsuite dump}. */
@Command(
        name = "dump",
        description = {
            "Prints a CRFsuite model as text: header, labels, attributes, transitions and state features.",
            ""
        })
final class DumpCommand extends DropInCommand {
    @Parameters(arity = "0..1", paramLabel = "MODEL", description = "The model file.")
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private @Nullable Path model;

    @Override
    protected int run() throws IOException {
        if (model == null) {
            throw failure("crfsuite dump: no model; name its file");
        }
        CrfsuiteModelFile.dump(model, StandardCharsets.ISO_8859_1, new Appendable() {
            @Override
            public Appendable append(CharSequence text) {
                print(text);
                return this;
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) {
                print(text.subSequence(start, end));
                return this;
            }

            @Override
            public Appendable append(char c) {
                print(String.valueOf(c));
                return this;
            }
        });
        return 0;
    }
}
