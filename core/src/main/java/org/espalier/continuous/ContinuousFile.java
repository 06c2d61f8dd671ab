package org.espalier.continuous;

import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.table.Standardisation;
import org.espalier.model.ModelFormatException;
import org.espalier.model.SectionFile;
import org.jspecify.annotations.Nullable;

/** The file of a continuous CRF: a {@link SectionFile} with features, attributes, weights, quantiles and provenance. */
final class ContinuousFile {
    private static final String MAGIC = "ESPCCRF1";
    private static final int VERSION = 1;
    private static final String WHAT = "a continuous CRF of Espalier";

    private ContinuousFile() {}

    static boolean recognises(Path file) {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (InputStream input = Files.newInputStream(file)) {
            return new String(input.readNBytes(MAGIC.length()), StandardCharsets.ISO_8859_1).equals(MAGIC);
        } catch (IOException e) {
            return false; // whoever reads it next says why it cannot be read
        }
    }

    static void write(ContinuousCrf crf, Path file) {
        FeatureDefinition definition = crf.encoder().extractor().definition();
        if (!definition.tables().isEmpty()) {
            throw new IllegalArgumentException("features with tables of words ("
                    + definition.tables().keySet() + ") cannot be saved with a continuous CRF; leave them out");
        }
        Map<String, Object> features = new LinkedHashMap<>();
        features.put("kind", definition.kind());
        features.put("text", definition.text());
        features.put("gazetteers", definition.gazetteers());
        Neighbourhood around = crf.neighbourhood();
        Map<String, Object> structure = new LinkedHashMap<>();
        structure.put("targetMean", crf.target().mean());
        structure.put("targetScale", crf.target().scale());
        structure.put("regressors", crf.regressors());
        structure.put("lags", around.lags());
        structure.put("changes", around.changes());
        structure.put("width", around.width());
        if (around.nodes() != null) {
            structure.put("nodes", around.nodes());
        }
        structure.put("edgeKinds", around.edgeKinds());
        Map<String, ByteBuffer> sections = new LinkedHashMap<>();
        sections.put("features", json(features));
        sections.put("structure", json(structure));
        sections.put("provenance", json(crf.provenance()));
        sections.put("attributes", crf.encoder().attributes().toVocabulary().toBytes());
        sections.put("ridge", doubles(crf.ridgeWeights()));
        sections.put("alpha", doubles(crf.alpha()));
        sections.put("beta", doubles(crf.beta()));
        sections.put("quantiles", doubles(crf.intervals().alone().toArray()));
        sections.put("quantiles-beside", doubles(crf.intervals().beside().toArray()));
        SectionFile.write(file, MAGIC, VERSION, sections);
    }

    private static ByteBuffer json(Object value) {
        return ByteBuffer.wrap(Json.write(value).getBytes(StandardCharsets.UTF_8));
    }

    private static ByteBuffer doubles(double[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asDoubleBuffer().put(values);
        return bytes;
    }

    static ContinuousCrf read(Path file) {
        Map<String, ByteBuffer> sections = SectionFile.read(file, MAGIC, VERSION, WHAT);
        try {
            return new Reading(sections).model();
        } catch (IllegalArgumentException
                | DataFormatException
                | ClassCastException
                | ArithmeticException
                | BufferUnderflowException e) {
            throw new ModelFormatException(
                    ModelFormatException.Kind.CORRUPT, file.toString(), "the model is corrupt: " + e.getMessage());
        }
    }

    /** The sections of one file on their way to a model; checksums hold, so what is wrong here was written wrong. */
    private record Reading(Map<String, ByteBuffer> sections) {

        ContinuousCrf model() {
            Map<?, ?> features = map("features");
            Map<?, ?> structure = map("structure");
            Map<String, List<String>> gazetteers = new LinkedHashMap<>();
            ((Map<?, ?>) present(features, "gazetteers"))
                    .forEach((name, entries) -> gazetteers.put((String) name, texts(entries)));
            FeatureDefinition definition = new FeatureDefinition(
                    (String) present(features, "kind"), (String) present(features, "text"), gazetteers);
            AttributeExtractor extractor = Extractors.from(definition, unknown -> {
                throw new IllegalArgumentException("attributes of the unknown kind '" + unknown.kind() + "'");
            });
            Encoder encoder = new Encoder(
                    extractor, false, Vocabulary.read(section("attributes")), new Vocabulary.Builder().build());
            List<Integer> lags = new ArrayList<>();
            ((List<?>) present(structure, "lags")).forEach(lag -> lags.add(Math.toIntExact((Long) lag)));
            Neighbourhood around = new Neighbourhood(
                    lags,
                    (Boolean) present(structure, "changes"),
                    number(structure, "width"),
                    (String) structure.get("nodes"),
                    texts(present(structure, "edgeKinds")));
            Map<String, Object> provenance = new LinkedHashMap<>();
            map("provenance").forEach((key, value) -> provenance.put((String) key, value));
            return new ContinuousCrf(
                    encoder,
                    new Standardisation(number(structure, "targetMean"), number(structure, "targetScale")),
                    texts(present(structure, "regressors")),
                    doubles("ridge"),
                    doubles("alpha"),
                    doubles("beta"),
                    around,
                    new IntervalTable(
                            new ResidualQuantiles(doubles("quantiles")),
                            new ResidualQuantiles(doubles("quantiles-beside"))),
                    provenance,
                    EdgeList.NONE);
        }

        private Map<?, ?> map(String name) {
            Object value =
                    Json.parse(StandardCharsets.UTF_8.decode(section(name)).toString());
            if (value instanceof Map<?, ?> map) {
                return map;
            }
            throw new IllegalArgumentException("section '" + name + "' is not an object");
        }

        private static Object present(Map<?, ?> map, String key) {
            Object value = map.get(key);
            if (value == null) {
                throw new IllegalArgumentException("no '" + key + "'");
            }
            return value;
        }

        private static double number(Map<?, ?> map, String key) {
            return ((Number) present(map, key)).doubleValue();
        }

        private static List<String> texts(@Nullable Object list) {
            List<String> texts = new ArrayList<>();
            for (Object text : (List<?>) (list == null ? List.of() : list)) {
                texts.add((String) text);
            }
            return texts;
        }

        private double[] doubles(String name) {
            ByteBuffer bytes = section(name);
            if (bytes.remaining() % Double.BYTES != 0) {
                throw new IllegalArgumentException("section '" + name + "' has " + bytes.remaining() + " bytes");
            }
            double[] values = new double[bytes.remaining() / Double.BYTES];
            bytes.asDoubleBuffer().get(values);
            return values;
        }

        private ByteBuffer section(String name) {
            ByteBuffer bytes = sections.get(name);
            if (bytes == null) {
                throw new IllegalArgumentException("no section '" + name + "'");
            }
            return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
