package org.espalier.cli.option;

import java.lang.reflect.Field;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.espalier.cli.input.AnnotationReport;
import org.espalier.cli.input.RememberedInput;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.FormatDetector;
import org.espalier.data.Misalignment;
import org.espalier.data.Separator;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.data.TextOptions;
import org.espalier.interop.NativeData;
import org.espalier.interop.Toolkit;
import org.espalier.model.Model;
import org.espalier.text.OffsetUnit;
import org.espalier.text.Tokenizer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How data are read. What is not given is as in training, or the default. */
@HelpTopic(Topic.DATA)
public final class InputOptions {
    @Option(
            names = "--format",
            paramLabel = "name",
            description = {
                "The format of the data. columns: one token per line, columns separated by blanks, a blank line after each"
                        + " sequence. crfsuite: label<TAB>attribute:value... per line. jsonl: {\"tokens\":[...],\"labels\":[...]},"
                        + " {\"features\":[{...},...],\"labels\":[...]} or {\"label\":...,\"text\":...} per line. Default:"
                        + " columns; with a model, the format it was trained on.",
                "For classification, one instance per line or row: libsvm: label index:value... . csv: a table with a header."
                        + " text: label<TAB>text.",
                "For running text, which --tokenizer splits into tokens: lines: raw text, one text per line. document: raw"
                        + " text, one text per file. inline: annotated text such as [2](QTY) [cups](UNIT) of flour, one text per"
                        + " line. spans: JSON of doccano, Prodigy, Label Studio or 'espalier tag'. brat: a text x.txt with its"
                        + " annotations x.ann, or a directory of them. Annotated text is recognised without this option.",
                "For graphs: graphs: {\"variables\":[{\"label\":...,\"attributes\":{...}},...],\"factors\":[...]} per line.",
                "For trees: conllu: a word per line in ten columns, as in Universal Dependencies. brackets: (S (NP (NNS birds))"
                        + " (VP (VBP sing))), as in the Penn Treebank.",
                "For signals: frames: a table with a header and a frame of real values per row. ts: a sequence of frames with one"
                        + " label per line, as in the UEA archive."
            })
    @Essential(
            "columns, crfsuite or jsonl; inline, spans, brat, lines or document for running text; libsvm, csv or text for classification; conllu or brackets for trees; graphs; frames or ts for signals. Default: columns, or the format that the model was trained on.")
    private @Nullable Format format;

    @Option(
            names = "--separator",
            paramLabel = "name",
            description =
                    "The column separator: blanks (any number of spaces and tabs) or tab (exactly one). For csv and frames:"
                            + " comma, semicolon, tab or any single character. Default: blanks; for csv and frames, detected from the"
                            + " first row.")
    private @Nullable String separator;

    @Option(
            names = "--label-column",
            paramLabel = "n|name",
            description =
                    "The column of the label, counted from 0, or from the end if negative. For csv and frames also its name,"
                            + " for jsonl its key. Templates and features see the other columns, numbered without it. Default: -1, the"
                            + " last.")
    @Essential("The column of the label, from 0; negative counts from the end. Default: -1, the last.")
    private @Nullable String labelColumn;

    @Option(
            names = "--comments",
            paramLabel = "prefix",
            description =
                    "Lines that begin with this text, such as '#', are comments (columns only). Default: none, because '#' is"
                            + " a common token.")
    private @Nullable String comments;

    @Option(
            names = "--docstart",
            description = "Lines whose first column is -DOCSTART- end a sequence and are skipped.")
    private boolean documentStarts;

    @Option(
            names = "--encoding",
            paramLabel = "name",
            description = "The encoding of the data, such as ISO-8859-1 or windows-1252. Default: UTF-8.")
    private @Nullable Charset encoding;

    @Option(
            names = "--tokenizer",
            paramLabel = "name",
            description =
                    "How running text is split into tokens: words, whitespace, characters or regex(...), the matches of a"
                            + " regular expression. Default: words; with a model, as in its training data.")
    private @Nullable String tokenizer;

    @Option(
            names = "--sentences",
            paramLabel = "split|whole",
            description =
                    "What makes a sequence in running text. split: each sentence, found by rule. whole: the whole text."
                            + " Default: split for document, spans and brat, whole for lines and inline; with a model, as in training.")
    private @Nullable Cutting sentences;

    @Option(
            names = "--offsets",
            paramLabel = "code-points|utf16|bytes",
            description =
                    "The unit of span offsets in running text. code-points: as in Python. utf16: as in Java and JavaScript."
                            + " bytes: of UTF-8. Default: code-points, or the unit named in the data.")
    private @Nullable OffsetUnit offsets;

    @Option(
            names = "--misaligned",
            paramLabel = "widen|drop|error",
            description =
                    "What to do with annotations that begin or end within a token, or have a gap: widen them to whole tokens,"
                            + " drop them, or stop with an error. All of them are reported. Default: widen.")
    private @Nullable Misalignment misaligned;

    @Option(
            names = "--function-tags",
            paramLabel = "cut|keep",
            description =
                    "brackets: what to do with the tags behind labels. cut: NP-SBJ-1 becomes NP. keep: it stays. Default: cut; with"
                            + " a model, as in training.")
    private @Nullable FunctionTags functionTags;

    /** What becomes of function tags. */
    enum FunctionTags {
        CUT,
        KEEP
    }

    /** Whether a text becomes one sequence or many. */
    enum Cutting {
        SPLIT,
        WHOLE
    }

    private final AnnotationReport annotations = new AnnotationReport();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Mixin
    private InstanceInputOptions instances = new InstanceInputOptions();

