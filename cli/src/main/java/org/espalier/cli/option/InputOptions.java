package org.espalier.cli.option;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.espalier.cli.input.RememberedInput;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Separator;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.interop.NativeData;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How data are read; whatever is not given is as it was in training, or the usual. */
public final class InputOptions {
    @Option(
            names = "--format",
            paramLabel = "name",
            description = {
                "The format of the data. columns: a token per line, its columns separated by blanks, a blank line after each"
                        + " sequence. crfsuite: label<TAB>attribute:value... per line. jsonl: {\"tokens\":[...],\"labels\":[...]}"
                        + " or {\"label\":...,\"text\":...} per line. Usual: columns; for a model, the format it was trained on.",
                "For classification, one instance per line or row: libsvm: label index:value... . csv: a table with a header."
                        + " text: label<TAB>text.",
                "For signals: frames: a table with a header and a frame of real values per row. ts: a sequence of frames with one"
                        + " label per line, as in the UEA archive."
            })
    private @Nullable Format format;

    @Option(
            names = "--separator",
            paramLabel = "name",
            description =
                    "What separates columns: blanks (any number of spaces and tabs) or tab (exactly one), usually blanks; for"
                            + " csv and frames comma, semicolon, tab or any one character, usually found in the first row.")
    private @Nullable String separator;

    @Option(
            names = "--label-column",
            paramLabel = "n|name",
            description =
                    "The column of the label, counted from 0, or from the end if negative; for csv and frames also its name, for jsonl its key."
                            + " Usual: -1, the last. The other columns, numbered without it, are what templates and features see.")
    private @Nullable String labelColumn;

    @Option(
            names = "--comments",
            paramLabel = "prefix",
            description =
                    "Lines that begin with this text are comments (columns only), for example '#'. Usual: none, because"
                            + " '#' is a common token.")
    private @Nullable String comments;

    @Option(
            names = "--docstart",
            description = "Lines whose first column is -DOCSTART- end a sequence and are skipped.")
    private boolean documentStarts;

    @Option(
            names = "--encoding",
            paramLabel = "name",
            description = "The encoding of the data, such as ISO-8859-1 or windows-1252. Usual: UTF-8.")
    private @Nullable Charset encoding;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Mixin
    private InstanceInputOptions instances = new InstanceInputOptions();

    /** The rule for commands that may read no data. */
    public static List<OptionRule> idle(boolean matters, String where) {
        return List.of(OptionRule.of(
                matters, where, "--format", "--separator", "--label-column", "--comments", "--docstart", "--encoding"));
    }

    /** Whether data for this model are read as another program reads them: it is its model, and no option says otherwise. */
    private boolean isForeign(Path model) {
        return isSilent() && Toolkit.of(model) != Toolkit.ESPALIER;
    }

    private boolean isSilent() {
        return format == null
                && separator == null
                && labelColumn == null
                && comments == null
                && !documentStarts
                && encoding == null
                && instances.isSilent();
    }

    /**
     * The data to be tagged with a model; without any option those for another program's model are read as that program reads
     * them.
     *
     * @param file the file of the model
     */
    public SequenceReader unlabelled(Model model, Path file, List<Path> inputs) {
        List<Path> sources = inputs.isEmpty() ? List.of(Path.of("-")) : inputs;
        return isForeign(file)
                ? NativeData.open(Toolkit.of(file), model, sources)
                : Sequences.open(unlabelled(model), sources);
    }

    /** The options for labelled data. */
    public DataOptions labelled() {
        return override(DataOptions.COLUMNS);
    }

    /** The options for labelled data like those that the model was trained on. */
    public DataOptions labelled(Model model) {
        return override(RememberedInput.of(model));
    }

    /** The options for data to be tagged: labels may be there, but need not. */
    public DataOptions unlabelled(Model model) {
        DataOptions options = labelled(model);
        return options.withLabelled(false).withObservedColumns(model.columns() > 0 ? model.columns() : null);
    }

    private DataOptions override(DataOptions usual) {
        try {
            return overridden(usual);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    Objects.requireNonNull(command).commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private DataOptions overridden(DataOptions usual) {
        DataOptions options = usual;
        if (format != null) {
            options = options.withFormat(format);
        }
        if (encoding != null) {
            options = options.withEncoding(encoding);
        }
        options = options.withInstances(
                instances.override(options.instances(), options.format(), separator, labelColumn));
        if (options.format() == Format.COLUMNS) {
            options = separator == null ? options : options.withSeparator(columnSeparator(separator));
            options = labelColumn == null ? options : options.withLabelColumn(columnNumber(labelColumn));
        }
        InstanceInputOptions.require("--comments", comments != null, options.format(), Set.of(Format.COLUMNS));
        InstanceInputOptions.require("--docstart", documentStarts, options.format(), Set.of(Format.COLUMNS));
        if (comments != null) {
            options = options.withCommentPrefix(comments.isEmpty() ? null : comments);
        }
        return documentStarts ? options.withBoundaries(Set.of(DataOptions.DOCUMENT_START)) : options;
    }

    private static Separator columnSeparator(String name) {
        for (Separator known : Separator.values()) {
            if (known.name().equalsIgnoreCase(name)) {
                return known;
            }
        }
        throw new IllegalArgumentException(
                "--separator is '" + name + "'; expected blanks or tab for the format columns");
    }

    private static int columnNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--label-column is '" + text
                            + "'; expected a number, as the columns of the format columns have no names",
                    e);
        }
    }
}
