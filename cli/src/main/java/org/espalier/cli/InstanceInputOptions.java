package org.espalier.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.InstanceOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How instances for classification, and tables of frames, are read. */
final class InstanceInputOptions {
    private static final Set<Format> TABLES = Set.of(Format.CSV, Format.FRAMES);

    @Option(
            names = "--bias",
            paramLabel = "x",
            description = "libsvm: give every instance one more attribute, 'bias', with this value. Usual: none.")
    private @Nullable Double bias;

    @Option(
            names = "--no-header",
            description = "csv, frames: the first row is data too; columns are named by their numbers from 0.")
    private boolean withoutHeader;

    @Option(
            names = "--weight-column",
            paramLabel = "n|name",
            description =
                    "csv, frames, jsonl: the column or key of the weights of instances or sequences. Usual: none; the key weight.")
    private @Nullable String weightColumn;

    @Option(
            names = "--ignore-columns",
            paramLabel = "names",
            split = ",",
            description =
                    "csv, frames, jsonl: columns or keys that are not looked at, separated by commas; 'tag' writes them again.")
    private @Nullable List<String> ignored;

    @Option(
            names = "--value-columns",
            paramLabel = "names",
            split = ",",
            description =
                    "csv, frames: the columns that are looked at, separated by commas. Usual: all that are nothing else.")
    private @Nullable List<String> values;

    @Option(
            names = "--sequence-column",
            paramLabel = "n|name",
            description =
                    "frames: the column that names the sequence; rows of a sequence stand together. Usual: none; a sequence ends at a"
                            + " blank line and at the end of a file.")
    private @Nullable String sequenceColumn;

    @Option(
            names = "--label-split",
            paramLabel = "tab|blank|text",
            description = "text: what stands between label and text: a tab, any blanks, or this text. Usual: tab.")
    private @Nullable String labelSplit;

    @Option(names = "--label-last", description = "text: the label stands behind the text, not before it.")
    private boolean labelLast;

    @Option(
            names = "--label-cut",
            paramLabel = "text",
            description = "text: labels end before this text, such as : in ENTY:animal. Usual: they are not cut.")
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

    /** Adds what a model keeps of the options. */
    static void describe(DataOptions data, Map<String, Object> map) {
        InstanceOptions options = data.instances();
        if (options.bias() != null) {
            map.put("bias", options.bias());
        }
        if (!options.header()) {
            map.put("header", false);
        }
        if (options.fieldSeparator() != null) {
            map.put("fieldSeparator", String.valueOf(options.fieldSeparator()));
        }
        if (options.label() != null) {
            map.put("label", options.label());
        }
        if (options.weight() != null) {
            map.put("weight", options.weight());
        }
        if (!options.ignored().isEmpty()) {
            map.put("ignored", List.copyOf(new TreeSet<>(options.ignored())));
        }
        if (!options.values().isEmpty()) {
            map.put("values", List.copyOf(new TreeSet<>(options.values())));
        }
        if (options.sequence() != null) {
            map.put("sequence", options.sequence());
        }
        if (data.format() == Format.TEXT) {
            map.put("labelSeparator", options.labelSeparator());
            map.put("labelLast", options.labelLast());
        }
        if (options.labelCut() != null) {
            map.put("labelCut", options.labelCut());
        }
    }

    /** The options that a model kept. */
    static InstanceOptions ofModel(Map<?, ?> input) {
        InstanceOptions options = InstanceOptions.DEFAULTS;
        if (input.get("bias") instanceof Number number) {
            options = options.withBias(number.doubleValue());
        }
        if (Boolean.FALSE.equals(input.get("header"))) {
            options = options.withHeader(false);
        }
        if (input.get("fieldSeparator") instanceof String text && text.length() == 1) {
            options = options.withFieldSeparator(text.charAt(0));
        }
        if (input.get("label") instanceof String text) {
            options = options.withLabel(text);
        }
        if (input.get("weight") instanceof String text) {
            options = options.withWeight(text);
        }
        if (input.get("ignored") instanceof List<?> names) {
            options = options.withIgnored(texts(names));
        }
        if (input.get("values") instanceof List<?> names) {
            options = options.withValues(texts(names));
        }
        if (input.get("sequence") instanceof String text) {
            options = options.withSequence(text);
        }
        if (input.get("labelSeparator") instanceof String text) {
            options = options.withLabelSeparator(text);
        }
        if (Boolean.TRUE.equals(input.get("labelLast"))) {
            options = options.withLabelLast(true);
        }
        if (input.get("labelCut") instanceof String text) {
            options = options.withLabelCut(text);
        }
        return options;
    }

    private static Set<String> texts(List<?> names) {
        Set<String> all = new LinkedHashSet<>();
        names.forEach(name -> all.add(String.valueOf(name)));
        return all;
    }
}
