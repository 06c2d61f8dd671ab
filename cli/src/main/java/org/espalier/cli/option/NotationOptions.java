package org.espalier.cli.option;

import org.espalier.data.LabelNotation;
import picocli.CommandLine.Option;

/** How labels are written that are not known, or one of several. */
@HelpTopic(Topic.DATA)
public final class NotationOptions {
    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "Marks tokens whose label is unknown. Default: ${DEFAULT-VALUE}.")
    private String unknownLabel = LabelNotation.DEFAULT.unknown();

    @Option(
            names = "--label-separator",
            paramLabel = "text",
            description = "Separates alternative labels of a token, one of which is right. Default: none.")
    private String labelSeparator = LabelNotation.DEFAULT.separator();

    public LabelNotation chosen() {
        return new LabelNotation(unknownLabel, labelSeparator);
    }
}
