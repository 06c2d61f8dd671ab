package org.espalier.feature.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeLists;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.text.FeatureSet;
import org.junit.jupiter.api.Test;

/** Attributes of segments as numbers. */
class EncodedSegmentsTest {
    private static final int LONGEST = 3;

    /** The word of a token; of some segments their text, their length as a value, or nothing. */
    private record Odd() implements AttributeExtractor {
        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            sink.state("w=" + word(sequence, position), 1);
        }

        @Override
        public Observation observe(Sequence sequence) {
            return new Observation() {
                @Override
                public void extract(int position, AttributeSink sink) {
                    Odd.this.extract(sequence, position, sink);
                }

                @Override
                public void extractSegment(int start, int length, AttributeSink sink) {
                    if (word(sequence, start).compareTo("c") > 0) {
                        return;
                    }
                    StringBuilder text = new StringBuilder("s=");
                    for (int t = start; t < start + length; t++) {
                        text.append(word(sequence, t));
                    }
                    sink.segment(text, 1);
                    if (word(sequence, start).equals("a")) {
                        sink.segment("length", length / 2.0);
                    }
                }
            };
        }

        private static String word(Sequence sequence, int t) {
            return sequence.tokens().get(t).columns().get(0);
        }

        @Override
        public boolean hasSegmentAttributes() {
            return true;
        }

        @Override
        public boolean sharedTransitions() {
            return true;
        }

        @Override
        public FeatureDefinition definition() {
            return new FeatureDefinition("odd", "", Map.of());
        }
    }

    private static List<Sequence> data(int count) {
        Random random = new Random(11);
        List<Sequence> data = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            String[] words = new String[n == 0 ? 0 : random.nextInt(9)];
            for (int t = 0; t < words.length; t++) {
                words[t] = "abcdefgh".charAt(random.nextInt(1 + random.nextInt(8))) + "";
            }
            data.add(Sequence.ofWords(words));
        }
        return data;
    }

    /** All attributes by name, as they are read from a sequence. */
    private static List<String> names(EncodedSequence sequence, Encoder encoder) {
        List<String> names = new ArrayList<>();
        for (int t = 0; t < sequence.length(); t++) {
            for (int k = sequence.begin(t); k < sequence.begin(t + 1); k++) {
                names.add(t + ": " + encoder.attributes().get(sequence.attribute(k)));
            }
        }
        int[] sites = sequence.sites(1);
        AttributeLists lists = sequence.lists(1);
        for (int site = 0; 2 * site < sites.length; site++) {
            assertThat(lists.begin(site + 1)).isGreaterThan(lists.begin(site));
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                names.add(sites[2 * site] + "+" + sites[2 * site + 1] + ": "
                        + encoder.attributes(1).get(lists.attributes()[k]) + " " + lists.value(k));
            }
        }
        return names;
    }

    @Test
    void segmentsStandByRisingEndThenLengthAndOnlyThoseWithAttributes() {
        Encoder.Builder builder = new Encoder.Builder(new Odd(), false, PairPlaces.segments(LONGEST));
        List<EncodedSequence> encoded = new ArrayList<>(List.of(builder.add(Sequence.ofWords("b", "d", "a"))));
        Encoder encoder = builder.build(1, encoded);
        assertThat(names(encoded.get(0), encoder))
                .containsExactly(
                        "0: w=b",
                        "1: w=d",
                        "2: w=a",
                        "0+1: s=b 1.0",
                        "0+2: s=bd 1.0",
                        "2+1: s=a 1.0",
                        "2+1: length 0.5",
                        "0+3: s=bda 1.0");
        assertThat(encoded.get(0).sites(0)).isEmpty();
        assertThat(encoder.pairs()).isEqualTo(PairPlaces.segments(LONGEST));
    }

    @Test
    void unknownAttributesVanishAndSegmentsWithThem() {
        Encoder.Builder builder = new Encoder.Builder(new Odd(), false, PairPlaces.segments(LONGEST));
        List<EncodedSequence> encoded = new ArrayList<>(List.of(builder.add(Sequence.ofWords("b", "d"))));
        Encoder encoder = builder.build(1, encoded);
        for (EncodedSequence found : List.of(
                encoder.encode(Sequence.ofWords("b", "b", "d")),
                encoder.reusable().encode(Sequence.ofWords("b", "b", "d")))) {
            assertThat(names(found, encoder))
                    .containsExactly("0: w=b", "1: w=b", "2: w=d", "0+1: s=b 1.0", "1+1: s=b 1.0", "1+2: s=bd 1.0");
        }
        assertThat(encoder.withPairs(PairPlaces.segments(1))
                        .encode(Sequence.ofWords("b", "d"))
                        .sites(1))
                .containsExactly(0, 1);
        assertThat(encoder.encode(Sequence.ofWords("d", "d")).sites(1)).isEmpty();
    }

    @Test
    void everyWayToEncodeGivesTheSame() {
        List<Sequence> data = data(200);
        for (int minCount : new int[] {1, 4}) {
            Encoder.Builder builder = new Encoder.Builder(new Odd(), true, PairPlaces.segments(LONGEST));
            List<EncodedSequence> oneByOne = new ArrayList<>();
            data.forEach(sequence -> oneByOne.add(builder.add(sequence)));
            Encoder encoder = builder.build(minCount, oneByOne);

            CorpusEncoder corpus = new CorpusEncoder(new Odd(), true, PairPlaces.segments(LONGEST));
            List<EncodedSequences> batches = new ArrayList<>();
            for (int from = 0; from < data.size(); from += 40) {
                CorpusEncoder.Batch batch = corpus.newBatch();
                data.subList(from, from + 40).forEach(batch::add);
                batches.add(corpus.merge(batch));
            }
            CorpusEncoder.Cut cut = corpus.cut(minCount, batches);
            assertThat(cut.isEmpty()).isEqualTo(minCount == 1);
            Encoder.Reusable reusable = cut.encoder().reusable();
            for (int n = 0; n < data.size(); n++) {
                List<String> expected = names(oneByOne.get(n), encoder);
                EncodedSequences batch = cut.apply(batches.get(n / 40));
                assertThat(names(batch.get(n % 40), cut.encoder())).isEqualTo(expected);
                assertThat(names(reread(batch).get(n % 40), cut.encoder())).isEqualTo(expected);
                assertThat(names(batch.select(new int[] {39, n % 40, 0}).get(1), cut.encoder()))
                        .isEqualTo(expected);
                assertThat(names(cut.encoder().encode(data.get(n)), cut.encoder()))
                        .isEqualTo(expected);
                assertThat(names(reusable.encode(data.get(n)), cut.encoder())).isEqualTo(expected);
            }
        }
    }

    private static EncodedSequences reread(EncodedSequences sequences) {
        ByteBuffer buffer = ByteBuffer.allocate((int) sequences.bytes());
        sequences.write(buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        return EncodedSequences.read(buffer.flip());
    }

    @Test
    void valuesThatAreTooLargeAreReportedWithTheirName() {
        FeatureSet features = FeatureSet.parse("segment-sum(1)");
        Sequence sequence = Sequence.of(List.of(Token.ofColumns("a", "1"), Token.ofColumns("b", "1e20")), null);
        assertThatThrownBy(() -> new Encoder.Builder(features, false, PairPlaces.segments(2)).add(sequence))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the attribute 'seg-sum1' has the value 1.0E20");
    }
}
