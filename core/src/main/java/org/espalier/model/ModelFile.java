package org.espalier.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.arc.SecondOrderFeatures;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.span.SpanFeatures;
import org.espalier.feature.text.MissingWordFileException;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.SchemeLabels;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.labelling.kinds.StructureKinds;
import org.espalier.model.ModelFormatException.Kind;
import org.espalier.scoring.FeatureFamily;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Family;
import org.jspecify.annotations.Nullable;

/**
 * The {@code .esp} file: a {@link SectionFile} with labels, feature definition, vocabularies, layout, weights and
 * provenance. Equal models give equal bytes.
 */
final class ModelFile {
    static final String MAGIC = "ESPALIER";

    /** The newest version. A file has the first that can express it, so that older readers read what they can. */
    static final int VERSION = 6;

    private static final int PLAIN_VERSION = 1;
    private static final int COMPACT_VERSION = 2;
    private static final int NORMALISED_VERSION = 3;
    private static final int VOTED_VERSION = 4;
    private static final int STRUCTURED_VERSION = 5;

    private static final String WHAT = "an Espalier model";
    private static final String VOTES = "votes";
    private static final String STATES = "states"; // before structures had a section of their own
    private static final String STRUCTURE = "structure";
    private static final String KIND = "kind";
    private static final String VALID = "validLabels";
    private static final String FAMILY = "f:"; // names of sections are short
    private static final String TABLE = "table-"; // of words: clusters
    private static final String TABLES = "tables";
    private static final String WEIGHTS = "weights";
    private static final String ENCODING = "encoding";

    /** What messages call a model that is not a file. */
    private static final String STREAM = "the stream";

    /** Doubles per section of weights: a section is one buffer, and a buffer holds less than 2 GiB. */
    private static final int CHUNK = 1 << 27;

    /** All pairs of so many labels still have int numbers. */
    private static final int MOST_LABELS = 40_000;

    private ModelFile() {}

    static void write(Model model, Path file) {
        Contents contents = contents(model);
        SectionFile.write(file, MAGIC, contents.version, contents.sections);
    }

    /** The bytes of the file. */
    static ByteBuffer bytes(Model model) {
        Contents contents = contents(model);
        return SectionFile.bytes(MAGIC, contents.version, contents.sections);
    }

    private record Contents(int version, Map<String, ByteBuffer> sections) {}

    private static Contents contents(Model model) {
        Map<String, ByteBuffer> sections = new LinkedHashMap<>();
        FeatureDefinition definition = model.encoder().extractor().definition();
        Map<String, Object> features = new LinkedHashMap<>();
        features.put("kind", definition.kind());
        features.put("text", definition.text());
        features.put("gazetteers", definition.gazetteers());
        features.put("boundaries", model.encoder().boundaries());
        features.put("columns", model.columns());
        if (!definition.tables().isEmpty()) {
            features.put(TABLES, List.copyOf(definition.tables().keySet()));
        }
        sections.put("labels", json(model.labels().names()));
        sections.put("features", json(features));
        sections.put("provenance", json(model.provenance()));
        int version = PLAIN_VERSION;
        if (model.form().compact()) {
            sections.put(ENCODING, json(Map.of("weightBits", model.form().weightBits())));
            version = COMPACT_VERSION;
        }
        if (model.normalisation() != Normalisation.GLOBAL) {
            sections.put("normalisation", json(model.normalisation().name()));
            version = NORMALISED_VERSION;
        }
        if (model.form().compact()) {
            putCompact(model, sections);
        } else {
            putPlain(model, sections);
        }
        if (model.votes() != null) {
            sections.put(VOTES, VoteSection.write(model.votes()));
            version = VOTED_VERSION;
        }
        boolean valid = model.structure().constraint() != null;
        if (!model.structure().isPlainChain() || valid) {
            Map<String, Object> structure = new LinkedHashMap<>();
            structure.put(KIND, model.structure().kind());
            structure.putAll(model.structure().definition());
            if (valid) {
                structure.put(VALID, true);
            }
            sections.put(STRUCTURE, json(structure));
            version = STRUCTURED_VERSION;
        }
        if (model.structure() instanceof SchemeLabels) {
            version = VERSION;
        }
        if (!definition.tables().isEmpty()) {
            int[] number = {0};
            definition.tables().values().forEach(bytes -> sections.put(TABLE + number[0]++, bytes));
            version = VERSION;
        }
        return new Contents(version, sections);
    }

