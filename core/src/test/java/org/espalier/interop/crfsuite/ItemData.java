package org.espalier.interop.crfsuite;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** Random sequences of items, with names of several scripts and lengths, and values of many sizes. */
final class ItemData {
    private static final String[] WORDS = {
        "", "w", "the", "größe", "日本語", "a:b", "back\\slash", "x".repeat(40), "\u00ff"
    };

    private ItemData() {}

    static List<Sequence> random(long seed, int count, List<String> labels) {
        Random random = new Random(seed);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> gold = new ArrayList<>();
            for (int t = random.nextInt(8) + 1; t > 0; t--) {
                int label = random.nextInt(labels.size());
                List<Attribute> attributes = new ArrayList<>();
                for (int k = random.nextInt(5); k > 0; k--) {
                    String name = WORDS[random.nextInt(WORDS.length)] + random.nextInt(12);
                    attributes.add(
                            random.nextBoolean()
                                    ? Attribute.of(name)
                                    : new Attribute(name, random.nextGaussian() * random.nextInt(4)));
                }
                attributes.add(Attribute.of("label" + (random.nextInt(4) == 0 ? random.nextInt(9) : label)));
                tokens.add(Token.ofAttributes(attributes));
                gold.add(labels.get(label));
            }
            data.add(Sequence.of(tokens, gold));
        }
        return data;
    }
}
