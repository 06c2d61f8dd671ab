package org.espalier.cli.option;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How figures are written: {@code --output-format} everywhere, as {@code --output} is a file everywhere. */
@HelpTopic(Topic.OUTPUT)
public final class ReportOptions {
    @Option(
            names = "--output-format",
            paramLabel = "text|json",
            description =
                    "The format of the results: text for people, or json, where rates are fractions. Default: text.")
    @Essential
    private @Nullable Form form;

    @Option(names = "--json", hidden = true, description = "The old spelling of --output-format json.")
    private boolean json;

    /** What there is to choose from. */
    enum Form {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether JSON is wanted; an old spelling is told of. */
    public boolean isJson(Caller command) {
        if (!json) {
            return form == Form.JSON;
        }
        if (form == Form.TEXT) {
            throw command.usage(
                    "--json is the old spelling of --output-format json and contradicts --output-format text; leave --json out");
        }
        command.noteOldSpelling("--json", "--output-format json");
        return true;
    }
}