    private static void putPlain(Model model, Map<String, ByteBuffer> sections) {
        ParameterLayout layout = model.layout();
        sections.put("attributes", model.encoder().attributes().toVocabulary().toBytes());
        sections.put(
                "transition-attributes",
                model.encoder().transitionAttributes().toVocabulary().toBytes());
        putLists(layout, sections, ModelFile::lists);
        double[] weights = model.weights();
        for (int chunk = 0; chunk == 0 || (long) chunk * CHUNK < weights.length; chunk++) {
            int begin = chunk * CHUNK;
            int size = Math.min(CHUNK, weights.length - begin);
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * size).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asDoubleBuffer().put(weights, begin, size);
            sections.put(weightsName(chunk), bytes);
        }
    }

    private static void putCompact(Model model, Map<String, ByteBuffer> sections) {
        ParameterLayout layout = model.layout();
        sections.put(
                "attributes",
                CompactSections.vocabulary(model.encoder().attributes().toVocabulary()));
        sections.put(
                "transition-attributes",
                CompactSections.vocabulary(
                        model.encoder().transitionAttributes().toVocabulary()));
        putLists(layout, sections, CompactSections::lists);
        sections.put("weights", CompactSections.weights(layout, model.weights(), model.form()));
    }

    /** The families of a chain over states have sections of their own names, as in the first version; all others are named after their family. */
    private static void putLists(
            ParameterLayout layout, Map<String, ByteBuffer> sections, Function<FeatureLists, ByteBuffer> form) {
        if (layout.isPlainChain()) {
            sections.put("state-features", form.apply(layout.stateFeatures()));
            sections.put("shared-transitions", shared(layout.sharedFeatures()));
            sections.put("transition-features", form.apply(layout.transitionFeatures()));
        } else {
            for (FeatureFamily family : layout.families()) {
                sections.put(FAMILY + family.name(), form.apply(family.lists()));
            }
        }
    }

    static Map<String, Integer> sections(Path file) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        SectionFile.map(file, MAGIC, VERSION, WHAT).forEach((name, bytes) -> sizes.put(name, bytes.remaining()));
        return sizes;
    }

    /** The sections that are used as doubles: the weights, unless they are coded. */
    private static Set<String> doublesOfPlain(Set<String> names) {
        Set<String> weights = new LinkedHashSet<>();
        for (int chunk = 0; !names.contains(ENCODING) && names.contains(weightsName(chunk)); chunk++) {
            weights.add(weightsName(chunk));
        }
        return weights;
    }

    private static String weightsName(int chunk) {
        return chunk == 0 ? WEIGHTS : WEIGHTS + "-" + chunk;
    }

    private static ByteBuffer json(Object value) {
        return ByteBuffer.wrap(Json.write(value).getBytes(StandardCharsets.UTF_8));
    }

    /** One bit per pair, row by row: whether it has a weight. */
    private static ByteBuffer shared(int[] features) {
        byte[] bits = new byte[(features.length + 7) / 8];
        for (int arc = 0; arc < features.length; arc++) {
            if (features[arc] >= 0) {
                bits[arc / 8] |= (byte) (1 << arc % 8);
            }
        }
        return ByteBuffer.wrap(bits);
    }

    /** int targets, int attributes, int complete (0 or 1); then per attribute its number of features, then all targets. */
    private static ByteBuffer lists(FeatureLists lists) {
        int width = width(lists.targetCount());
        boolean complete = lists.isComplete();
        long size = complete ? 12 : 12 + (long) width * (lists.attributes() + (long) lists.features());
        if (size > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("the model has too many features for one file: " + lists.features());
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(lists.targetCount()).putInt(lists.attributes()).putInt(complete ? 1 : 0);
        if (!complete) {
            for (int a = 0; a < lists.attributes(); a++) {
                put(bytes, lists.offsets()[a + 1] - lists.offsets()[a], width);
            }
            for (int target : lists.targets()) {
                put(bytes, target, width);
            }
        }
        return bytes.flip();
    }

    /** The bytes that a number up to {@code largest} takes. */
    private static int width(int largest) {
        return largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : 4;
    }

    private static void put(ByteBuffer bytes, int value, int width) {
        switch (width) {
            case 1 -> bytes.put((byte) value);
            case 2 -> bytes.putShort((short) value);
            default -> bytes.putInt(value);
        }
    }

    /** The next numbers of a buffer, fetched as a whole: a call for each would be slow until it is compiled. */
    private static void numbers(ByteBuffer bytes, int width, int[] numbers, int from) {
        int count = numbers.length - from;
        switch (width) {
            case 1 -> {
                byte[] fetched = bytes.hasArray() ? bytes.array() : new byte[count];
                int at = bytes.hasArray() ? bytes.arrayOffset() + bytes.position() : 0;
                if (bytes.hasArray()) {
                    bytes.position(bytes.position() + count);
                } else {
                    bytes.get(fetched);
                }
                for (int k = 0; k < count; k++) {
                    numbers[from + k] = fetched[at + k] & 0xFF;
                }
            }
            case 2 -> {
                short[] fetched = new short[count];
                bytes.asShortBuffer().get(fetched);
                bytes.position(bytes.position() + 2 * count);
                for (int k = 0; k < count; k++) {
                    numbers[from + k] = fetched[k] & 0xFFFF;
                }
            }
            default -> {
                bytes.asIntBuffer().get(numbers, from, count);
                bytes.position(bytes.position() + 4 * count);
            }
        }
    }

    static Model read(
            Path file, Loading loading, Function<FeatureDefinition, ? extends @Nullable AttributeExtractor> others) {
        SectionFile.Sections sections =
                SectionFile.read(file, loading, MAGIC, VERSION, WHAT, ModelFile::doublesOfPlain);
        return new Reading(file.toString(), sections.bytes(), sections.doubles(), others).model();
    }

    /** Reads up to the end of the model, which must be the end of the stream. */
    static Model read(InputStream input, Function<FeatureDefinition, ? extends @Nullable AttributeExtractor> others) {
        SectionSource source = new SectionSource.Copied(input, -1);
        try {
            SectionFile.Sections sections =
                    new SectionReading(STREAM, source, MAGIC, VERSION, WHAT, ModelFile::doublesOfPlain).sections();
            return new Reading(STREAM, sections.bytes(), sections.doubles(), others).model();
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("cannot read " + STREAM + ": " + e.getMessage(), e));
        }
    }

    /** The sections of one file on their way to a model; checksums hold, so what is wrong here was written wrong. */
    private record Reading(
            String file,
            Map<String, ByteBuffer> sections,
            Map<String, double[]> doubles,
            Function<FeatureDefinition, ? extends @Nullable AttributeExtractor> others) {

        Model model() {
            try {
                return assemble();
            } catch (IllegalArgumentException
                    | DataFormatException
                    | ClassCastException
                    | ArithmeticException
                    | BufferUnderflowException e) {
                throw broken(String.valueOf(e.getMessage()));
            } catch (MissingWordFileException e) {
                throw new ModelFormatException(Kind.MISSING_FILE, file, String.valueOf(e.getMessage()));
            }
        }

        private Model assemble() {
            List<String> names = texts(json("labels"));
            if (names.isEmpty() || names.size() > MOST_LABELS) {
                throw broken(names.size() + " labels");
            }
            Labels labels = Labels.of(names);
            Map<?, ?> features = (Map<?, ?>) json("features");
            FileForm form = form();
            Normalisation normalisation = normalisation();
            boolean oldPairs = normalisation.isPairwise() && !sections.containsKey(STRUCTURE);
            FeatureDefinition definition = definition(features);
            Encoder read = new Encoder(
                    extractor(oldPairs ? OldPairs.observed(definition) : definition),
                    (Boolean) value(features, "boundaries"),
                    vocabulary("attributes", form),
                    vocabulary("transition-attributes", form));
            Map<String, Object> provenance = new LinkedHashMap<>();
            ((Map<?, ?>) json("provenance")).forEach((key, value) -> provenance.put((String) key, value));
            LabelStructure<?> structure = structure(labels, provenance);
            Encoder encoder = read.withPairs(structure.pairPlaces());
            ParameterLayout layout = layout(structure, form, encoder);
            int columns = Math.toIntExact((Long) value(features, "columns"));
            if (columns < 0) {
                throw broken(columns + " columns");
            }
            double[] weights = form.compact()
                    ? CompactSections.weights(section("weights"), layout, form)
                    : weights(layout.parameters());
            if (oldPairs) {
                PairLabels pairs = PairLabels.of(labels.size());
                return new Model(
                        labels,
                        OldPairs.encoder(encoder),
                        OldPairs.layout(layout, pairs),
                        weights,
                        columns,
                        provenance,
                        form,
                        normalisation,
                        pairs);
            }
            Model model =
                    new Model(labels, encoder, layout, weights, columns, provenance, form, normalisation, structure);
            try {
                model.confidence();
            } catch (IllegalArgumentException e) {
                throw broken(String.valueOf(e.getMessage()));
            }
            return sections.containsKey(VOTES)
                    ? model.withVotes(VoteSection.read(section(VOTES), layout.parameters()))
                    : model;
        }

        private LabelStructure<?> structure(Labels labels, Map<String, Object> provenance) {
            if (sections.containsKey(STRUCTURE)) {
                Map<?, ?> definition = (Map<?, ?>) json(STRUCTURE);
                TagScheme scheme = Model.scheme(provenance, labels);
                LabelStructure<?> structure =
                        StructureKinds.read((String) value(definition, KIND), definition, labels, scheme);
                return definition.containsKey(VALID) ? ValidLabels.of(structure, labels, scheme) : structure;
            }
            if (sections.containsKey(STATES)) {
                return StructureKinds.read(ChainLabels.KIND, Map.of(STATES, json(STATES)), labels, TagScheme.NONE);
            }
            return ChainLabels.plain(labels.size());
        }

        private ParameterLayout layout(LabelStructure<?> structure, FileForm form, Encoder encoder) {
            int attributes = encoder.attributes().size();
            int others = encoder.transitionAttributes().size();
            List<Family> families = structure.families();
            if (sections.containsKey("shared-transitions")) {
                int states = families.get(0).targets();
                if (states > MOST_LABELS) {
                    throw broken(states + " states");
                }
                return new ParameterLayout(
                        states,
                        lists("state-features", form, states, attributes),
                        shared(states),
                        lists("transition-features", form, states * states, others));
            }
            List<FeatureFamily> all = new ArrayList<>();
            for (Family family : families) {
                int own = family.isConstant() ? 1 : family.places() == 0 ? attributes : others;
                all.add(FeatureFamily.of(family, lists(FAMILY + family.name(), form, family.targets(), own)));
            }
            return new ParameterLayout(all);
        }

        private Normalisation normalisation() {
            return sections.containsKey("normalisation")
                    ? Normalisation.valueOf((String) json("normalisation"))
                    : Normalisation.GLOBAL;
        }

        private FileForm form() {
            if (!sections.containsKey(ENCODING)) {
                return FileForm.PLAIN;
            }
            return FileForm.compact(Math.toIntExact((Long) value((Map<?, ?>) json(ENCODING), "weightBits")));
        }

        private Vocabulary vocabulary(String name, FileForm form) {
            ByteBuffer bytes = section(name);
            return form.compact() ? CompactSections.vocabulary(bytes) : Vocabulary.read(bytes);
        }

        private FeatureDefinition definition(Map<?, ?> features) {
            Map<String, List<String>> gazetteers = new LinkedHashMap<>();
            ((Map<?, ?>) value(features, "gazetteers"))
                    .forEach((name, entries) -> gazetteers.put((String) name, texts(entries)));
            Map<String, ByteBuffer> tables = new LinkedHashMap<>();
            if (features.containsKey(TABLES)) {
                texts(value(features, TABLES)).forEach(name -> tables.put(name, section(TABLE + tables.size())));
            }
            return new FeatureDefinition(
                    (String) value(features, "kind"), (String) value(features, "text"), gazetteers, tables);
        }

        private AttributeExtractor extractor(FeatureDefinition definition) {
            return Extractors.from(definition, unknown -> {
                if (unknown.kind().equals(SpanFeatures.KIND)) {
                    return SpanFeatures.read(unknown, SpanPruner::read, ChainTagger::read);
                }
                if (unknown.kind().equals(SecondOrderFeatures.KIND)) {
                    return SecondOrderFeatures.read(unknown, ArcPruner::read);
                }
                AttributeExtractor given = others.apply(unknown);
                AttributeExtractor other = given == null ? Extractors.offered(unknown) : given;
                if (other == null) {
                    throw new ModelFormatException(
                            Kind.UNKNOWN_EXTRACTOR,
                            file,
                            "its attributes come from an extractor"
                                    + " of the kind '" + unknown.kind()
                                    + "', which is not built in; load the model from Java, with that extractor");
                }
                return other;
            });
        }

        private List<String> texts(@Nullable Object list) {
            List<String> texts = new ArrayList<>();
            for (Object text : (List<?>) present(list)) {
                texts.add((String) present(text));
            }
            return texts;
        }

        private Object present(@Nullable Object value) {
            if (value == null) {
                throw broken("null instead of a text or a list");
            }
            return value;
        }

        private Object value(Map<?, ?> map, String key) {
            Object value = map.get(key);
            if (value == null) {
                throw broken("no '" + key + "'");
            }
            return value;
        }

        private Object json(String name) {
            String text = StandardCharsets.UTF_8.decode(section(name)).toString();
            Object value;
            try {
                value = Json.parse(text);
            } catch (RuntimeException e) {
                throw broken("section '" + name + "': " + e.getMessage());
            }
            if (value == null) {
                throw broken("section '" + name + "' is empty");
            }
            return value;
        }

        private FeatureLists lists(String name, FileForm form, int targetCount, int attributes) {
            ByteBuffer bytes = section(name);
            if (form.compact()) {
                return CompactSections.lists(bytes, targetCount, attributes);
            }
            if (bytes.getInt() != targetCount || bytes.getInt() != attributes) {
                throw broken("section '" + name + "' belongs to other labels or attributes");
            }
            int complete = bytes.getInt();
            if (complete == 1 && !bytes.hasRemaining()) {
                return FeatureLists.complete(attributes, targetCount);
            }
            if (complete != 0) {
                throw broken("section '" + name + "' has the wrong form or length");
            }
            int width = width(targetCount);
            if (bytes.remaining() < (long) width * attributes) {
                throw broken("section '" + name + "' has the wrong length");
            }
            int[] offsets = new int[attributes + 1];
            numbers(bytes, width, offsets, 1); // how many each attribute has, and then where they end
            long end = 0;
            for (int a = 0; a < attributes; a++) {
                int count = offsets[a + 1];
                if (count < 0 || count > targetCount) {
                    throw broken("an attribute with " + count + " features");
                }
                end += count;
                offsets[a + 1] = (int) end;
            }
            if (end > Integer.MAX_VALUE) {
                throw broken(end + " features in section '" + name + "'");
            }
            if (bytes.remaining() != (long) width * offsets[attributes]) {
                throw broken("section '" + name + "' has the wrong length");
            }
            int[] targets = new int[offsets[attributes]];
            numbers(bytes, width, targets, 0);
            for (int a = 0, f = 0; a < attributes; a++) {
                int previous = -1;
                for (int last = offsets[a + 1]; f < last; f++) {
                    int target = targets[f];
                    if (target <= previous || target >= targetCount) {
                        throw broken("feature " + f + " in section '" + name + "'");
                    }
                    previous = target;
                }
            }
            return new FeatureLists(targetCount, offsets, targets);
        }

        private int[] shared(int states) {
            ByteBuffer bits = section("shared-transitions");
            if (bits.remaining() != ((long) states * states + 7) / 8) {
                throw broken("section 'shared-transitions' has the wrong length");
            }
            int[] features = new int[states * states];
            int next = 0;
            for (int arc = 0; arc < features.length; arc++) {
                features[arc] = (bits.get(arc / 8) >> arc % 8 & 1) == 1 ? next++ : -1;
            }
            return features;
        }

        private double[] weights(int count) {
            long available = 0;
            for (double[] chunk : doubles.values()) {
                available += (long) Double.BYTES * chunk.length;
            }
            if (available != (long) count * Double.BYTES) {
                throw broken(available + " bytes of weights for " + count + " weights");
            }
            double[] weights = joined(count);
            double zero = 0;
            for (double weight : weights) {
                zero += weight * 0; // not a number if one is not, or is infinite
            }
            if (zero != 0) {
                for (double weight : weights) {
                    if (!Double.isFinite(weight)) {
                        throw broken("a weight of " + weight);
                    }
                }
            }
            return weights;
        }

        /** Usually there is one section, whose doubles are the weights. */
        private double[] joined(int count) {
            if (doubles.size() == 1) {
                return doubles.values().iterator().next();
            }
            double[] weights = new double[count];
            int end = 0;
            for (double[] chunk : doubles.values()) {
                System.arraycopy(chunk, 0, weights, end, chunk.length);
                end += chunk.length;
            }
            return weights;
        }

        private ByteBuffer section(String name) {
            ByteBuffer bytes = sections.get(name);
            if (bytes == null) {
                throw broken("no section '" + name + "'");
            }
            return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        }

        private ModelFormatException broken(String problem) {
            return new ModelFormatException(Kind.CORRUPT, file, "the model is corrupt: " + problem);
        }
    }
}
