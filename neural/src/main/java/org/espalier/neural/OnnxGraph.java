package org.espalier.neural;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.model.ModelFormatException;
import org.jspecify.annotations.Nullable;

/**
 * An ONNX graph that gives every piece of a text a row of numbers: pieces [B][P] in, numbers [B][P][L] out. May be used by several threads.
 *
 * <p>It knows the inputs of BERT and its relatives, by their usual names, and graphs with a single input of whole numbers, such as exported
 * BiLSTMs. All other graphs are refused when they are opened, with what they want.
 */
public final class OnnxGraph implements AutoCloseable {
    /** What Maven calls the runtime. */
    static final String RUNTIME = "com.microsoft.onnxruntime:onnxruntime:1.29.0";

    private static final List<String> PIECES =
            List.of("input_ids", "tokens", "token_ids", "word_ids", "words", "input");
    private static final List<String> MASKS = List.of("attention_mask", "mask");
    private static final List<String> TYPES = List.of("token_type_ids", "segment_ids");
    private static final List<String> POSITIONS = List.of("position_ids");
    private static final String EXPECTED =
            "expected whole numbers [batch, pieces] called input_ids, and perhaps attention_mask, token_type_ids and"
                    + " position_ids";

    private final Path file;
    private final OrtEnvironment environment;
    private final OrtSession session;
    private final Map<String, Role> roles = new LinkedHashMap<>();
    private final Map<String, OnnxJavaType> types = new HashMap<>();
    private final String output;
    private final int width; // of a row, or −1 when only running it tells

    private enum Role {
        PIECES,
        MASK,
        TYPES,
        POSITIONS
    }

    private OnnxGraph(Path file, OrtEnvironment environment, OrtSession session) throws OrtException {
        this.file = file;
        this.environment = environment;
        this.session = session;
        Map<String, NodeInfo> inputs = session.getInputInfo();
        for (Map.Entry<String, NodeInfo> input : inputs.entrySet()) {
            Role role = role(input.getKey(), inputs.size());
            boolean whole = input.getValue().getInfo() instanceof TensorInfo tensor
                    && tensor.getShape().length == 2
                    && (tensor.type == OnnxJavaType.INT64 || tensor.type == OnnxJavaType.INT32);
            if (role == null || !whole) {
                throw wrong("the graph has the input '" + input.getKey() + "' of " + describe(input.getValue()) + "; "
                        + EXPECTED);
            }
            roles.put(input.getKey(), role);
            types.put(input.getKey(), ((TensorInfo) input.getValue().getInfo()).type);
        }
        if (!roles.containsValue(Role.PIECES)) {
            throw wrong("the graph has the inputs " + inputs.keySet() + "; " + EXPECTED);
        }
        String found = "";
        int columns = -1;
        for (Map.Entry<String, NodeInfo> candidate : session.getOutputInfo().entrySet()) {
            if (found.isEmpty()
                    && candidate.getValue().getInfo() instanceof TensorInfo tensor
                    && tensor.type == OnnxJavaType.FLOAT
                    && tensor.getShape().length == 3) {
                found = candidate.getKey();
                columns = (int) tensor.getShape()[2];
            }
        }
        if (found.isEmpty()) {
            throw wrong("the graph has no output of floats [batch, pieces, labels]; found "
                    + session.getOutputInfo().entrySet().stream()
                            .map(entry -> "'" + entry.getKey() + "' of " + describe(entry.getValue()))
                            .toList());
        }
        this.output = found;
        this.width = columns;
    }

    /**
     * Opens a graph.
     *
     * @throws ModelFormatException when it is none, or has other inputs or outputs
     * @throws IllegalStateException when ONNX Runtime is not there, or has no native code for this machine
     */
    public static OnnxGraph open(Path file) {
        OrtEnvironment environment;
        try {
            environment = OrtEnvironment.getEnvironment();
        } catch (LinkageError | RuntimeException e) {
            throw new IllegalStateException(
                    file + ": ONNX Runtime cannot be started on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + " (" + e
                            + "); put " + RUNTIME
                            + " on the class path, which has native code for Linux, macOS and Windows on x64 and arm64",
                    e);
        }
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
            OrtSession session = environment.createSession(file.toString(), options);
            boolean done = false;
            try {
                OnnxGraph graph = new OnnxGraph(file, environment, session);
                done = true;
                return graph;
            } finally {
                if (!done) {
                    session.close();
                }
            }
        } catch (OrtException e) {
            throw new ModelFormatException(
                    ModelFormatException.Kind.NOT_A_MODEL,
                    file,
                    "ONNX Runtime cannot read it: " + e.getMessage() + "; export the model to ONNX again");
        }
    }

