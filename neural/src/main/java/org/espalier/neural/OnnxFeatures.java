package org.espalier.neural;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.emission.CrfLayer;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;

/**
 * An ONNX graph as an extractor: the numbers that it gives a word are attributes with values. Of a word that is cut into pieces the first
 * piece counts, as in training. Safe to share between threads.
 *
 * <p>Where the numbers are scores of labels, attribute {@code emission=label} has the weight 1 in a {@link CrfLayer}. Otherwise they are
 * inputs of a head: {@code new Trainer(OnnxFeatures.numbers(file), options)} learns a linear layer and the transitions, and leaves the graph as
 * it is.
 *
 * <p>A model keeps the path of the graph and its SHA-256, not the graph. Sequences of more pieces than the graph takes are cut between words.
 */
public final class OnnxFeatures implements AttributeExtractor {
    /** What definitions call it. */
    public static final String KIND = "onnx";

    private static final String PREFIX = "onnx=";
    private static final int BATCH = 32;

    private final Path file;
    private final OnnxGraph graph;
    private final OnnxFolder folder;
    private final List<String> names;

    private OnnxFeatures(Path file, OnnxGraph graph, OnnxFolder folder, List<String> names) {
        this.file = file;
        this.graph = graph;
        this.folder = folder;
        this.names = names;
    }

