package org.espalier.cli;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.cli.command.Subcommand;
import org.espalier.cli.continuous.NumberCommands;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.multilabel.MultilabelCommand;
import org.espalier.cli.option.DecoderOptions;
import org.espalier.cli.option.Essential;
import org.espalier.cli.option.HelpTopic;
import org.espalier.cli.option.InputOptions;
import org.espalier.cli.option.PredictionOptions;
import org.espalier.cli.option.ThreadOptions;
import org.espalier.cli.option.Topic;
import org.espalier.cli.option.UsedFile;
import org.espalier.cli.output.BratFolder;
import org.espalier.cli.output.DocumentWriter;
import org.espalier.cli.output.FrameTable;
import org.espalier.cli.output.InstanceFormatter;
import org.espalier.cli.output.TagFormatter;
import org.espalier.cli.output.TagOutput;
import org.espalier.cli.tree.ConstituentFormatter;
import org.espalier.cli.tree.TreeCommands;
import org.espalier.cli.tree.TreeFormatter;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.NativeText;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.interop.Toolkit;
import org.espalier.model.BatchTagger;
import org.espalier.model.Model;
import org.espalier.model.SpanRecord;
import org.espalier.model.Tagging;
import org.espalier.text.OffsetUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier tag}: labels sequences with a model. */
@HelpTopic(Topic.OUTPUT)
@Command(
        name = "tag",
        description = {
            "Labels sequences with a model. The data are read like the training data; they may or may not have a label"
                    + " column.",
            "For classification, each instance becomes one line: the label, a tab and the instance. A table, of"
                    + " instances or of frames, is written back with one more column.",
            "By default the columns of the input are printed with the predicted label as an extra last column. Input"
                    + " of any length is tagged in constant memory, and results appear as soon as they are ready.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  espalier tag -m model.esp new.txt > tagged.txt",
            "  printf '2\\ncups\\nflour\\n' | espalier tag -m model.esp",
            "  espalier tag -m model.esp --nbest 3 new.txt",
            "  echo '2 cups of flour' | espalier tag -m model.esp --format lines --output-format inline",
            "  espalier tag -m model.esp --marginals --probability --output-format json new.txt",
            "  espalier tag -m reviews.esp --nbest 3 new-reviews.txt",
            "  espalier tag -m parser.esp new.conllu > parsed.conllu",
            "  espalier tag -m phrases.esp --format columns words-and-tags.txt > trees.mrg",
            "  espalier tag -m air.esp --interval 0.95 new.csv > predicted.csv",
            "  espalier tag -m adult.esp --probabilities new.csv > classified.csv"
        })
final class TagCommand extends Subcommand {
    @Parameters(
            arity = "0..*",
            paramLabel = "input",
            description =
                    "The data to tag: files (*.gz is unpacked), or - for standard input. Default: standard input.")
    @UsedFile(value = UsedFile.Use.READ, what = "the data", standardInput = true)
    private List<Path> inputs = List.of();

    @Option(
            names = {"-m", "--model"},
            required = true,
            paramLabel = "model.esp",
            description = "The model: Espalier's, or one of CRFsuite, Wapiti or CRF++.")
    @HelpTopic(Topic.FILES)
    @Essential
    @UsedFile(value = UsedFile.Use.READ, what = "the model")
    private Path model = Path.of("");

    @Option(
            names = "--nbest",
            paramLabel = "k",
            description =
                    "Print the k most probable labellings of each sequence, best first, each after a line '# rank probability'"
                            + " with ranks from 0.")
    @Essential
    private @Nullable Integer nBest;

    @Option(
            names = "--marginals",
            description =
                    "Add its marginal probability to each label, as label/0.98; in JSON, the marginals of all labels.")
    @Essential
    private boolean marginals;

    @Option(
            names = "--probability",
            description =
                    "Print the probability of the whole labelling before each sequence, as '# probability: 0.873 score: 12.5'.")
    @Essential
    private boolean probability;