    private static @Nullable Role role(String name, int inputs) {
        if (PIECES.contains(name) || inputs == 1) {
            return Role.PIECES;
        }
        if (MASKS.contains(name)) {
            return Role.MASK;
        }
        return TYPES.contains(name) ? Role.TYPES : POSITIONS.contains(name) ? Role.POSITIONS : null;
    }

    private static String describe(NodeInfo node) {
        return node.getInfo() instanceof TensorInfo tensor
                ? tensor.type + " " + Arrays.toString(tensor.getShape())
                : String.valueOf(node.getInfo());
    }

    private ModelFormatException wrong(String what) {
        return new ModelFormatException(ModelFormatException.Kind.NOT_A_MODEL, file, what);
    }

    /** The length of a row, or −1 when only running the graph tells. */
    public int width() {
        return width;
    }

    /**
     * Runs the graph.
     *
     * @param pieces of each sequence
     * @param padding what fills shorter sequences up
     * @return a row of numbers for every piece // [B][P of the sequence][L]
     */
    public float[][][] run(List<int[]> pieces, int padding) {
        int longest = pieces.stream().mapToInt(row -> row.length).max().orElse(0);
        if (longest == 0) {
            return new float[pieces.size()][0][];
        }
        Map<String, OnnxTensor> inputs = new HashMap<>();
        try {
            for (Map.Entry<String, Role> entry : roles.entrySet()) {
                inputs.put(entry.getKey(), tensor(entry, pieces, longest, padding));
            }
            try (OrtSession.Result result = session.run(inputs)) {
                OnnxTensor rows = (OnnxTensor) result.get(output).orElseThrow();
                return rows(rows, pieces, longest);
            }
        } catch (OrtException e) {
            throw new IllegalStateException(
                    file + ": ONNX Runtime failed on " + pieces.size() + " sequences of up to " + longest + " pieces: "
                            + e.getMessage(),
                    e);
        } finally {
            inputs.values().forEach(OnnxTensor::close);
        }
    }

    private OnnxTensor tensor(Map.Entry<String, Role> input, List<int[]> pieces, int longest, int padding)
            throws OrtException {
        int[] numbers = new int[pieces.size() * longest];
        for (int b = 0; b < pieces.size(); b++) {
            int[] row = pieces.get(b);
            for (int p = 0; p < longest; p++) {
                boolean there = p < row.length;
                numbers[b * longest + p] = switch (input.getValue()) {
                    case PIECES -> there ? row[p] : padding;
                    case MASK -> there ? 1 : 0;
                    case TYPES -> 0;
                    case POSITIONS -> p;
                };
            }
        }
        long[] shape = {pieces.size(), longest};
        return types.get(input.getKey()) == OnnxJavaType.INT32
                ? OnnxTensor.createTensor(environment, IntBuffer.wrap(numbers), shape)
                : OnnxTensor.createTensor(
                        environment,
                        LongBuffer.wrap(Arrays.stream(numbers).asLongStream().toArray()),
                        shape);
    }

    private float[][][] rows(OnnxTensor tensor, List<int[]> pieces, int longest) {
        long[] shape = tensor.getInfo().getShape();
        if (shape.length != 3 || shape[0] != pieces.size() || shape[1] != longest) {
            throw wrong("the graph gave numbers " + Arrays.toString(shape) + " for " + pieces.size() + " sequences of "
                    + longest + " pieces; expected a row for each");
        }
        int columns = (int) shape[2];
        FloatBuffer numbers = tensor.getFloatBuffer();
        float[][][] rows = new float[pieces.size()][][];
        for (int b = 0; b < rows.length; b++) {
            rows[b] = new float[pieces.get(b).length][columns];
            for (int p = 0; p < rows[b].length; p++) {
                numbers.get((b * longest + p) * columns, rows[b][p]);
            }
        }
        return rows;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(file + ": ONNX Runtime cannot let go of it: " + e.getMessage(), e);
        }
    }
}
