package org.espalier.feature.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.espalier.data.Json;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.text.WordVectors;
import org.espalier.math.MatrixKernels;
import org.jspecify.annotations.Nullable;

/**
 * A trained network as an extractor: at every token an attribute {@code network=label} for each label, whose value is the network's score of
 * that label. A model gives each of them the weight 1 for its label.
 *
 * <p>It runs in plain Java, on any thread. Its parameters are taken out of the model file at the first sequence; a model that is only
 * inspected does not pay for them. A token costs one multiplication per parameter of the core.
 */
public final class NetworkFeatures implements AttributeExtractor {
    /** What definitions call it. */
    public static final String KIND = "network";

    /** How the names of its attributes begin. */
    public static final String PREFIX = "network=";

    private static final String CORE = "network-core";
    private static final String TABLES = "network-tables";
    private static final String WORDS = "network-words";
    private static final String LETTERS = "network-letters";
    private static final String ATTRIBUTES = "network-attributes";
    private static final String VECTORS = "network-vectors";
    private static final String TARGETS = "targets";
    private static final String OPTIONS = "options";
    private static final String INNER_KIND = "innerKind";
    private static final String INNER_TEXT = "innerText";

    private final NetworkShape shape;
    private final NetworkVocabulary vocabulary;
    private final List<String> names; // of the attributes // [L]
    private final ByteBuffer core; // floats
    private final ByteBuffer tables; // floats
    private volatile @Nullable Loaded loaded;

    private record Loaded(CoreWeights core, VectorRows rows) {}

    private NetworkFeatures(
            NetworkShape shape,
            NetworkVocabulary vocabulary,
            List<String> targets,
            ByteBuffer core,
            ByteBuffer tables) {
        this.shape = shape;
        this.vocabulary = vocabulary;
        this.names = targets.stream().map(target -> PREFIX + target).toList();
        this.core = core;
        this.tables = tables;
    }

    /**
     * The network with these parameters.
     *
     * @param targets what its numbers are the scores of // [L]
     * @param x holds the core from {@code coreAt} on, and the tables from {@code tablesAt} on
     */
    public static NetworkFeatures of(
            NetworkShape shape,
            NetworkVocabulary vocabulary,
            List<String> targets,
            double[] x,
            int coreAt,
            int tablesAt) {
        return new NetworkFeatures(
                shape, vocabulary, targets, floats(x, coreAt, shape.size()), floats(x, tablesAt, shape.tableSize()));
    }

