package org.espalier.feature.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.Extractors;
import org.junit.jupiter.api.Test;

class FrameFeaturesTest {
    private static final List<String> NAMES = List.of("a", "b");

    /** Frames with two values each, written with a blank between them; {@code ?} is missing. */
    private static Sequence sequence(List<String> names, String... frames) {
        List<Token> tokens = new ArrayList<>();
        for (String frame : frames) {
            tokens.add(new Token(Arrays.asList(frame.split(" ")), List.of(), names));
        }
        return Sequence.of(tokens, null);
    }

    private static Map<String, Double> at(AttributeExtractor extractor, Sequence sequence, int frame) {
        Map<String, Double> attributes = new LinkedHashMap<>();
        extractor.observe(sequence).extract(frame, new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                assertThat(attributes.put(name.toString(), value)).isNull();
            }

            @Override
            public void transition(CharSequence name, double value) {
                throw new AssertionError(name);
            }
        });
        return attributes;
    }

    private static FrameFeatures fitted(String specification, Sequence... data) {
        return FrameFeatures.parse(specification).fit(List.of(data));
    }

    /** The values 1 and 3 have the mean 2 and the deviation 1; those of b are 0, 4, and the mean where one is missing. */
    @Test
    void valuesAreStandardisedByTheTrainingData() {
        Sequence one = sequence(NAMES, "1 0", "3 4");
        Sequence two = sequence(NAMES, "1 ?", "3 ?");
        FrameFeatures features = fitted("frames", one, two);
        assertThat(at(features, one, 0)).isEqualTo(Map.of("bias", 1.0, "a", -1.0, "b", -1.0));
        assertThat(at(features, two, 1)).isEqualTo(Map.of("bias", 1.0, "a", 1.0, "b=?", 1.0));
        Sequence other = sequence(List.of("b", "more", "a"), "8 x 2.5");
        assertThat(at(features, other, 0)).isEqualTo(Map.of("bias", 1.0, "a", 0.5, "b", 3.0));
        FrameFeatures raw = fitted("frames(raw,no-bias)", one, two);
        assertThat(at(raw, one, 1)).isEqualTo(Map.of("a", 3.0, "b", 4.0));
        assertThat(at(raw, two, 0)).isEqualTo(Map.of("a", 1.0, "b", 2.0, "b=?", 1.0));
    }

    @Test
    void columnsThatAreTheSameThroughoutSayNothing() {
        FrameFeatures features = fitted("frames(no-bias)", sequence(NAMES, "7 ?", "7 ?"));
        assertThat(at(features, sequence(NAMES, "7 ?"), 0)).isEqualTo(Map.of("b=?", 1.0));
        assertThat(at(features, sequence(NAMES, "9 ?"), 0)).isEqualTo(Map.of("a", 2.0, "b=?", 1.0));
    }

    /** Outside the sequence its first and its last frame stand again. */
    @Test
    void theWindowRepeatsTheFramesAtTheEnds() {
        List<String> one = List.of("a");
        Sequence data = sequence(one, "1", "2", "?", "6");
        FrameFeatures raw = fitted("frames(raw,window=2,no-bias)", data);
        double mean = 3;
        assertThat(at(raw, data, 0))
                .isEqualTo(Map.of("a[-2]", 1.0, "a[-1]", 1.0, "a", 1.0, "a[1]", 2.0, "a[2]", mean, "a[2]=?", 1.0));
        assertThat(at(raw, data, 3))
                .isEqualTo(Map.of("a[-2]", 2.0, "a[-1]", mean, "a[-1]=?", 1.0, "a", 6.0, "a[1]", 6.0, "a[2]", 6.0));
        assertThat(at(raw, sequence(one, "4"), 0))
                .isEqualTo(Map.of("a[-2]", 4.0, "a[-1]", 4.0, "a", 4.0, "a[1]", 4.0, "a[2]", 4.0));
    }

    /** A straight line has its slope everywhere but near the ends, and no slope of the slope in the middle. */
    @Test
    void theSlopeOfALineIsItsSlope() {
        String[] frames = new String[20];
        for (int t = 0; t < frames.length; t++) {
            frames[t] = String.valueOf(3 + 0.5 * t);
        }
        Sequence line = sequence(List.of("a"), frames);
        for (int reach = 1; reach <= 3; reach++) {
            FrameFeatures features = fitted("frames(raw,no-bias,delta=" + reach + ",delta-delta=" + reach + ")", line);
            for (int t = 2 * reach; t < frames.length - 2 * reach; t++) {
                Map<String, Double> found = at(features, line, t);
                assertThat(found.get("delta(a)")).isCloseTo(0.5, within(1e-12));
                assertThat(found.getOrDefault("delta2(a)", 0.0)).isCloseTo(0, within(1e-12));
            }
        }
    }

    /** Everything against the formulas in plain loops over random frames. */
    @Test
    void attributesAreThoseOfTheFormulas() {
        for (long seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            FrameOptions options = new FrameOptions(
                    random.nextBoolean(),
                    random.nextBoolean(),
                    random.nextInt(3),
                    1 + random.nextInt(2),
                    random.nextInt(3),
                    FrameOptions.Quadratic.values()[random.nextInt(3)],
                    random.nextBoolean());
            List<double[][]> data = List.of(random(random), random(random), random(random));
            List<Sequence> sequences =
                    data.stream().map(FrameFeaturesTest::sequence).toList();
            FrameFeatures features = FrameFeatures.of(options).fit(sequences);
            FrameOracle oracle = new FrameOracle(options, data);
            for (int n = 0; n < data.size(); n++) {
                for (int t = 0; t < data.get(n).length; t++) {
                    Map<String, Double> expected = oracle.attributes(data.get(n), t);
                    Map<String, Double> found = at(features, sequences.get(n), t);
                    assertThat(found.keySet()).as("seed %d %s", seed, options).isSubsetOf(expected.keySet());
                    expected.forEach((name, value) -> assertThat(found.getOrDefault(name, 0.0))
                            .as("%s of %s", name, options)
                            .isCloseTo(value, within(1e-9)));
                    assertThat(Recorder.of(features, sequences.get(n), t))
                            .isEqualTo(Recorder.of(features.observe(sequences.get(n)), t));
                }
            }
        }
    }

    private static double[][] random(Random random) {
        double[][] frames = new double[1 + random.nextInt(7)][2];
        for (double[] frame : frames) {
            frame[0] = 5 + 2 * random.nextGaussian();
            frame[1] = random.nextInt(4) == 0 ? Double.NaN : random.nextGaussian();
        }
        return frames;
    }

    private static Sequence sequence(double[][] frames) {
        return sequence(NAMES, Arrays.stream(frames).map(f -> f[0] + " " + f[1]).toArray(String[]::new));
    }

    @Test
    void theDefinitionMakesTheSameFeaturesAgain() {
        Sequence data = sequence(NAMES, "0.1 7", "0.30000000000000004 ?", "1e-5 9", "3 -2");
        for (String specification : List.of(
                "frames", "frames(raw,no-bias)", "frames(per-sequence,window=3,delta=2,delta-delta=1,products)")) {
            FrameFeatures features = fitted(specification, data);
            AttributeExtractor again = Extractors.from(features.definition());
            assertThat(again.isFitted()).isTrue();
            assertThat(again.definition()).isEqualTo(features.definition());
            assertThat(((FrameFeatures) again).settled()).isEqualTo(features.settled());
            assertThat(again.fit(List.of())).isSameAs(again);
            for (int t = 0; t < data.length(); t++) {
                assertThat(at(again, data, t)).isEqualTo(at(features, data, t));
            }
        }
        FrameFeatures open = FrameFeatures.parse("frames(window=1)");
        assertThat(Extractors.from(open.definition()).isFitted()).isFalse();
        assertThat(open.sharedTransitions()).isTrue();
        AttributeExtractor both =
                Extractors.combine(open, new GivenAttributes()).fit(List.of(data));
        assertThat(at(Extractors.from(both.definition()), data, 0)).isEqualTo(at(both, data, 0));
    }

    /** A damaged definition is an IllegalArgumentException, which the model's reader reports. */
    @Test
    void damagedDefinitionsAreRefused() {
        String text = fitted("frames(delta=1)", sequence(NAMES, "1 2", "2 5"))
                .definition()
                .text();
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            StringBuilder damaged = new StringBuilder(text);
            if (random.nextBoolean()) {
                damaged.setLength(random.nextInt(text.length()));
            } else {
                damaged.setCharAt(random.nextInt(text.length()), "{}[]\",:0-e".charAt(random.nextInt(10)));
            }
            try {
                assertThat(FrameFeatures.parseDefinition(damaged.toString())).isNotNull();
            } catch (IllegalArgumentException expected) {
                assertThat(expected.getMessage()).as("seed %d", seed).isNotBlank();
            }
        }
        for (String wrong : List.of(
                "{}",
                "[]",
                "{\"specification\":\"frames\",\"fitted\":true,\"columns\":[{\"name\":\"a\",\"streams\":[]}]}",
                "{\"specification\":\"frames\",\"fitted\":true,\"columns\":[{\"name\":\"a\",\"streams\":[[1,0]]}]}",
                "{\"specification\":\"frames\",\"fitted\":true,\"columns\":[{\"name\":\"a\",\"streams\":[[1]]}]}")) {
            assertThatThrownBy(() -> FrameFeatures.parseDefinition(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void columnsWithoutNamesHaveNumbers() {
        Sequence data = Sequence.of(List.of(Token.ofColumns("1", " 4 "), Token.ofColumns("3", "0")), null);
        assertThat(at(fitted("frames(no-bias)", data), data, 0)).isEqualTo(Map.of("0", -1.0, "1", 1.0));
    }

    @Test
    void whatIsWrongIsSaid() {
        Sequence data = sequence(NAMES, "1 2", "2 5");
        FrameFeatures features = fitted("frames", data);
        assertThatThrownBy(() -> at(features, sequence(List.of("a", "c"), "1 2"), 0))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("there is no column 'b', which the training data have; found [a, c]");
        assertThatThrownBy(() -> at(features, sequence(NAMES, "1 2", "1 walk"), 0))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("frame 2 of the sequence that begins here: column 'b' is 'walk'");
        assertThatThrownBy(() -> fitted("frames", data, sequence(List.of("a"), "1")))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("the columns are [a], expected [a, b]");
        assertThat(fitted("frames", data, sequence(List.of("b", "a"), "1 2")).settled())
                .extracting(FrameFeatures.Column::name)
                .containsExactly("a", "b");
        assertThatThrownBy(() -> at(FrameFeatures.parse("frames"), data, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> fitted("frames", sequence(List.of("bias", "b"), "1 2")))
                .hasMessageContaining("rename it, or say frames(no-bias)");
        assertThat(FrameFeatures.parse("frames(delta=2)").fit(List.of()).settled())
                .isEmpty();
    }

    @Test
    void specificationsAreReadAndWritten() {
        assertThat(FrameOptions.parse("frames")).isEqualTo(FrameOptions.DEFAULTS);
        assertThat(FrameOptions.parse(" frames( window = 2 , delta=3,delta-delta=1,squares,raw,no-bias,per-sequence)"))
                .isEqualTo(FrameOptions.DEFAULTS
                        .withWindow(2)
                        .withDelta(3)
                        .withDeltaDelta(1)
                        .withQuadratic(FrameOptions.Quadratic.SQUARES)
                        .withStandardised(false)
                        .withPerSequence(true)
                        .withBias(false));
        assertThat(FrameOptions.DEFAULTS.withWindow(2).toString())
                .isEqualTo("frames(standardise,window=2,delta=0,delta-delta=0,linear,bias)");
        for (FrameOptions.Quadratic quadratic : FrameOptions.Quadratic.values()) {
            FrameOptions options =
                    FrameOptions.DEFAULTS.withQuadratic(quadratic).withPerSequence(true);
            assertThat(FrameOptions.parse(options.toString())).isEqualTo(options);
        }
        refused("frames(window=x)", "found 'window=x'; expected a number of frames");
        refused("frames(window)", "found 'window'");
        refused("frames(window=1001)", "window=1001; expected a number of frames from 0 to 1000");
        refused("frames(delta-delta=1)", "delta-delta=1 without delta");
        refused("frames(fast)", "found 'fast'; expected per-sequence, standardise or raw");
        refused("frames()", "found ''");
        refused("frame", "expected frames");
    }

    private static void refused(String specification, String message) {
        assertThatThrownBy(() -> FrameOptions.parse(specification))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