    /**
     * A graph whose numbers are the scores of labels.
     *
     * @throws DataFormatException when nobody names the labels, or their number is another than that of the graph's scores
     */
    public static OnnxFeatures labels(Path file) {
        OnnxFolder folder = OnnxFolder.beside(file);
        if (folder.labels().isEmpty()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "beside the graph there is neither config.json with id2label nor labels.txt; add the labels in the"
                            + " order of the graph's scores");
        }
        OnnxGraph graph = OnnxGraph.open(file);
        int width = graph.width();
        if (width >= 0 && width != folder.labels().size()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the graph scores " + width + " labels, but there are the names of "
                            + folder.labels().size() + ": " + folder.labels());
        }
        List<String> names =
                folder.labels().stream().map(label -> CrfLayer.EMISSION + label).toList();
        return new OnnxFeatures(file, graph, folder, names);
    }

    /**
     * A graph whose numbers are anything, such as the last hidden layer.
     *
     * @throws DataFormatException when the graph does not say how many they are
     */
    public static OnnxFeatures numbers(Path file) {
        OnnxGraph graph = OnnxGraph.open(file);
        int width = graph.width();
        if (width < 1) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the graph does not say how many numbers a piece gets; export it with a fixed last dimension");
        }
        List<String> names = OnnxFolder.numbered(width).stream()
                .map(number -> PREFIX + number)
                .toList();
        return new OnnxFeatures(file, graph, OnnxFolder.beside(file), names);
    }

    OnnxFolder folder() {
        return folder;
    }

    /**
     * The numbers of every word of some sequences, which are run in batches of about equal length.
     *
     * @return in the order of the sequences // [sequences][T][L]
     */
    public float[][][] emissions(List<Sequence> sequences) {
        List<Part> parts = new ArrayList<>();
        float[][][] rows = new float[sequences.size()][][];
        for (int n = 0; n < rows.length; n++) {
            rows[n] = new float[sequences.get(n).length()][];
            cut(sequences.get(n), n, parts);
        }
        parts.sort((a, b) -> Integer.compare(b.pieces.length, a.pieces.length)); // stable
        for (int begin = 0; begin < parts.size(); begin += BATCH) {
            List<Part> batch = parts.subList(begin, Math.min(parts.size(), begin + BATCH));
            float[][][] found = graph.run(
                    batch.stream().map(part -> part.pieces).toList(),
                    folder.pieces().padding());
            for (int b = 0; b < found.length; b++) {
                Part part = batch.get(b);
                for (int t = 0; t < part.firsts.length; t++) {
                    rows[part.sequence][part.begin + t] = found[b][part.firsts[t]];
                }
            }
        }
        return rows;
    }

    /** Words that the graph sees together. */
    private static final class Part {
        private final int sequence;
        private final int begin; // the first word
        private final int[] firsts; // the first piece of each word
        private final int[] pieces;

        private Part(int sequence, int begin, int[] firsts, int[] pieces) {
            this.sequence = sequence;
            this.begin = begin;
            this.firsts = firsts;
            this.pieces = pieces;
        }
    }

    private void cut(Sequence sequence, int number, List<Part> into) {
        WordPiece tokenizer = folder.pieces();
        int frame = tokenizer.wholeWords() ? 0 : 1; // at either end
        int room = folder.longest() - 2 * frame;
        int t = 0;
        while (t < sequence.length()) {
            int begin = t;
            List<Integer> pieces = new ArrayList<>();
            List<Integer> firsts = new ArrayList<>();
            if (frame > 0) {
                pieces.add(tokenizer.begin());
            }
            for (boolean fits = true; fits && t < sequence.length(); ) {
                int[] own = tokenizer.pieces(word(sequence, t));
                int used = pieces.size() - frame;
                fits = used == 0 || used + own.length <= room;
                if (fits) {
                    firsts.add(pieces.size());
                    IntStream.of(own).limit(Math.max(1, room)).forEach(pieces::add);
                    t++;
                }
            }
            if (frame > 0) {
                pieces.add(tokenizer.end());
            }
            into.add(new Part(number, begin, array(firsts), array(pieces)));
        }
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private static String word(Sequence sequence, int t) {
        Token token = sequence.tokens().get(t);
        if (token.columns().isEmpty()) {
            throw new DataFormatException(
                    sequence.location(),
                    "token " + (t + 1)
                            + " has attributes only, but the graph reads words; give the words in the first column");
        }
        return token.columns().get(0);
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        observe(sequence).extract(position, sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        float[][] rows = emissions(List.of(sequence))[0];
        return (position, sink) -> tell(sequence, position, rows[position], sink);
    }

    private void tell(Sequence sequence, int position, float[] row, AttributeSink sink) {
        if (row.length != names.size()) {
            throw new DataFormatException(
                    new Location(file.toString(), 0),
                    "the graph gave " + row.length + " numbers for a word, but there are " + names.size() + " names: "
                            + names);
        }
        for (int k = 0; k < row.length; k++) {
            if (!Float.isFinite(row[k])) {
                throw new DataFormatException(
                        sequence.location(),
                        file + " gave token " + (position + 1) + " ('" + word(sequence, position) + "') the number "
                                + row[k] + " for " + names.get(k) + "; expected finite numbers");
            }
            sink.state(names.get(k), row[k]);
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        return new TreeSet<>(List.of(0));
    }

    @Override
    public boolean sharedTransitions() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        Map<String, Object> text = new LinkedHashMap<>();
        text.put("file", file.toAbsolutePath().normalize().toString());
        text.put("sha256", sha256(file));
        text.put("labels", names.get(0).startsWith(CrfLayer.EMISSION));
        return new FeatureDefinition(KIND, Json.write(text), Map.of());
    }

    /** The extractor that gave this definition. */
    static OnnxFeatures parse(FeatureDefinition definition) {
        if (!(Json.parse(definition.text()) instanceof Map<?, ?> text) || !(text.get("file") instanceof String name)) {
            throw new IllegalArgumentException("the definition of the model's ONNX graph is damaged");
        }
        Path file = Path.of(name);
        if (Files.notExists(file)) {
            throw new IllegalArgumentException(
                    "the model needs the ONNX graph " + file + ", which is not there; put it back");
        }
        if (!sha256(file).equals(text.get("sha256"))) {
            throw new IllegalArgumentException("the model needs the ONNX graph " + file
                    + " as it was in training, but the file has changed; put the old one back");
        }
        return Boolean.TRUE.equals(text.get("labels")) ? labels(file) : numbers(file);
    }

    private static String sha256(Path file) {
        try (InputStream input = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                digest.update(buffer, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new DataFormatException(new Location(file.toString(), 0), "cannot be read: " + e.getMessage());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
