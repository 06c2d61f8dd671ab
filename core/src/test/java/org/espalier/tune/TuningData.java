package org.espalier.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** Random sequences whose labels depend on their words, with noise enough that no setting is perfect. */
final class TuningData {
    private TuningData() {}

    static List<Sequence> chains(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            sequences.add(sequence(random, 1 + random.nextInt(6), n));
        }
        return sequences;
    }

    /** Sequences of one token; label A for about three of four. */
    static List<Sequence> single(long seed, int count) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            sequences.add(Sequence.of(
                    List.of(Token.ofColumns("w" + random.nextInt(5))), List.of(random.nextInt(4) == 0 ? "B" : "A")));
        }
        return sequences;
    }

    private static Sequence sequence(Random random, int length, int number) {
        List<Token> tokens = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int t = 0; t < length; t++) {
            int word = random.nextInt(40);
            boolean inside = random.nextInt(6) == 0 ? random.nextBoolean() : word % 3 == 0;
            tokens.add(Token.ofColumns("w" + word, "g" + number / 7));
            labels.add(!inside ? "O" : random.nextInt(4) == 0 ? "I-X" : "B-X");
        }
        return Sequence.of(tokens, labels);
    }
}