    @Option(
            names = "--probabilities",
            description =
                    "Classification only (libsvm, csv, text, JSON with label): add the probabilities of all labels.")
    private boolean probabilities;

    @Option(
            names = "--labelled",
            description =
                    "The input has labels in the same place as the training data. They are not used for tagging. Needed only"
                            + " where labels cannot be detected, as in text whose label ends at a blank.")
    @HelpTopic(Topic.DATA)
    private boolean labelled;

    @Option(
            names = "--output-format",
            paramLabel = "columns|labels|json|crfsuite|inline|brat",
            description =
                    "columns: the input's columns and the label. labels: the label alone. json: a record per sequence with"
                            + " tokens, labels and spans. crfsuite: what 'crfsuite tag -p -i' prints. inline: text with its spans in"
                            + " brackets, as in [2](QTY) cups. brat: T1<TAB>QTY 0 1<TAB>2 per span. Default: columns; json for jsonl and"
                            + " running text.")
    @Essential
    private @Nullable TagOutput form;

    @Option(names = "--output", hidden = true, description = "The old spelling of --output-format.")
    private @Nullable TagOutput oldForm;

    @Option(
            names = "--output-folder",
            paramLabel = "dir",
            description =
                    "With --output-format brat: a directory for the text and the annotations of each document. Default: the"
                            + " annotations of a single document go to standard output.")
    @UsedFile(UsedFile.Use.DIRECTORY)
    private @Nullable Path outputFolder;

    @Mixin
    private PredictionOptions prediction = new PredictionOptions();

    @Option(
            names = "--complete",
            description =
                    "ccrf: numbers that the label column has are known: they stay, and help to predict those that are missing.")
    @HelpTopic(Topic.CONTINUOUS)
    private boolean complete;

    @Mixin
    private DecoderOptions decoding = new DecoderOptions();

    @Mixin
    private InputOptions input = new InputOptions();

    @Mixin
    private ThreadOptions threads = new ThreadOptions();

    @Override
    protected int run() {
        if (nBest != null && nBest < 1) {
            throw usage("--nbest is " + nBest + "; expected at least 1");
        }
        int team = threads.chosen(this);
        TagOutput output = outputFormat();
        if (ContinuousCrf.recognises(model)) {
            return predictNumbers(output, team);
        }
        if (output == TagOutput.CRFSUITE && nBest != null) {
            throw usage("--output-format crfsuite has no place for --nbest; use columns, labels or json");
        }
        boolean unusual = decoding.isUnusual(this);
        if (nBest != null && unusual) {
            throw usage("--nbest lists the most probable labellings and ignores --decoder; drop one of the two");
        }
        Model loaded = Toolkit.open(model);
        MultilabelCommand.refuse(loaded, model, "tag");
        if (loaded.structure().hasMarks()) {
            return parse(loaded, output, team);
        }
        String problem = prediction.problemWithLabels(parsed());
        if (problem != null) {
            throw usage(problem);
        }
        DataOptions options = labelled ? input.keptAside(loaded, inputs) : input.unlabelled(loaded, inputs);
        if (options.format().isText()) {
            options = options.withLabelled(
                    false); // which annotations show by themselves, and texts without tokens have a result too
        }
        if (output == TagOutput.BRAT && options.format() == Format.LINES && !isGiven("--format")) {
            options = options.withFormat(Format.DOCUMENT); // brat has no lines
        }
        TagOutput written = output == null ? usualOutput(options.format()) : output;
        checkText(written, options.format());
        OffsetUnit unit = input.offsets();
        SpanRecord texts = new SpanRecord(unit == null ? OffsetUnit.CODE_POINTS : unit, loaded.scheme());
        try (SequenceReader reader = open(loaded, options)) {
            TagFormatter formatter = new TagFormatter(written, nBest, marginals, probability, options, loaded, texts);
            InstanceFormatter instances =
                    new InstanceFormatter(written, nBest, probability, probabilities || marginals, options, loaded);
            FrameTable frames = new FrameTable(nBest, marginals, probability, options, loaded);
            Consumer<Sequence> guard = ModelInput.guard(options, loaded, this::warn)
                    .andThen(new Heading(written, reader, instances, frames));
            BatchTagger tagger = new BatchTagger(decoding.apply(loaded.tagger(), this), team);
            GuardedReader guarded = new GuardedReader(reader, guard);
            if (isWhole(written, options)) {
                Printer printer = new Printer();
                DocumentWriter writer = new DocumentWriter(
                        formatter,
                        text -> printer.accept(text.getBytes(StandardCharsets.UTF_8)),
                        printer::idle,
                        outputFolder == null ? null : new BratFolder(outputFolder));
                tagger.run(guarded, writer::part, writer);
            } else {
                tagger.write(
                        guarded,
                        (tagging, out) -> append(tagging, formatter, instances, frames, reader, out),
                        new Printer());
            }
        }
        input.tellAnnotations(this::warn);
        return 0;
    }

