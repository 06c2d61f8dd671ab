package org.espalier.cli.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.InstanceOptions;
import org.espalier.data.Misalignment;
import org.espalier.data.Separator;
import org.espalier.data.TextOptions;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.model.Model;
import org.espalier.text.OffsetUnit;
import org.espalier.text.Tokenizer;

/** How the training data of a model were read, which it keeps in its provenance so that data like them need no options. */
public final class RememberedInput {
    /** The member of a model's provenance that tells it. */
    public static final String INPUT = "input";

    private static final String RAW = "raw";
    private static final String FUNCTION_TAGS = "functionTags";

    private RememberedInput() {}

    /** What a model keeps of the options of its training data. */
    static Map<String, Object> describe(DataOptions options) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("format", options.format().toString());
        if (options.format() == Format.COLUMNS) {
            map.put("separator", options.separator().name().toLowerCase(Locale.ROOT));
            map.put("labelColumn", options.labelColumn());
            if (options.commentPrefix() != null) {
                map.put("comments", options.commentPrefix());
            }
            map.put("docstart", !options.boundaries().isEmpty());
        }
        if (!options.encoding().equals(StandardCharsets.UTF_8)) {
            map.put("encoding", options.encoding().name());
        }
        if (options.functionTags()) {
            map.put(FUNCTION_TAGS, true);
        }
        describeText(options, map);
        describeInstances(options, map);
        return map;
    }

    private static void describeText(DataOptions options, Map<String, Object> map) {
        TextOptions text = options.text();
        if (!options.format().isText()) {
            return;
        }
        if (text.sentences() != null) {
            map.put("sentences", text.sentences());
        }
        if (text.offsets() != TextOptions.DEFAULTS.offsets()) {
            map.put("offsets", text.offsets().toString());
        }
        if (text.misaligned() != TextOptions.DEFAULTS.misaligned()) {
            map.put("misaligned", text.misaligned().toString());
        }
    }

    /** The model with a note of how its data were read, so that data like them need no options later. */
    public static Model noted(Model model, DataOptions options) {
        return noted(model, options, false);
    }

    /**
     * The model with a note of how its data were read, so that data like them need no options later.
     *
     * @param oneLine whether none of the texts in JSON has a line end, so that raw text like them has a text per line
     */
    public static Model noted(Model model, DataOptions options, boolean oneLine) {
        Map<String, Object> provenance = new LinkedHashMap<>(model.provenance());
        Map<String, Object> input = describe(options);
        if (options.format() == Format.SPANS && oneLine) {
            input.put(RAW, Format.LINES.toString());
        }
        provenance.put(INPUT, input);
        Model noted = model.withProvenance(provenance);
        return options.format().isText() ? noted.withTokenizer(options.text().tokenizer()) : noted;
    }

    /**
     * The options of raw text for a model that was trained on annotated text: one text per line where the training data had that, otherwise
     * one per file. What was cut into sentences then is cut into sentences now.
     */
    public static DataOptions raw(Model model) {
        DataOptions trained = of(model);
        boolean lines = !trained.format().isDocuments()
                || (model.provenance().get(INPUT) instanceof Map<?, ?> input && input.containsKey(RAW));
        TextOptions text = trained.text();
        boolean cut = text.cutsSentences(trained.format());
        return trained.withFormat(lines ? Format.LINES : Format.DOCUMENT)
                .withText(cut || text.sentences() != null ? text.withSentences(cut) : text);
    }

    /** What a model without labels keeps of its making, with a note of how its data were read. */
    public static Map<String, Object> noted(Map<String, Object> provenance, DataOptions options) {
        Map<String, Object> noted = new LinkedHashMap<>(provenance);
        noted.put(INPUT, describe(options));
        return noted;
    }

    /** The options of the data that a model without labels was trained on, which says how they were read. */
    public static DataOptions of(Map<String, Object> provenance) {
        Map<?, ?> input = provenance.get(INPUT) instanceof Map<?, ?> map ? map : Map.of("format", "frames");
        return restored(DataOptions.of(Format.of(String.valueOf(input.get("format")))), input);
    }

    /** The format of the data that the model was trained on. */
    static Format format(Model model) {
        return of(model).format();
    }

    /** The options of the data that the model was trained on; the usual ones of its attributes when it does not say. */
    public static DataOptions of(Model model) {
        if (!(model.provenance().get(INPUT) instanceof Map<?, ?> input)) {
            return withTokenizer(DataOptions.of(usualFormat(model.encoder().extractor())), model);
        }
        return restored(withTokenizer(DataOptions.of(Format.of(String.valueOf(input.get("format")))), model), input);
    }

    private static DataOptions restored(DataOptions usual, Map<?, ?> input) {
        DataOptions options = usual;
        if (input.get("separator") instanceof String text) {
            options = options.withSeparator(Separator.valueOf(text.toUpperCase(Locale.ROOT)));
        }
        if (input.get("labelColumn") instanceof Number number) {
            options = options.withLabelColumn(number.intValue());
        }
        if (input.get("comments") instanceof String text) {
            options = options.withCommentPrefix(text);
        }
        if (input.get("encoding") instanceof String text) {
            options = options.withEncoding(Charset.forName(text));
        }
        if (Boolean.TRUE.equals(input.get(FUNCTION_TAGS))) {
            options = options.withFunctionTags(true);
        }
        options = options.withText(text(options.text(), input)).withInstances(instances(input));
        return Boolean.TRUE.equals(input.get("docstart"))
                ? options.withBoundaries(Set.of(DataOptions.DOCUMENT_START))
                : options;
    }

    private static TextOptions text(TextOptions usual, Map<?, ?> input) {
        TextOptions options = usual;
        if (input.get("sentences") instanceof Boolean cut) {
            options = options.withSentences(cut);
        }
        if (input.get("offsets") instanceof String unit) {
            options = options.withOffsets(OffsetUnit.of(unit));
        }
        return input.get("misaligned") instanceof String choice
                ? options.withMisaligned(Misalignment.of(choice))
                : options;
    }

    private static DataOptions withTokenizer(DataOptions options, Model model) {
        Tokenizer tokenizer = model.tokenizer();
        return tokenizer == null ? options : options.withText(options.text().withTokenizer(tokenizer));
    }

    private static Format usualFormat(AttributeExtractor extractor) {
        if (extractor instanceof GraphFeatures) {
            return Format.GRAPHS;
        }
        if (extractor instanceof SpanFeatures) {
            return Format.BRACKETS;
        }
        return extractor instanceof GivenAttributes ? Format.CRFSUITE : Format.COLUMNS;
    }

    /** Adds what a model keeps of the options. */
    private static void describeInstances(DataOptions data, Map<String, Object> map) {
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
        if (options.realLabels()) {
            map.put("realLabels", true);
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
    private static InstanceOptions instances(Map<?, ?> input) {
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
        if (Boolean.TRUE.equals(input.get("realLabels"))) {
            options = options.withRealLabels(true);
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
