package org.espalier.neural;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.emission.CrfLayer;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside an ONNX graph, as Hugging Face's exporters leave it.
 *
 * <table>
 * <caption>Files</caption>
 * <tr><td>{@code config.json}</td><td>{@code id2label}; {@code max_position_embeddings}</td></tr>
 * <tr><td>{@code labels.txt}</td><td>a label per line, in place of {@code id2label}</td></tr>
 * <tr><td>{@code vocab.txt}</td><td>the pieces of words, one per line</td></tr>
 * <tr><td>{@code words.txt}</td><td>whole words in place of pieces, one per line</td></tr>
 * <tr><td>{@code tokenizer_config.json}</td><td>{@code do_lower_case}</td></tr>
 * <tr><td>{@code crf.safetensors}, {@code .npz}, {@code .json}</td><td>a CRF layer, see {@link CrfLayer}</td></tr>
 * </table>
 *
 * @param labels in the order of the graph's outputs; empty when no file names them
 * @param pieces cuts words
 * @param longest the pieces that the graph takes at most
 * @param layer the CRF layer, or null when there is none
 */
record OnnxFolder(
        List<String> labels,
        WordPiece pieces,
        int longest,
        @Nullable CrfLayer layer) {
    private static final int USUAL_LONGEST = 512;

    /** Reads what stands beside a graph. */
    static OnnxFolder beside(Path graph) {
        Path absolute = graph.toAbsolutePath();
        Path folder = Objects.requireNonNullElse(absolute.getParent(), absolute);
        Map<?, ?> config = json(folder.resolve("config.json"));
        Map<?, ?> tokenizer = json(folder.resolve("tokenizer_config.json"));
        List<String> labels = labels(folder, config);
        boolean lower = Boolean.TRUE.equals(tokenizer.get("do_lower_case"));
        boolean whole = Files.exists(folder.resolve("words.txt"));
        Path vocabulary = folder.resolve(whole ? "words.txt" : "vocab.txt");
        if (Files.notExists(vocabulary)) {
            throw new DataFormatException(
                    new Location(graph.toString(), 0),
                    "beside the graph there is neither vocab.txt (the pieces of words, one per line) nor words.txt"
                            + " (whole words);"
                            + (Files.exists(folder.resolve("tokenizer.json"))
                                    ? " tokenizer.json is not read: BERT's exporters write vocab.txt too"
                                    : " copy one from where the graph was trained"));
        }
        int longest = config.get("max_position_embeddings") instanceof Number number
                ? (int) Math.min(Integer.MAX_VALUE, number.longValue())
                : whole ? Integer.MAX_VALUE : USUAL_LONGEST;
        return new OnnxFolder(labels, WordPiece.read(vocabulary, lower, whole), longest, layer(folder, labels));
    }

    private static @Nullable CrfLayer layer(Path folder, List<String> labels) {
        for (String name : List.of("crf.safetensors", "crf.npz", "crf.json")) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                if (labels.isEmpty()) {
                    throw new DataFormatException(
                            new Location(file.toString(), 0),
                            "a CRF layer, but neither config.json (id2label) nor labels.txt names the labels; add one"
                                    + " of them");
                }
                return CrfLayer.read(file, Labels.of(labels));
            }
        }
        return null;
    }

    private static List<String> labels(Path folder, Map<?, ?> config) {
        if (config.get("id2label") instanceof Map<?, ?> names) {
            List<String> labels = new ArrayList<>();
            for (int k = 0; k < names.size(); k++) {
                if (!(names.get(String.valueOf(k)) instanceof String label)) {
                    throw new DataFormatException(
                            new Location(folder.resolve("config.json").toString(), 0),
                            "id2label has " + names.size() + " labels, but none with the number " + k
                                    + "; expected 0 to " + (names.size() - 1));
                }
                labels.add(label);
            }
            return labels;
        }
        Path file = folder.resolve("labels.txt");
        return Files.exists(file)
                ? lines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList()
                : List.of();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new DataFormatException(new Location(file.toString(), 0), "cannot be read: " + e.getMessage());
        }
    }

    private static Map<?, ?> json(Path file) {
        if (Files.notExists(file)) {
            return Map.of();
        }
        Object value = Json.parse(String.join("\n", lines(file)), new Location(file.toString(), 1));
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new DataFormatException(new Location(file.toString(), 1), "expected a JSON object");
    }

    /** The names of the graph's outputs when nobody names them. */
    static List<String> numbered(int width) {
        return IntStream.range(0, width).mapToObj(String::valueOf).toList();
    }
}
