package org.espalier.train.remote;

import java.nio.ByteBuffer;

/**
 * What a training asks of every shard.
 *
 * @param kind what is asked
 * @param x the point; empty where none is needed
 * @param direction what the Hessian is multiplied with; empty but for {@link Kind#PRODUCT}
 * @param budget the most iterations, or epochs, of {@link Kind#LEARN}; otherwise 0
 * @param round which round of {@link Kind#LEARN} this is, from 1; otherwise 0
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Question(Kind kind, double[] x, double[] direction, int budget, int round) {
    private static final int MAGIC = 0x45535155;
    private static final int VERSION = 2;
    private static final int HEADER = 5 * Integer.BYTES + 2 * Integer.BYTES;

    /** What can be asked. */
    public enum Kind {
        /** How often each pair of attribute and target occurs: a keyed vector per family. */
        COUNTS(1),
        /** In how many shards the loss is not convex: a number. */
        NOT_CONVEX(2),
        /** The loss and its gradient at x. */
        GRADIENT(3),
        /** The same, and the estimated diagonal of the Hessian. */
        DIAGONAL(4),
        /** The Hessian at x times a direction. */
        PRODUCT(5),
        /** What every shard learns alone from x on, weighted for an average, and what is told of it. */
        LEARN(6);

        private final int code; // as bytes

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("a question is damaged: there is no kind " + code);
        }
    }

    /** A question that has no point. */
    public static Question of(Kind kind) {
        return at(kind, new double[0]);
    }

    /** A question at a point. */
    public static Question at(Kind kind, double[] x) {
        return new Question(kind, x, new double[0], 0, 0);
    }

    /** How the Hessian at a point changes a direction. */
    public static Question product(double[] x, double[] direction) {
        return new Question(Kind.PRODUCT, x, direction, 0, 0);
    }

    /** What shards learn alone. */
    public static Question learn(double[] start, int budget, int round) {
        return new Question(Kind.LEARN, start, new double[0], budget, round);
    }

    public byte[] toBytes() {
        ByteBuffer target =
                ByteBuffer.allocate(Math.toIntExact(HEADER + Double.BYTES * ((long) x.length + direction.length)));
        target.putInt(MAGIC).putInt(VERSION).putInt(kind.code).putInt(budget).putInt(round);
        target.putInt(x.length).putInt(direction.length);
        target.asDoubleBuffer().put(x).put(direction);
        return target.array();
    }

    /**
     * A question from its bytes.
     *
     * @throws IllegalArgumentException when they are damaged, or of another version
     */
    public static Question read(byte[] bytes) {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || source.getInt() != MAGIC || source.getInt() != VERSION) {
            throw new IllegalArgumentException("these bytes are no question of version " + VERSION
                    + "; use the same version of Espalier everywhere");
        }
        Kind kind = Kind.of(source.getInt());
        int budget = source.getInt();
        int round = source.getInt();
        int size = source.getInt();
        int directions = source.getInt();
        boolean fits = size >= 0 && directions >= 0;
        if (!fits || source.remaining() != Double.BYTES * ((long) size + directions)) {
            throw new IllegalArgumentException("a question is damaged: kind " + kind + ", " + size + " + " + directions
                    + " numbers in " + source.remaining() + " bytes");
        }
        double[] x = new double[size];
        double[] direction = new double[directions];
        source.asDoubleBuffer().get(x).get(direction);
        return new Question(kind, x, direction, budget, round);
    }
}