    private int parse(Model parser, @Nullable TagOutput output, int team) {
        if (output != null && output != TagOutput.COLUMNS && output != TagOutput.JSON) {
            throw usage(
                    "--output-format " + output
                            + " is for labels of tokens, and this model is a parser; choose columns, for CoNLL-U or brackets, or json");
        }
        boolean isJson = output == TagOutput.JSON;
        new TreeCommands(
                        parser,
                        decoding,
                        input,
                        inputs,
                        team,
                        this,
                        streams(),
                        parsed(),
                        Set.of("--nbest", "--marginals", "--probability", "--labelled"))
                .tag(
                        parser.structure().hasSpans()
                                ? new ConstituentFormatter(isJson, nBest, marginals, probability)::format
                                : new TreeFormatter(isJson, nBest, marginals, probability)::format);
        return 0;
    }

    private int predictNumbers(@Nullable TagOutput output, int team) {
        if (output != null && output != TagOutput.COLUMNS && output != TagOutput.JSON) {
            throw usage("--output-format " + output
                    + " is for labels, and this model predicts numbers; choose columns or json");
        }
        new NumberCommands(
                        model,
                        prediction,
                        input,
                        inputs,
                        team,
                        this,
                        streams(),
                        parsed(),
                        Set.of("--model", "--output-format", "--threads", "--labelled"))
                .tag(complete, output == TagOutput.JSON);
        return 0;
    }

    /** Whether texts that are cut into sentences are written as a whole. */
    private static boolean isWhole(TagOutput written, DataOptions options) {
        boolean text = written == TagOutput.JSON || written == TagOutput.INLINE || written == TagOutput.BRAT;
        return text
                && options.format().isText()
                && (written == TagOutput.BRAT || options.text().cutsSentences(options.format()));
    }

    /** What is for running text alone. */
    private void checkText(TagOutput written, Format format) {
        if (written == TagOutput.INLINE && !format.isText()) {
            throw usage("--output-format inline is for running text, not for the format " + format
                    + "; give --format lines, or another --output-format");
        }
        if (written == TagOutput.BRAT && !format.isDocuments()) {
            throw usage("--output-format brat is for documents, not for the format " + format
                    + "; give --format document, or another --output-format");
        }
        if ((written == TagOutput.INLINE || written == TagOutput.BRAT) && (nBest != null || marginals || probability)) {
            throw usage("--output-format " + written
                    + " has no place for --nbest, --marginals and --probability; use json");
        }
        if (outputFolder != null && written != TagOutput.BRAT) {
            throw usage("--output-folder is for --output-format brat; leave it out");
        }
        boolean spans = written == TagOutput.JSON || written == TagOutput.BRAT;
        if (isGiven("--offsets") && !(format.isText() && (spans || format == Format.SPANS || format == Format.BRAT))) {
            throw usage("--offsets is for running text with --output-format json or brat; leave it out");
        }
    }

