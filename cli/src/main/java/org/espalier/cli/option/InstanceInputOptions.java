package org.espalier.cli.option;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.Format;
import org.espalier.data.InstanceOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How instances for classification, and tables of frames, are read. */
@HelpTopic(Topic.DATA)
final class InstanceInputOptions {
    private static final Set<Format> TABLES = Set.of(Format.CSV, Format.FRAMES);

    @Option(
            names = "--bias",
            paramLabel = "x",
            description = "libsvm: give every instance an extra attribute, 'bias', with this value. Default: none.")
    private @Nullable Double bias;

    @Option(
            names = "--no-header",
            description = "csv, frames: the first row is data too; columns are named by their numbers from 0.")
    private boolean withoutHeader;

    @Option(
            names = "--weight-column",
            paramLabel = "n|name",
            description =
                    "csv, frames, jsonl: the column or key of the weights of instances or sequences. Default: none; for jsonl"
                            + " the key weight.")
    private @Nullable String weightColumn;

    @Option(
            names = "--ignore-columns",
            paramLabel = "names",
            split = ",",
            description =
                    "csv, frames, jsonl: columns or keys to ignore, separated by commas; 'tag' still writes them back.")
    private @Nullable List<String> ignored;

    @Option(
            names = "--value-columns",
            paramLabel = "names",
            split = ",",
            description =
                    "csv, frames: the columns to learn from, separated by commas. Default: all columns that have no other"
                            + " role.")
    private @Nullable List<String> values;

    @Option(
            names = "--sequence-column",
            paramLabel = "n|name",
            description =
                    "frames: the column that names the sequence; the rows of a sequence must be together. Default: none; a"
                            + " sequence ends at a blank line and at the end of a file.")
    private @Nullable String sequenceColumn;

    @Option(
            names = "--label-split",
            paramLabel = "tab|blank|text",
            description = "text: what separates label and text: a tab, any blanks, or this string. Default: tab.")
    private @Nullable String labelSplit;

    @Option(names = "--label-last", description = "text: the label follows the text instead of preceding it.")
    private boolean labelLast;

    @Option(
            names = "--label-cut",
            paramLabel = "text",
            description = "text: cut labels before this string, such as : in ENTY:animal. Default: labels are not cut.")
    private @Nullable String labelCut;

    /** Whether none of these options is given. */
    boolean isSilent() {
        return bias == null
                && !withoutHeader
                && weightColumn == null
                && ignored == null
                && values == null
                && sequenceColumn == null
                && labelSplit == null
                && !labelLast
                && labelCut == null;
    }

    /** The options with what was given; {@code separator} and {@code label} are for several formats. */
    InstanceOptions override(InstanceOptions usual, Format format, @Nullable String separator, @Nullable String label) {
        require("--bias", bias != null, format, Set.of(Format.LIBSVM));
        require("--no-header", withoutHeader, format, TABLES);
        require("--weight-column", weightColumn != null, format, Set.of(Format.CSV, Format.FRAMES, Format.JSONL));
        require("--ignore-columns", ignored != null, format, Set.of(Format.CSV, Format.FRAMES, Format.JSONL));
        require("--value-columns", values != null, format, TABLES);
        require("--sequence-column", sequenceColumn != null, format, Set.of(Format.FRAMES));
        require("--label-split", labelSplit != null, format, Set.of(Format.TEXT));
        require("--label-last", labelLast, format, Set.of(Format.TEXT));
        require("--label-cut", labelCut != null, format, Set.of(Format.TEXT));
        require("--separator", separator != null, format, Set.of(Format.COLUMNS, Format.CSV, Format.FRAMES));
        require(
                "--label-column",
                label != null,
                format,
                Set.of(Format.COLUMNS, Format.CSV, Format.FRAMES, Format.JSONL));
        InstanceOptions options = bias == null ? usual : usual.withBias(bias);
        options = withoutHeader ? options.withHeader(false) : options;
        options = weightColumn == null ? options : options.withWeight(weightColumn);
        options = ignored == null ? options : options.withIgnored(new LinkedHashSet<>(ignored));
        options = values == null ? options : options.withValues(new LinkedHashSet<>(values));
        options = sequenceColumn == null ? options : options.withSequence(sequenceColumn);
        options = labelSplit == null ? options : options.withLabelSeparator(labelSeparator(labelSplit));
        options = labelLast ? options.withLabelLast(true) : options;
        options = labelCut == null ? options : options.withLabelCut(labelCut);
        if (separator != null && TABLES.contains(format)) {
            options = options.withFieldSeparator(fieldSeparator(separator));
        }
        return label == null || format == Format.COLUMNS ? options : options.withLabel(label);
    }

    static void require(String option, boolean given, Format format, Set<Format> formats) {
        if (given && !formats.contains(format)) {
            throw new IllegalArgumentException(option + " is for the format "
                    + String.join(
                            " or ",
                            new TreeSet<>(formats.stream().map(Format::toString).toList()))
                    + ", not for " + format + "; leave it out, or give the --format");
        }
    }

    private static String labelSeparator(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "tab" -> "\t";
            case "blank", "blanks" -> "";
            default -> name;
        };
    }

    private static char fieldSeparator(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "tab" -> '\t';
            case "comma" -> ',';
            case "semicolon" -> ';';
            default -> {
                if (name.length() != 1) {
                    throw new IllegalArgumentException("--separator is '" + name
                            + "'; expected comma, semicolon, tab or one character for the formats csv and frames");
                }
                yield name.charAt(0);
            }
        };
    }
}
