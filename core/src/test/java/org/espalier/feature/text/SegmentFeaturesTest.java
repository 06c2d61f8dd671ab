package org.espalier.feature.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.Recorder;
import org.espalier.feature.encoding.CorpusEncoder;
import org.espalier.feature.encoding.Extractors;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.feature.template.Template;
import org.junit.jupiter.api.Test;

class SegmentFeaturesTest {
    private static final Sequence FLOUR = Sequence.ofWords("2", "Cups", "of", "plain", "Flour,");

    private static List<String> at(String specification, int start, int length) {
        return Recorder.ofSegment(FeatureSet.parse(specification), FLOUR, start, length);
    }

    private static Sequence columns(String... tokens) {
        return Sequence.of(
                Stream.of(tokens)
                        .map(token -> Token.ofColumns(token.split(" ")))
                        .toList(),
                null);
    }

    @Test
    void textsAndShapesAreThoseOfTheWholeSegment() {
        assertThat(at("segment-text", 3, 2)).containsExactly("seg:low=plain flour,");
        assertThat(at("segment-text(word)", 1, 1)).containsExactly("seg:w=Cups");
        assertThat(at("segment-shape", 3, 2)).containsExactly("seg:short=x Xx,");
        assertThat(at("segment-text(suffix3)", 3, 2)).containsExactly("seg:suf3=ain ur,");
        assertThat(at("segment-text(suffix3)", 2, 2))
                .as("'of' has no three letters")
                .isEmpty();
    }

    @Test
    void lengthsAreCountedUpToTen() {
        assertThat(at("segment-length", 0, 5)).containsExactly("seg-len=5");
        Sequence twelve = Sequence.ofWords("abcdefghijkl".split(""));
        assertThat(Recorder.ofSegment(FeatureSet.parse("segment-length"), twelve, 0, 10))
                .containsExactly("seg-len=10+");
        assertThat(Recorder.ofSegment(FeatureSet.parse("segment-length"), twelve, 0, 12))
                .containsExactly("seg-len=10+");
    }

    @Test
    void tokensInsideAndBeside() {
        assertThat(at("segment-first,segment-last,segment-before,segment-after", 1, 3))
                .containsExactly(
                        "seg-first:low=cups", "seg-last:low=plain", "seg-before:low=2", "seg-after:low=flour,");
        assertThat(at("segment-before(shape),segment-after(word)", 0, 5))
                .containsExactly("seg-before:shape=_B-1", "seg-after:w=_B+1");
    }

    @Test
    void countsOfCapitalsDigitsAndPunctuation() {
        assertThat(at("segment-counts", 0, 5)).containsExactly("seg-caps=2", "seg-digits=1");
        assertThat(at("segment-counts", 1, 1)).containsExactly("seg-caps=1", "seg-caps=all");
        assertThat(at("segment-counts", 2, 2)).isEmpty();
        assertThat(Recorder.ofSegment(FeatureSet.parse("segment-counts"), Sequence.ofWords("(", "-", "½"), 0, 2))
                .containsExactly("seg-punct=2", "seg-punct=all");
    }

    @Test
    void gazetteersAreHitByWholeSegmentsOnly() {
        FeatureSet features =
                FeatureSet.of(Feature.segmentGazetteer("food", List.of("Plain  flour,", "plain", "of plain x")));
        assertThat(Recorder.ofSegment(features, FLOUR, 3, 2)).containsExactly("seg-gaz=food");
        assertThat(Recorder.ofSegment(features, FLOUR, 3, 1)).containsExactly("seg-gaz=food");
        assertThat(Recorder.ofSegment(features, FLOUR, 2, 2))
                .as("only the beginning of an entry")
                .isEmpty();
        assertThat(Recorder.ofSegment(features, FLOUR, 0, 5))
                .as("longer than any entry")
                .isEmpty();
    }

