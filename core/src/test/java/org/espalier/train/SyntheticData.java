package org.espalier.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** Random sequences whose labels depend on their words and on the label before, with some noise. */
public final class SyntheticData {
    private SyntheticData() {}

    /** Sequences of lengths 0 to 8 over 12 words, with columns and attributes that say the same. */
    public static List<Sequence> sequences(long seed, int count, int labels) {
        Random random = new Random(seed);
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            int length = n < 2 ? n : random.nextInt(9);
            List<Token> tokens = new ArrayList<>();
            List<String> names = new ArrayList<>();
            int label = 0;
            for (int t = 0; t < length; t++) {
                int word = random.nextInt(12);
                label = random.nextInt(5) == 0 ? random.nextInt(labels) : (word + (word % 3 == 0 ? label : 0)) % labels;
                tokens.add(new Token(
                        List.of("w" + word),
                        List.of(
                                Attribute.of("w" + word),
                                new Attribute("size", (word - 6) / 3.0),
                                Attribute.of("bias"))));
                names.add("L" + label);
            }
            sequences.add(Sequence.of(tokens, names));
        }
        return sequences;
    }

    public static Sequence sequence(List<String> labels, String... words) {
        return Sequence.ofWords(words).withLabels(labels);
    }

    /** A token with one attribute. */
    static Token token(String name, double value) {
        return Token.ofAttributes(List.of(new Attribute(name, value)));
    }
}
