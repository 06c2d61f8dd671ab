package org.espalier.emission;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * Finds the numbers of a layer in a file of tensors, which may hold a whole network: by the last part of a tensor's name.
 *
 * <pre>
 *                    pytorch-crf, AllenNLP, …      TensorFlow Addons
 *   start   [L]      start_transitions             left_boundary
 *   steps   [L][L]   transitions                   chain_kernel
 *   end     [L]      end_transitions               right_boundary
 * </pre>
 *
 * @param prefix what the names of the layer's tensors begin with, such as "crf."; empty for any
 * @param toFrom whether the first index of the steps is the label that follows
 */
public record CrfLayerFile(String prefix, boolean toFrom) {
    /** Any prefix, and steps from the first index to the second. */
    public static final CrfLayerFile USUAL = new CrfLayerFile("", false);

    private static final Set<String> START = Set.of("start_transitions", "left_boundary", "start");
    private static final Set<String> STEPS = Set.of(
            "transitions", "transition", "transition_params", "transition_matrix", "chain_kernel", "trans_matrix");
    private static final Set<String> END = Set.of("end_transitions", "right_boundary", "end", "stop_transitions");

    /** For names that begin so. */
    public CrfLayerFile withPrefix(String value) {
        return new CrfLayerFile(value, toFrom);
    }

    /** With the label that follows for the first index, as some implementations have it. */
    public CrfLayerFile withToFrom(boolean value) {
        return new CrfLayerFile(prefix, value);
    }

    /**
     * Reads a layer.
     *
     * @param labels in the order of the network's outputs
     * @throws DataFormatException when the file is damaged, of another kind, or has no layer of so many labels
     */
    public CrfLayer read(Path file, Labels labels) {
        try (TensorFile tensors = TensorFile.open(file)) {
            Location location = new Location(file.toString(), 0);
            int size = labels.size();
            String steps = only(tensors, STEPS, location);
            if (steps == null) {
                throw new DataFormatException(
                        location,
                        "no transitions; expected a tensor named 'transitions' or 'chain_kernel'"
                                + (prefix.isEmpty() ? "" : " after '" + prefix + "'") + ", found "
                                + some(tensors.names()));
            }
            double[] flat = tensors.values(steps, location, size, size);
            double[][] matrix = new double[size][size];
            for (int k = 0; k < flat.length; k++) {
                matrix[k / size][k % size] = flat[k];
            }
            CrfLayer layer = CrfLayer.of(
                    labels, border(tensors, START, location, size), matrix, border(tensors, END, location, size));
            return toFrom ? layer.transposed() : layer;
        } catch (IllegalArgumentException e) { // a number that no score can be
            throw new DataFormatException(new Location(file.toString(), 0), String.valueOf(e.getMessage()), e);
        }
    }

    /** The scores of a border, all 0 when the file has none. */
    private double[] border(TensorFile tensors, Set<String> names, Location location, int size) {
        String name = only(tensors, names, location);
        return name == null ? new double[size] : tensors.values(name, location, size);
    }

    private @Nullable String only(TensorFile tensors, Set<String> wanted, Location location) {
        List<String> found = tensors.names().stream()
                .filter(name -> name.startsWith(prefix) && wanted.contains(lastPart(name)))
                .toList();
        if (found.size() > 1) {
            throw new DataFormatException(
                    location,
                    "several tensors could be the layer's: " + String.join(", ", found)
                            + "; choose one by the prefix of its name");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Without the modules before it, and without what TensorFlow and numpy append. */
    private static String lastPart(String name) {
        String plain = name.replaceFirst(":\\d+$", "").replaceFirst("\\.npy$", "");
        return plain.substring(Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')) + 1);
    }

    private static String some(Set<String> names) {
        List<String> sorted = new TreeSet<>(names).stream().limit(8).toList();
        return names.isEmpty() ? "nothing" : String.join(", ", sorted) + (names.size() > sorted.size() ? ", …" : "");
    }
}