    @Test
    void columnsAndNumbers() {
        Sequence tagged = columns("in IN 0.5", "New NNP 2", "York NNP NA", "x SYM NA");
        assertThat(Recorder.ofSegment(FeatureSet.parse("segment-text(column1)"), tagged, 0, 3))
                .containsExactly("seg:c1=IN NNP NNP");
        FeatureSet numbers = FeatureSet.parse("segment-sum(2),segment-mean(2)");
        assertThat(Recorder.ofSegment(numbers, tagged, 0, 3)).containsExactly("seg-sum2:2.5", "seg-mean2:1.25");
        assertThat(Recorder.ofSegment(numbers, tagged, 2, 2)).as("all missing").isEmpty();
        assertThat(numbers.columns()).containsExactly(2);
        assertThatThrownBy(() -> Recorder.ofSegment(FeatureSet.parse("segment-sum(1)"), tagged, 0, 1))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("has 'IN' in column 1; expected a finite number");
    }

    @Test
    void specificationsAndDefinitionsRoundTrip() {
        String text = "lower,segment-text,segment-text(column1),segment-shape,segment-length,segment-first,"
                + "segment-last(suffix3),segment-before,segment-after,segment-counts,segment-gazetteer(food),"
                + "segment-sum(2),segment-mean(3)";
        FeatureSet set = FeatureSet.parse(
                text,
                FeatureFiles.kept(
                        new FeatureDefinition(FeatureSet.KIND, text, Map.of("food", List.of("plain flour")))));
        assertThat(set).hasToString(text);
        assertThat(set.hasSegmentAttributes()).isTrue();
        AttributeExtractor again = Extractors.from(set.definition());
        assertThat(again.definition()).isEqualTo(set.definition());
        assertThat(again.hasSegmentAttributes()).isTrue();
        assertThat(FeatureSet.text().hasSegmentAttributes()).isFalse();
        assertThat(FeatureSet.parse("segments").toString()).startsWith("segment-text,segment-shape,");
    }

    @Test
    void anAttributeThatTwoItemsAskForIsReportedOnce() {
        assertThat(at("segment-text,segment-text(lower),segment-shape,segment-text(short-shape)", 1, 1))
                .containsExactly("seg:low=cups", "seg:short=Xx");
    }

    @Test
    void combinedExtractorsReportAllOfASegment() {
        AttributeExtractor both = Extractors.combine(
                Template.parse("U00:%x[0,0]", "template"),
                Extractors.combine(FeatureSet.parse("segment-length"), FeatureSet.parse("lower,segment-text")));
        assertThat(both.hasSegmentAttributes()).isTrue();
        assertThat(Recorder.ofSegment(both, FLOUR, 0, 2)).containsExactly("seg-len=2", "seg:low=2 cups");
    }

    @Test
    void wrongArgumentsAreReported() {
        assertThatThrownBy(() -> FeatureSet.parse("segment-sum"))
                .hasMessageContaining("segment-sum lacks an argument; expected a column such as 2");
        assertThatThrownBy(() -> FeatureSet.parse("segment-first(nonsense)")).hasMessageContaining("is not a value");
        assertThatThrownBy(() -> FeatureSet.parse("segment-counts(1)")).hasMessageContaining("further argument '1'");
    }

    @Test
    void featuresOfSegmentsAreRefusedForChainsAndAttributesOfStepsForSegments() {
        assertThatThrownBy(() -> new CorpusEncoder(FeatureSet.parse("segment-text"), false))
                .hasMessageContaining("the features look at segments");
        CorpusEncoder.Batch batch =
                new CorpusEncoder(FeatureSet.parse("transitions(lower)"), false, PairPlaces.segments(3)).newBatch();
        assertThatThrownBy(() -> batch.add(FLOUR)).hasMessageContaining("attributes to steps between tokens");
        CorpusEncoder.Batch templated = new CorpusEncoder(
                        Template.parse("U%x[0,0]\nB0:%x[0,0]", "template"), false, PairPlaces.segments(3))
                .newBatch();
        assertThatThrownBy(() -> templated.add(FLOUR)).hasMessageContaining("attributes to steps between tokens");
    }
}
