package org.espalier.feature.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.text.FeatureSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A corpus encoded by the words that it has had before, beside the same corpus name by name. */
class WordTablesTest {
    private static final String[] WORDS = {
        "The",
        "the",
        "THE",
        "",
        "cat-fish",
        "3.5",
        "1984",
        "(",
        "...",
        "İstanbul",
        "😀x",
        "\ud83d",
        "naïve",
        "eBay",
        "A",
        "dog",
        "dogs"
    };

    private static List<Sequence> data(int count) {
        Random random = new Random(count);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            List<Token> tokens = new ArrayList<>();
            int length = random.nextInt(7);
            for (int t = 0; t < length; t++) {
                // Ever new words among the old ones.
                String word = random.nextInt(8) == 0 ? "new" + n : WORDS[random.nextInt(Math.min(WORDS.length, 2 + n))];
                tokens.add(Token.ofColumns(word, random.nextBoolean() ? "N" : "V", "" + random.nextInt(4)));
            }
            data.add(Sequence.of(tokens, null));
        }
        return data;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text",
                "text-small",
                "words(-2..2)",
                "suffixes(1..3),words,bias,words(1),prefixes(1..2),words(-1),lower(3)",
                "ngrams(2..3),numeric(2,-1..1),digits(-1..1),columns(1,-1..1),shape,position",
                "pairs(lower),transitions(lower,lower[-1]),capitals(-1..1),edges(-1..1),words",
                "word-column(1),words(-1..1),column(0),short-shape",
                "bias,column(1)"
            })
    void givesTheSameNumbersAsNameByName(String specification) {
        List<Sequence> data = data(200);
        FeatureSet features = FeatureSet.parse(specification).fit(data);
        Encoder.Builder plain = new Encoder.Builder(features, true);
        List<EncodedSequence> expected = new ArrayList<>();
        data.forEach(sequence -> expected.add(plain.add(sequence)));
        Encoder expectedEncoder = plain.build(1, expected);

        CorpusEncoder corpus = new CorpusEncoder(features, true);
        List<EncodedSequence> found = new ArrayList<>();
        // Windows of several batches that do not know of each other, larger and larger.
        for (int begin = 0, window = 1; begin < data.size(); window++) {
            List<CorpusEncoder.Batch> batches = new ArrayList<>();
            for (int b = 0; b < 3; b++) {
                CorpusEncoder.Batch batch = corpus.newBatch();
                int end = Math.min(data.size(), begin + window);
                data.subList(begin, end).forEach(batch::add);
                batches.add(batch);
                begin = end;
            }
            for (CorpusEncoder.Batch batch : batches) {
                EncodedSequences merged = corpus.merge(batch);
                for (int n = 0; n < merged.size(); n++) {
                    found.add(merged.get(n));
                }
            }
        }
        Encoder encoder = corpus.build();

        assertThat(encoder.attributes().toVocabulary().toBytes())
                .isEqualTo(expectedEncoder.attributes().toVocabulary().toBytes());
        assertThat(encoder.transitionAttributes().size())
                .isEqualTo(expectedEncoder.transitionAttributes().size());
        for (int n = 0; n < data.size(); n++) {
            assertThat(contents(found.get(n))).as("sequence %d", n).isEqualTo(contents(expected.get(n)));
        }
    }

    private static List<String> contents(EncodedSequence sequence) {
        List<String> contents = new ArrayList<>();
        for (int t = 0; t < sequence.length(); t++) {
            StringBuilder text = new StringBuilder();
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                text.append(sequence.attribute(k))
                        .append(':')
                        .append(sequence.value(k))
                        .append(' ');
            }
            for (int k = sequence.transitionBegin(t); k < sequence.transitionBegin(t + 1); k++) {
                text.append("step ").append(sequence.transitionAttribute(k)).append(' ');
            }
            contents.add(text.toString());
        }
        return contents;
    }

    @Test
    void saysWhichTokenLacksTheWord() {
        Sequence sequence = Sequence.of(Arrays.asList(Token.ofColumns("a", "b"), Token.ofColumns("c")), null);
        CorpusEncoder.Batch batch = new CorpusEncoder(FeatureSet.parse("word-column(1),words"), false).newBatch();

        assertThatThrownBy(() -> batch.add(sequence))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("token 2")
                .hasMessageContaining("column 1");
    }
}
