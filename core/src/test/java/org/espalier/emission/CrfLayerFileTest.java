package org.espalier.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of layers, written here byte by byte as their formats say, then damaged. */
class CrfLayerFileTest {
    private static final Labels LABELS = Labels.of(List.of("O", "B", "I"));
    private static final double[] START = {0.5, -1, -8};
    private static final double[][] STEPS = {{0.25, 1, -8}, {-0.5, 0.75, 2}, {0.125, -2, 1.5}};
    private static final double[] END = {0, 0.25, -0.25};

    @TempDir
    Path folder;

    private static byte[] bytes(String type, ByteOrder order, double... numbers) {
        ByteBuffer buffer = ByteBuffer.allocate(8 * numbers.length).order(order);
        for (double number : numbers) {
            switch (type) {
                case "F64" -> buffer.putDouble(number);
                case "F32" -> buffer.putFloat((float) number);
                case "BF16" -> buffer.putShort((short) (Float.floatToIntBits((float) number) >>> 16));
                case "F16" -> buffer.putShort(half(number));
                default -> buffer.putLong((long) number);
            }
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** Of normal numbers whose fraction has ten bits at most, or 0. */
    private static short half(double number) {
        if (number == 0) {
            return 0;
        }
        int exponent = Math.getExponent(number);
        int fraction = (int) ((Math.abs(number) / Math.scalb(1.0, exponent) - 1) * 1024);
        return (short) ((number < 0 ? 1 << 15 : 0) | exponent + 15 << 10 | fraction);
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    private Path safetensors(String type, String prefix) throws IOException {
        byte[] start = bytes(type, ByteOrder.LITTLE_ENDIAN, START);
        byte[] steps = bytes(type, ByteOrder.LITTLE_ENDIAN, flat(STEPS));
        byte[] end = bytes(type, ByteOrder.LITTLE_ENDIAN, END);
        int a = start.length;
        int b = a + steps.length;
        int c = b + end.length;
        String header = "{\"__metadata__\":{\"format\":\"pt\"},"
                + tensor(prefix + "start_transitions", type, "[3]", 0, a) + ","
                + tensor(prefix + "transitions", type, "[3,3]", a, b) + ","
                + tensor(prefix + "end_transitions", type, "[3]", b, c) + ","
                + tensor("lstm.weight", "I64", "[0]", c, c) + "}  ";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length())
                .array());
        out.write(header.getBytes(StandardCharsets.UTF_8));
        out.write(start);
        out.write(steps);
        out.write(end);
        return Files.write(folder.resolve("layer.safetensors"), out.toByteArray());
    }

    private static String tensor(String name, String type, String shape, int begin, int end) {
        return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":" + shape + ",\"data_offsets\":[" + begin + ","
                + end + "]}";
    }

    private static byte[] npy(String descr, boolean fortran, String shape, int version, byte[] data)
            throws IOException {
        String header = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': ("
                + shape + "), }\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        out.write(header.length() & 255);
        out.write(header.length() >> 8);
        if (version > 1) {
            out.write(new byte[2]);
        }
        out.write(header.getBytes(StandardCharsets.ISO_8859_1));
        out.write(data);
        return out.toByteArray();
    }

    private Path npz(String start, String steps, String end) throws IOException {
        Path file = folder.resolve("layer.npz");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(start + ".npy"));
            zip.write(npy("<f4", false, "3,", 1, bytes("F32", ByteOrder.LITTLE_ENDIAN, START)));
            zip.putNextEntry(new ZipEntry(steps + ".npy"));
            zip.write(npy(">f8", false, "3, 3", 2, bytes("F64", ByteOrder.BIG_ENDIAN, flat(STEPS))));
            zip.putNextEntry(new ZipEntry(end + ".npy"));
            zip.write(npy("<f2", false, "3,", 1, bytes("F16", ByteOrder.LITTLE_ENDIAN, END)));
        }
        return file;
    }

    private static void check(CrfLayer layer, boolean borders) {
        for (int a = 0; a < 3; a++) {
            assertThat(layer.start(a)).isEqualTo(borders ? START[a] : 0);
            assertThat(layer.end(a)).isEqualTo(borders ? END[a] : 0);
            for (int b = 0; b < 3; b++) {
                assertThat(layer.transition(a, b)).isEqualTo(STEPS[a][b]);
            }
        }
    }

    @Test
    void safetensorsAreRead() throws IOException {
        for (String type : List.of("F64", "F32", "F16", "BF16")) {
            check(CrfLayer.read(safetensors(type, "module.crf."), LABELS), true);
        }
        check(CrfLayerFile.USUAL.withPrefix("crf.").read(safetensors("F32", "crf."), LABELS), true);
        refused(
                () -> CrfLayer.read(safetensors("I64", ""), LABELS),
                "has the type I64; expected F64, F32, F16 or BF16");
        refused(
                () -> CrfLayerFile.USUAL.withPrefix("decoder.").read(safetensors("F32", "crf."), LABELS),
                "no transitions; expected a tensor named 'transitions' or 'chain_kernel' after 'decoder.', found");
    }

    @Test
    void arraysOfNumpyAreRead() throws IOException {
        check(CrfLayer.read(npz("left_boundary", "chain_kernel", "right_boundary"), LABELS), true);
        check(CrfLayer.read(npz("start_transitions", "transitions", "end_transitions"), LABELS), true);
        byte[] columns = bytes(
                "F32",
                ByteOrder.LITTLE_ENDIAN,
                0.25,
                -0.5,
                0.125,
                1,
                0.75,
                -2,
                -8,
                2,
                1.5); // one column after the other
        Path file = Files.write(folder.resolve("m.npy"), npy("<f4", true, "3, 3", 1, columns));
        check(CrfLayer.read(file, LABELS), false);
        Files.write(file, npy("<f4", false, "3, 3", 1, columns));
        check(CrfLayerFile.USUAL.withToFrom(true).read(file, LABELS), false);
        Files.write(file, npy("<i8", false, "3, 3", 1, columns));
        refused(() -> CrfLayer.read(file, LABELS), "expected an array of floating-point numbers");
        Files.write(file, npy("<f4", false, "3, 4", 1, columns));
        refused(() -> CrfLayer.read(file, LABELS), "the shape [3, 4] needs 48 bytes, and 36 are there");
    }

    @Test
    void jsonIsRead() throws IOException {
        Path file = folder.resolve("layer.json");
        Files.writeString(
                file,
                "{\"labels\": [\"O\", \"B\", \"I\"], \"start_transitions\": [0.5, -1, -8], \"end_transitions\": [0, 0.25, -0.25],\n"
                        + " \"transitions\": [[0.25, 1, -8], [-0.5, 0.75, 2], [0.125, -2, 1.5]], \"note\": \"x\"}");
        check(CrfLayer.read(file, LABELS), true);
        refused(
                () -> CrfLayer.read(file, Labels.of(List.of("O", "B"))),
                "the tensor 'transitions' has the shape [3, 3]; expected [2, 2] for 2 labels");
        Files.writeString(file, "{\"transitions\": [[1, 2], [3]]}");
        refused(() -> CrfLayer.read(file, LABELS), "the rows of 'transitions' have 2 and 1 numbers");
        Files.writeString(file, "{\"a.transitions\": [[1]], \"b.transitions\": [[1]]}");
        refused(
                () -> CrfLayer.read(file, LABELS),
                "several tensors could be the layer's: a.transitions, b.transitions; choose one by the prefix of its name");
        Files.writeString(file, "[1]");
        refused(() -> CrfLayer.read(file, LABELS), "expected a JSON object");
        Files.writeString(file, "{\"transitions\": [[1, 2, 3], [1, 2");
        refused(() -> CrfLayer.read(file, LABELS), "layer.json");
        refused(() -> CrfLayer.read(folder.resolve("layer.pt"), LABELS), "there is no such file");
        Path unknown = Files.writeString(folder.resolve("layer.pt"), "x");
        refused(() -> CrfLayer.read(unknown, LABELS), "expected a name that ends in .safetensors, .npz, .npy or .json");
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(DataFormatException.class).hasMessageContaining(message);
    }

    @Test
    void layersWithLabelsForTheBordersLoseThem() {
        double[][] square = {
            {0.25, 1, -8, 9, 0},
            {-0.5, 0.75, 2, 9, 0.25},
            {0.125, -2, 1.5, 9, -0.25},
            {0.5, -1, -8, 9, 9},
            {9, 9, 9, 9, 9}
        };
        CrfLayer layer = CrfLayer.of(Labels.of(List.of("O", "B", "I", "<s>", "</s>")), square);
        check(layer.withoutBorderLabels("<s>", "</s>"), true);
        assertThatThrownBy(() -> layer.withoutBorderLabels("<s>", "STOP"))
                .hasMessage("no label 'STOP' among [O, B, I, <s>, </s>]");
    }

    @Test
    void sizesAndNumbersAreChecked() {
        assertThatThrownBy(() -> CrfLayer.of(LABELS, new double[2], STEPS, END))
                .hasMessage("2 start scores for 3 labels; are they the labels of this layer?");
        assertThatThrownBy(() -> CrfLayer.of(LABELS, new double[3], new double[][] {{1, 2, 3}, {1}, {1}}, END))
                .hasMessage("1 transition scores from 'B' for 3 labels; are they the labels of this layer?");
        assertThatThrownBy(() -> CrfLayer.of(LABELS, new double[] {0, Double.NaN, 0}, STEPS, END))
                .hasMessage("start[1] is NaN; expected a finite number, or −∞ for what is forbidden");
        assertThatThrownBy(() -> CrfLayer.of(Labels.of(List.of()), new double[0][0]))
                .hasMessage("a layer without labels");
    }

    @Test
    void halvesHaveAllTheirValues() {
        assertThat(FloatType.HALF.read(ByteBuffer.wrap(new byte[] {0x00, 0x01}), 1)[0])
                .isCloseTo(5.960464477539063E-8, within(0.0));
        assertThat(FloatType.HALF.read(ByteBuffer.wrap(new byte[] {(byte) 0xFC, 0x00, 0x7B, (byte) 0xFF}), 2))
                .containsExactly(Double.NEGATIVE_INFINITY, 65504);
        assertThat(FloatType.HALF.read(ByteBuffer.wrap(new byte[] {0x7E, 0x00}), 1)[0])
                .isNaN();
    }

    /** Only the exception of formats escapes from damaged files, whatever is damaged. */
    @Test
    void damagedFilesAreRefused() throws IOException {
        Random random = new Random(3);
        List<Path> files = List.of(
                safetensors("F32", "crf."),
                npz("start_transitions", "transitions", "end_transitions"),
                Files.write(
                        folder.resolve("m.npy"),
                        npy("<f8", false, "3, 3", 1, bytes("F64", ByteOrder.LITTLE_ENDIAN, flat(STEPS)))),
                Files.writeString(
                        folder.resolve("m.json"), "{\"transitions\": [[0.25, 1, -8], [-0.5, 0.75, 2], [0, -2, 1.5]]}"));
        for (Path file : files) {
            byte[] good = Files.readAllBytes(file);
            int refused = 0;
            for (int trial = 0; trial < 1000; trial++) {
                byte[] bad = trial % 2 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
                if (trial % 2 == 1) {
                    bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
                }
                Files.write(file, bad);
                try {
                    CrfLayer.read(file, LABELS);
                } catch (DataFormatException e) {
                    refused++;
                }
            }
            assertThat(refused).as("%s", file.getFileName()).isGreaterThan(400);
        }
    }
}