    /** Whether an option is one of those that say how data are read. */
    static boolean has(OptionSpec option) {
        return option.userObject() instanceof Field field
                && (field.getDeclaringClass() == InputOptions.class
                        || field.getDeclaringClass() == InstanceInputOptions.class);
    }

    /** The rule for commands that may read no data. */
    public static List<OptionRule> idle(boolean matters, String where) {
        return List.of(OptionRule.of(
                matters,
                where,
                "--format",
                "--separator",
                "--label-column",
                "--comments",
                "--docstart",
                "--encoding",
                "--tokenizer",
                "--sentences",
                "--offsets",
                "--misaligned",
                "--function-tags"));
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
                && tokenizer == null
                && sentences == null
                && offsets == null
                && misaligned == null
                && functionTags == null
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
                : Sequences.open(unlabelled(model, sources), sources);
    }

    /** The options for labelled data in files; annotated text is recognised. */
    public DataOptions labelled(List<Path> files) {
        return counted(annotated(DataOptions.COLUMNS, files));
    }

    /** The options for data that are usually read so. */
    public DataOptions like(DataOptions usual) {
        return override(usual);
    }

    /** The same for data that have another format unless they are text, or one is given. */
    public DataOptions labelled(List<Path> files, Format usual) {
        return usual == Format.COLUMNS ? labelled(files) : counted(override(DataOptions.of(usual)));
    }

    /** The options for labelled data like those that the model was trained on; annotated text is recognised. */
    public DataOptions labelled(Model model, List<Path> files) {
        return counted(annotated(RememberedInput.of(model), files));
    }

    /** The options for labelled data to be tagged, whose labels are kept aside. */
    public DataOptions keptAside(Model model, List<Path> files) {
        return annotated(RememberedInput.of(model), files);
    }

    private DataOptions annotated(DataOptions usual, List<Path> files) {
        boolean open = format == null
                && (usual.format() == Format.COLUMNS || usual.format().isText());
        Format found = open ? FormatDetector.annotated(files) : null;
        return override(found == null ? usual : usual.withFormat(found));
    }

    /** The options for more data beside others; annotated text need not have the same format. */
    public DataOptions beside(DataOptions others, List<Path> files) {
        Format found = format == null && others.format().isText() ? FormatDetector.annotated(files) : null;
        return found == null ? others : others.withFormat(found);
    }

    /** Data have offsets only in some formats; what is tagged gets them in others too. */
    private DataOptions counted(DataOptions options) {
        return orUsage(() -> {
            InstanceInputOptions.require(
                    "--offsets", offsets != null, options.format(), Set.of(Format.SPANS, Format.BRAT));
            return options;
        });
    }

    /** What offsets count; null when nobody says. */
    public @Nullable OffsetUnit offsets() {
        return offsets;
    }

    /** Tells of the annotations that were changed or left out while data were read. */
    public void tellAnnotations(Consumer<String> warn) {
        annotations.tell(warn);
    }

    /** The options for data to be tagged: labels may be there, but need not. */
    public DataOptions unlabelled(Model model, List<Path> files) {
        DataOptions usual = RememberedInput.of(model);
        if (usual.format().isText()) {
            // Who trains on annotated text wants to tag text without annotations.
            Format found = format == null ? FormatDetector.raw(files) : null;
            usual = RememberedInput.raw(model)
                    .withFormat(found == null ? RememberedInput.raw(model).format() : found);
        }
        DataOptions options = override(usual);
        boolean findsTags =
                model.structure().hasSpans() && model.parser().findsTags(); // which may stand there all the same
        return options.withLabelled(false)
                .withObservedColumns(model.columns() > 0 && !findsTags ? model.columns() : null);
    }

    /** The options for text without labels, whatever a model is: lines of raw text unless something else is given or seen. */
    public DataOptions raw(List<Path> files) {
        Format found = format == null ? FormatDetector.raw(files) : null;
        return override(DataOptions.COLUMNS.withFormat(found == null ? Format.LINES : found))
                .withLabelled(false);
    }

    private DataOptions override(DataOptions usual) {
        return orUsage(() -> overridden(usual));
    }

    private DataOptions orUsage(Supplier<DataOptions> chosen) {
        try {
            return chosen.get();
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
        InstanceInputOptions.require("--tokenizer", tokenizer != null, options.format(), formats(Format::isText));
        InstanceInputOptions.require("--sentences", sentences != null, options.format(), formats(Format::isText));
        InstanceInputOptions.require(
                "--misaligned", misaligned != null, options.format(), formats(Format::isAnnotated));
        TextOptions text = options.text().withProblems(annotations);
        text = tokenizer == null ? text : text.withTokenizer(Tokenizer.parse(tokenizer));
        text = sentences == null ? text : text.withSentences(sentences == Cutting.SPLIT);
        text = offsets == null ? text : text.withOffsets(offsets);
        options = options.withText(misaligned == null ? text : text.withMisaligned(misaligned));
        InstanceInputOptions.require(
                "--function-tags", functionTags != null, options.format(), Set.of(Format.BRACKETS));
        options = functionTags == null ? options : options.withFunctionTags(functionTags == FunctionTags.KEEP);
        InstanceInputOptions.require("--comments", comments != null, options.format(), Set.of(Format.COLUMNS));
        InstanceInputOptions.require("--docstart", documentStarts, options.format(), Set.of(Format.COLUMNS));
        if (comments != null) {
            options = options.withCommentPrefix(comments.isEmpty() ? null : comments);
        }
        return documentStarts ? options.withBoundaries(Set.of(DataOptions.DOCUMENT_START)) : options;
    }

    private static Set<Format> formats(Predicate<Format> which) {
        return EnumSet.allOf(Format.class).stream().filter(which).collect(Collectors.toSet());
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
