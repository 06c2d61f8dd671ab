package org.espalier.emission;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.data.DataFormatException;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/** Arrays in a JSON object: {@code {"start_transitions": [0.1, …], "transitions": [[…], …], …}}. Members that are none are passed over. */
final class JsonTensors implements TensorFile {
    private final Map<String, Tensor> tensors;

    private record Tensor(List<Long> shape, List<Double> values) {}

    private JsonTensors(Map<String, Tensor> tensors) {
        this.tensors = tensors;
    }

    static JsonTensors parse(String text, Location location) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        if (!(Json.parse(text, location) instanceof Map<?, ?> members)) {
            throw new DataFormatException(
                    location, "expected a JSON object such as {\"transitions\": [[0.5, -1], [0, 2]]}");
        }
        members.forEach((name, value) -> {
            if (value instanceof List<?> rows) {
                Tensor tensor = tensor((String) name, rows, location);
                if (tensor != null) {
                    tensors.put((String) name, tensor);
                }
            }
        });
        return new JsonTensors(tensors);
    }

    /** A list of numbers or of equally long lists of numbers; null for a list of other things. */
    private static @Nullable Tensor tensor(String name, List<?> rows, Location location) {
        List<Double> values = new ArrayList<>();
        long columns = -1;
        for (Object row : rows) {
            List<?> numbers = row instanceof List<?> list ? list : List.of(row == null ? "" : row);
            for (Object number : numbers) {
                if (!(number instanceof Number real)) {
                    return null;
                }
                values.add(real.doubleValue());
            }
            long length = row instanceof List<?> ? numbers.size() : 0;
            if (columns >= 0 && length != columns) {
                throw new DataFormatException(
                        location,
                        "the rows of '" + name + "' have " + columns + " and " + length
                                + " numbers; expected equally many");
            }
            columns = length;
        }
        boolean isMatrix = !rows.isEmpty() && rows.get(0) instanceof List<?>;
        return new Tensor(isMatrix ? List.of((long) rows.size(), columns) : List.of((long) rows.size()), values);
    }

    @Override
    public Set<String> names() {
        return tensors.keySet();
    }

    private Tensor tensor(String name) {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw new IllegalArgumentException("no array '" + name + "'");
        }
        return tensor;
    }

    @Override
    public long[] shape(String name) {
        return tensor(name).shape().stream().mapToLong(Long::longValue).toArray();
    }

    @Override
    public double[] values(String name) {
        return tensor(name).values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public void close() {} // everything has been read
}
