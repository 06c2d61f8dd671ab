package org.espalier.morphology;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.LineReader;
import org.espalier.data.Location;
import org.espalier.dictionary.DictionaryCharset;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.jspecify.annotations.Nullable;

/**
 * The weights of features, in the text format of MeCab's models: lines {@code key: value}, an empty line, and a line {@code weight TAB
 * feature} each, in the order of the features' bytes.
 *
 * <p>MeCab's programs read the files that are written here, and theirs are read.
 */
public final class CostModel {
    private final Map<String, String> header;
    private final Vocabulary features;
    private final double[] weights; // [features]

    CostModel(Map<String, String> header, Vocabulary features, double[] weights) {
        this.header = new LinkedHashMap<>(header);
        this.features = features;
        this.weights = weights;
    }

    /** How many features there are. */
    public int size() {
        return weights.length;
    }

    /** The weight of a feature; 0 when it is not there. */
    public double weight(CharSequence feature) {
        int number = features.indexOf(feature);
        return number < 0 ? 0 : weights[number];
    }

    /** How it was made: eta, freq, C, eval-size, unk-eval-size and charset. */
    public Map<String, String> header() {
        return Map.copyOf(header);
    }

    /** The names of the features, by which weights are found. */
    public AttributeIndex features() {
        return features;
    }

    /** Writes a file in the encoding of a dictionary. */
    public void write(Path file, Charset encoding) {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        byte[][] names = new byte[weights.length][];
        Arrays.setAll(names, k -> features.get(k).getBytes(encoding));
        int[] order = IntStream.range(0, names.length)
                .boxed()
                .sorted((a, b) -> Arrays.compareUnsigned(names[a], names[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
                for (Map.Entry<String, String> line : header.entrySet()) {
                    out.write((line.getKey() + ": " + line.getValue() + "\n").getBytes(encoding));
                }
                out.write('\n');
                for (int k : order) {
                    out.write((weights[k] + "\t").getBytes(StandardCharsets.US_ASCII)); // exact, and read by C's atof
                    out.write(names[k]);
                    out.write('\n');
                }
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the model cannot be written: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a file.
     *
     * @param encoding of the file; null for the one that its header names
     * @throws DataFormatException when it is no model
     */
    public static CostModel read(Path file, @Nullable Charset encoding) {
        Charset used = encoding != null ? encoding : charset(file);
        try (LineReader lines = LineReader.open(file, used)) {
            Map<String, String> header = readHeader(lines, file);
            Vocabulary.Builder features = new Vocabulary.Builder();
            double[] weights = new double[1024];
            for (String line = lines.next(); line != null; line = lines.next()) {
                int tab = line.indexOf('\t');
                double weight = tab < 0 ? Double.NaN : number(line.substring(0, tab));
                if (Double.isNaN(weight) || Double.isInfinite(weight)) {
                    throw new DataFormatException(
                            lines.location(),
                            "the line '" + (line.length() > 60 ? line.substring(0, 60) + "…" : line)
                                    + "' has no weight; expected 'weight TAB feature'");
                }
                int before = features.size();
                int number = features.add(line.substring(tab + 1));
                if (number < before) {
                    throw new DataFormatException(
                            lines.location(), "the feature '" + line.substring(tab + 1) + "' comes twice");
                }
                if (number == weights.length) {
                    weights = Arrays.copyOf(weights, 2 * number);
                }
                weights[number] = weight;
            }
            return new CostModel(header, features.build(), Arrays.copyOf(weights, features.size()));
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static Map<String, String> readHeader(LineReader lines, Path file) {
        Map<String, String> header = new LinkedHashMap<>();
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (line.isEmpty()) {
                return header;
            }
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw new DataFormatException(
                        lines.location(),
                        "the line '" + (line.length() > 60 ? line.substring(0, 60) + "…" : line)
                                + "' is no line of a header; expected 'key: value', and an empty line before the weights");
            }
            header.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        throw new DataFormatException(
                new Location(file.toString(), 0),
                "the file ends in its header; expected an empty line and weights, as 'espalier lattice train' writes them");
    }

    private static Charset charset(Path file) {
        try (LineReader lines = LineReader.open(file, StandardCharsets.ISO_8859_1)) {
            String named = readHeader(lines, file).get("charset");
            return named == null
                    ? StandardCharsets.UTF_8
                    : DictionaryCharset.of(named, new Location(file.toString(), 0));
        }
    }
}
