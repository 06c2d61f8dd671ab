package org.espalier.emission;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/** The tensors of a file, by name. Only those that are asked for are read, because the file may hold a whole network. */
interface TensorFile extends AutoCloseable {

    /** The names of the tensors. */
    Set<String> names();

    /** The shape of a tensor, its dimensions from the outermost on. */
    long[] shape(String name);

    /** The numbers of a tensor, the last dimension first. */
    double[] values(String name);

    @Override
    void close();

    /**
     * The numbers of a tensor that must have a certain shape.
     *
     * @throws DataFormatException when it has another one
     */
    default double[] values(String name, Location location, long... expected) {
        long[] shape = shape(name);
        if (!Arrays.equals(shape, expected)) {
            throw new DataFormatException(
                    location,
                    "the tensor '" + name + "' has the shape " + Arrays.toString(shape) + "; expected "
                            + Arrays.toString(expected) + " for " + expected[0] + " labels");
        }
        return values(name);
    }

    /**
     * Opens a file by the ending of its name.
     *
     * @throws DataFormatException when it cannot be read, or is of no known kind
     */
    static TensorFile open(Path file) {
        Location location = new Location(file.toString(), 0);
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!Files.isRegularFile(file)) {
            throw new DataFormatException(location, "there is no such file");
        }
        try {
            if (name.endsWith(".safetensors")) {
                return Safetensors.open(file, location);
            }
            if (name.endsWith(".npy")) {
                return NumpyArrays.ofArray(Files.readAllBytes(file), location);
            }
            if (name.endsWith(".npz")) {
                return NumpyArrays.ofArchive(file, location);
            }
            if (name.endsWith(".json")) {
                return JsonTensors.parse(Files.readString(file), location);
            }
        } catch (IOException e) {
            throw new DataFormatException(location, "cannot be read: " + e, e);
        }
        throw new DataFormatException(
                location, "unknown kind of file; expected a name that ends in .safetensors, .npz, .npy or .json");
    }
}
