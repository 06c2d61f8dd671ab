package org.espalier.neural;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes small ONNX graphs byte by byte, as the protocol buffers of ONNX describe them. */
final class OnnxFile {
    static final int FLOAT = 1;
    static final int INT32 = 6;
    static final int INT64 = 7;

    private final List<byte[]> nodes = new ArrayList<>();
    private final List<byte[]> constants = new ArrayList<>();
    private final List<byte[]> inputs = new ArrayList<>();
    private final List<byte[]> outputs = new ArrayList<>();

    /** A message under construction. */
    private static final class Message {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Message number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Message bytes(int field, byte[] value) {
            varint((long) field << 3 | 2);
            varint(value.length);
            bytes.writeBytes(value);
            return this;
        }

        Message text(int field, String value) {
            return bytes(field, value.getBytes(StandardCharsets.UTF_8));
        }

        private void varint(long value) {
            long left = value;
            while ((left & ~0x7FL) != 0) {
                bytes.write((int) (left & 0x7F | 0x80));
                left >>>= 7;
            }
            bytes.write((int) left);
        }

        byte[] done() {
            return bytes.toByteArray();
        }
    }

    /** An input of a type; negative dimensions are open. */
    OnnxFile input(String name, int type, long... shape) {
        inputs.add(value(name, type, shape));
        return this;
    }

    OnnxFile output(String name, int type, long... shape) {
        outputs.add(value(name, type, shape));
        return this;
    }

    private static byte[] value(String name, int type, long... shape) {
        Message dimensions = new Message();
        for (int k = 0; k < shape.length; k++) {
            Message dimension = new Message();
            dimensions.bytes(1, (shape[k] < 0 ? dimension.text(2, "d" + k) : dimension.number(1, shape[k])).done());
        }
        byte[] tensor =
                new Message().number(1, type).bytes(2, dimensions.done()).done();
        return new Message()
                .text(1, name)
                .bytes(2, new Message().bytes(1, tensor).done())
                .done();
    }

    /** A constant of floats. */
    OnnxFile constant(String name, float[] numbers, long... shape) {
        ByteBuffer raw = ByteBuffer.allocate(Float.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        raw.asFloatBuffer().put(numbers);
        Message tensor = new Message();
        for (long dimension : shape) {
            tensor.number(1, dimension);
        }
        constants.add(
                tensor.number(2, FLOAT).text(8, name).bytes(9, raw.array()).done());
        return this;
    }

    /** An operation without attributes. */
    OnnxFile node(String operation, String output, String... arguments) {
        Message node = new Message();
        for (String argument : arguments) {
            node.text(1, argument);
        }
        nodes.add(node.text(2, output)
                .text(3, output + "-node")
                .text(4, operation)
                .done());
        return this;
    }

    /** An operation that turns numbers into those of another type. */
    OnnxFile cast(String output, String argument, int type) {
        byte[] attribute =
                new Message().text(1, "to").number(3, type).number(20, 2).done();
        nodes.add(new Message()
                .text(1, argument)
                .text(2, output)
                .text(3, output + "-node")
                .text(4, "Cast")
                .bytes(5, attribute)
                .done());
        return this;
    }

    void write(Path file) throws IOException {
        Message graph = new Message();
        nodes.forEach(node -> graph.bytes(1, node));
        graph.text(2, "test");
        constants.forEach(constant -> graph.bytes(5, constant));
        inputs.forEach(input -> graph.bytes(11, input));
        outputs.forEach(output -> graph.bytes(12, output));
        byte[] operators = new Message().text(1, "").number(2, 13).done();
        Files.write(
                file,
                new Message()
                        .number(1, 7)
                        .bytes(7, graph.done())
                        .bytes(8, operators)
                        .done());
    }
}
