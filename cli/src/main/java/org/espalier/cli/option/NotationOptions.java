package org.espalier.cli.option;

import java.util.Map;
import org.espalier.data.LabelNotation;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How labels are written that are not known, or one of several. */
@HelpTopic(Topic.DATA)
public final class NotationOptions {
    @Option(
            names = "--unknown-label",
            paramLabel = "text",
            description = "Marks tokens whose label is unknown. Default: ?.")
    private @Nullable String unknownLabel;

    @Option(
            names = "--label-separator",
            paramLabel = "text",
            description = "Separates alternative labels of a token, one of which is right. Default: none.")
    private @Nullable String labelSeparator;

    public LabelNotation chosen() {
        return over(LabelNotation.DEFAULT);
    }

    /** Whether the user said how an unknown label is written. */
    public boolean tellsUnknown() {
        return unknownLabel != null;
    }

    /** As the command line says, or as the training data of the model were written. */
    public LabelNotation written(Model model) {
        return over(trained(model));
    }

    private LabelNotation over(LabelNotation usual) {
        return new LabelNotation(
                unknownLabel == null ? usual.unknown() : unknownLabel,
                labelSeparator == null ? usual.separator() : labelSeparator);
    }

    /** As the training data were written: the model's provenance has the options. */
    public static LabelNotation trained(Model model) {
        if (model.provenance().get("options") instanceof Map<?, ?> options
                && options.get("unknownLabel") instanceof String unknown
                && options.get("labelSeparator") instanceof String separator) {
            return new LabelNotation(unknown, separator);
        }
        return LabelNotation.DEFAULT;
    }
}
