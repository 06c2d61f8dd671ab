package org.espalier.emission;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** How files write real numbers. */
enum FloatType {
    DOUBLE(8),
    SINGLE(4),
    HALF(2),
    BRAIN(2);

    private final int bytes;

    FloatType(int bytes) {
        this.bytes = bytes;
    }

    /** By its name in safetensors files; null for a type of other numbers. */
    static @Nullable FloatType ofSafetensors(String name) {
        return switch (name) {
            case "F64" -> DOUBLE;
            case "F32" -> SINGLE;
            case "F16" -> HALF;
            case "BF16" -> BRAIN;
            default -> null;
        };
    }

    /** By its size, as numpy names it: f8, f4, f2. */
    static @Nullable FloatType ofBytes(int bytes) {
        return Arrays.stream(values())
                .filter(type -> type.bytes == bytes)
                .findFirst()
                .orElse(null);
    }

    int bytes() {
        return bytes;
    }

    /** The next numbers of a buffer, in its byte order. */
    double[] read(ByteBuffer buffer, int count) {
        double[] values = new double[count];
        for (int k = 0; k < count; k++) {
            values[k] = switch (this) {
                case DOUBLE -> buffer.getDouble();
                case SINGLE -> buffer.getFloat();
                case HALF -> half(buffer.getShort());
                case BRAIN -> Float.intBitsToFloat(buffer.getShort() << 16);
            };
        }
        return values;
    }

    /** IEEE 754 binary16: 1 bit of sign, 5 of exponent, 10 of fraction. */
    private static double half(short bits) {
        int exponent = bits >>> 10 & 31;
        int fraction = bits & 1023;
        double size = exponent == 0
                ? Math.scalb((double) fraction, -24)
                : exponent < 31
                        ? Math.scalb((double) (1024 + fraction), exponent - 25)
                        : fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        return bits < 0 ? -size : size;
    }
}