    private static ByteBuffer floats(double[] x, int at, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            bytes.putFloat((float) x[at + i]);
        }
        return bytes.flip();
    }

    /** The parts of which it is made. */
    public NetworkShape shape() {
        return shape;
    }

    /** The words and letters that it knows. */
    public NetworkVocabulary vocabulary() {
        return vocabulary;
    }

    private Loaded loaded() {
        Loaded known = loaded;
        if (known == null) {
            CoreWeights weights = new CoreWeights(shape, false);
            weights.load(numbers(core));
            known = new Loaded(weights, new StoredRows(shape, vocabulary.vectors(), numbers(tables)));
            loaded = known; // two threads may do this at once, with the same outcome
        }
        return known;
    }

    private static float[] numbers(ByteBuffer bytes) {
        ByteBuffer view = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        float[] numbers = new float[view.remaining() / Float.BYTES];
        view.asFloatBuffer().get(numbers);
        return numbers;
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        observe(sequence).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        return observer().observe(sequence);
    }

    @Override
    public Observer observer() {
        NetworkTape tape = new NetworkTape(MatrixKernels.best(), shape);
        return sequence -> {
            Loaded network = loaded();
            float[] emissions = tape.forward(network.core, network.rows, vocabulary.encode(sequence));
            return (position, sink) -> tell(emissions, position * tape.stride(), sink);
        };
    }

    private void tell(float[] emissions, int at, AttributeSink sink) {
        for (int y = 0; y < shape.labels(); y++) {
            sink.state(names.get(y), emissions[at + y]);
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>(List.of(0));
        if (vocabulary.extractor() != null) {
            columns.addAll(vocabulary.extractor().columns());
        }
        return Collections.unmodifiableSortedSet(columns);
    }

    @Override
    public boolean sharedTransitions() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put(
                TARGETS,
                names.stream().map(name -> name.substring(PREFIX.length())).toList());
        text.put(OPTIONS, shape.options().provenance());
        Map<String, List<String>> gazetteers = Map.of();
        Map<String, ByteBuffer> all = new TreeMap<>();
        AttributeExtractor extractor = vocabulary.extractor();
        if (extractor != null) {
            FeatureDefinition inner = extractor.definition();
            text.put(INNER_KIND, inner.kind());
            text.put(INNER_TEXT, inner.text());
            gazetteers = inner.gazetteers();
            all.putAll(inner.tables());
        }
        all.put(CORE, core);
        all.put(TABLES, tables);
        all.put(WORDS, vocabulary.words().toBytes());
        all.put(LETTERS, vocabulary.letters().toBytes());
        all.put(ATTRIBUTES, vocabulary.attributes().toBytes());
        if (vocabulary.vectors() != null) {
            all.put(VECTORS, vocabulary.vectors().toBytes());
        }
        return new FeatureDefinition(KIND, Json.write(text), gazetteers, all);
    }

    /**
     * The network that gave this definition.
     *
     * @param extractors makes the extractor of the attributes that it looks at
     * @throws IllegalArgumentException when the definition is damaged
     */
    public static NetworkFeatures parse(
            FeatureDefinition definition, Function<FeatureDefinition, ? extends AttributeExtractor> extractors) {
        Map<?, ?> text = Json.parse(definition.text()) instanceof Map<?, ?> map ? map : Map.of();
        if (!(text.get(TARGETS) instanceof List<?> targets) || !(text.get(OPTIONS) instanceof Map<?, ?> options)) {
            throw new IllegalArgumentException("the definition of the model's network is damaged");
        }
        AttributeExtractor inner = text.get(INNER_KIND) instanceof String kind
                ? extractors.apply(definition.with(kind, String.valueOf(text.get(INNER_TEXT))))
                : null;
        ByteBuffer vectors = definition.tables().get(VECTORS);
        NetworkVocabulary vocabulary = new NetworkVocabulary(
                Vocabulary.read(table(definition, WORDS)),
                Vocabulary.read(table(definition, LETTERS)),
                vectors == null ? null : WordVectors.from(vectors),
                inner,
                Vocabulary.read(table(definition, ATTRIBUTES)));
        List<String> names = targets.stream().map(String::valueOf).toList();
        NetworkShape shape = shape(NetworkOptions.of(options), vocabulary, names.size());
        ByteBuffer core = table(definition, CORE);
        ByteBuffer tables = table(definition, TABLES);
        require(core, shape.size());
        require(tables, shape.tableSize());
        return new NetworkFeatures(shape, vocabulary, names, core, tables);
    }

    /** The shape of a network over a vocabulary. */
    public static NetworkShape shape(NetworkOptions options, NetworkVocabulary vocabulary, int labels) {
        WordVectors vectors = vocabulary.vectors();
        return new NetworkShape(
                vectors == null ? options : options.withWords(vectors.dimension()),
                labels,
                vocabulary.letterRows(),
                vocabulary.wordRows(),
                vocabulary.attributes().size());
    }

    private static void require(ByteBuffer bytes, int numbers) {
        if (bytes.remaining() != (long) Float.BYTES * numbers) {
            throw new IllegalArgumentException("the model's network has " + bytes.remaining() / Float.BYTES
                    + " parameters in a table; expected " + numbers);
        }
        ByteBuffer view = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < numbers; i++) {
            float value = view.getFloat(view.position() + Float.BYTES * i);
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("parameter " + i + " of the model's network is " + value);
            }
        }
    }

    private static ByteBuffer table(FeatureDefinition definition, String name) {
        ByteBuffer bytes = definition.tables().get(name);
        if (bytes == null) {
            throw new IllegalArgumentException("the model's network has no table '" + name + "'");
        }
        return bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