    private SequenceReader open(Model loaded, DataOptions options) {
        return labelled || options.format().isText()
                ? Sequences.open(options, inputs.isEmpty() ? List.of(Path.of("-")) : inputs)
                : input.unlabelled(loaded, model, inputs);
    }

    /** The first instance tells the columns of the table that is written, whose first row comes before all results. */
    private final class Heading implements Consumer<Sequence> {
        private final TagOutput output;
        private final SequenceReader reader;
        private final InstanceFormatter instances;
        private final FrameTable frames;
        private boolean headed;
        private String source = "";
        private String head = "";

        Heading(TagOutput output, SequenceReader reader, InstanceFormatter instances, FrameTable frames) {
            this.output = output;
            this.reader = reader;
            this.instances = instances;
            this.frames = frames;
        }

        @Override
        public void accept(Sequence sequence) {
            if (headed) {
                requireSameHead(sequence);
                return;
            }
            headed = true;
            source = sequence.location().source();
            if (InstanceFormatter.fits(instances.options(), sequence)) {
                streams().print(instances.header(sequence, reader.columnSeparator()));
            } else if (probabilities) {
                throw usage("--probabilities is for instances with one label each; use --marginals for sequences");
            } else if (FrameTable.fits(output, frames.options())) {
                head = frames.header(sequence, reader.columnSeparator());
                streams().print(head);
            }
        }

        /** One table has one first row. */
        private void requireSameHead(Sequence sequence) {
            if (head.isEmpty() || sequence.location().source().equals(source)) {
                return;
            }
            source = sequence.location().source();
            String other = frames.header(sequence, reader.columnSeparator());
            if (!other.equals(head)) {
                throw new DataFormatException(
                        sequence.location(),
                        "the columns of the result are " + other.strip() + ", expected " + head.strip()
                                + " as in the previous file; tag files with different columns one at a time");
            }
        }
    }

    private @Nullable TagOutput outputFormat() {
        if (oldForm == null) {
            return form;
        }
        if (form != null) {
            throw usage("--output is the old spelling of --output-format; leave it out");
        }
        noteOldSpelling("--output " + oldForm, "--output-format " + oldForm);
        return oldForm;
    }

    private static TagOutput usualOutput(Format format) {
        return format == Format.JSONL || format == Format.GRAPHS || format.isText()
                ? TagOutput.JSON
                : TagOutput.COLUMNS;
    }

    private static void append(
            Tagging tagging,
            TagFormatter formatter,
            InstanceFormatter instances,
            FrameTable frames,
            SequenceReader reader,
            StringBuilder out) {
        Sequence sequence = tagging.sequence();
        try {
            if (instances.output() != TagOutput.CRFSUITE && InstanceFormatter.fits(instances.options(), sequence)) {
                instances.append(tagging, reader.columnSeparator(), out);
                return;
            }
            if (FrameTable.fits(formatter.output(), frames.options())) {
                frames.append(tagging, reader.columnSeparator(), out);
                return;
            }
            formatter.append(tagging, reader.columnSeparator(), out);
        } catch (IllegalArgumentException e) {
            // The message of a formatter already begins with the place.
            String message = String.valueOf(e.getMessage());
            String place = sequence.location() + ": ";
            throw new DataFormatException(
                    sequence.location(), message.startsWith(place) ? message.substring(place.length()) : message, e);
        }
    }

    private final class Printer implements BatchTagger.Sink<byte[]> {
        // A text that another program's model or data have in bytes that are not UTF-8 goes out in the same bytes.
        private final boolean raw = Toolkit.of(model) != Toolkit.ESPALIER;

        @Override
        public void accept(byte[] text) {
            streams().print(raw && !NativeText.isPlainUtf8(text, 0, text.length) ? rawBytes(text) : text);
        }

        private static byte[] rawBytes(byte[] text) {
            try {
                return NativeText.encode(new String(text, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            } catch (CharacterCodingException e) {
                throw new IllegalStateException(e); // UTF-8 has every character
            }
        }

        @Override
        public void idle() {
            streams().flush();
        }
    }
}
