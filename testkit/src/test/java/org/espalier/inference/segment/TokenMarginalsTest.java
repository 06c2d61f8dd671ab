package org.espalier.inference.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.espalier.math.Kernels;
import org.espalier.structure.segment.Segment;
import org.espalier.structure.segment.Segmentation;
import org.espalier.structure.segment.Segments;
import org.espalier.testkit.ScoredSegmentation;
import org.espalier.testkit.SegmentEnumerator;
import org.espalier.testkit.SegmentGenerators;
import org.espalier.testkit.SegmentGenerators.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where tokens stand in their segments, by listing all segmentations, for both representations of sums. */
class TokenMarginalsTest {

    /** The probability of what is asked of the segment that holds a token. */
    private interface Question {
        boolean holds(Segment segment);
    }

    private static double probability(SegmentEnumerator all, int t, int y, Question question) {
        double sum = 0;
        for (SegmentEnumerator.Entry entry : all.entries()) {
            for (Segment segment : entry.segments().list()) {
                if (segment.label() == y && segment.start() <= t && t < segment.end() && question.holds(segment)) {
                    sum += Math.exp(entry.score() - all.logSum());
                }
            }
        }
        return sum;
    }

    private static double repeats(SegmentEnumerator all, int t, int y) {
        double sum = 0;
        for (SegmentEnumerator.Entry entry : all.entries()) {
            Segments segments = entry.segments();
            for (int k = 1; k < segments.count(); k++) {
                if (segments.start(k) == t && segments.label(k) == y && segments.label(k - 1) == y) {
                    sum += Math.exp(entry.score() - all.logSum());
                }
            }
        }
        return sum;
    }

    private static void close(double found, double expected, Object origin) {
        assertThat(found).as(origin.toString()).isCloseTo(expected, within(1e-10));
    }

    private static void check(TokenMarginals found, ScoredSegmentation scored, SegmentEnumerator all) {
        Segmentation segmentation = scored.segmentation();
        for (int t = 0; t < segmentation.length(); t++) {
            int at = t;
            for (int y = 0; y < segmentation.labels(); y++) {
                double single = probability(all, t, y, segment -> segment.length() == 1);
                double first = probability(all, t, y, segment -> segment.length() > 1 && segment.start() == at);
                double last = probability(all, t, y, segment -> segment.length() > 1 && segment.end() == at + 1);
                double inside = probability(all, t, y, segment -> segment.start() < at && segment.end() > at + 1);
                close(found.single(t, y), single, scored);
                close(found.first(t, y), first, scored);
                close(found.last(t, y), last, scored);
                close(found.inside(t, y), inside, scored);
                close(found.token(t, y), probability(all, t, y, segment -> true), scored);
                close(found.begins(t, y), single + first, scored);
                close(found.ends(t, y), single + last, scored);
                close(found.repeats(t, y), repeats(all, t, y), scored);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void tokensStandWhereTheListSays(Kind kind) {
        for (int seed = 0; seed < 40; seed++) {
            ScoredSegmentation scored = new SegmentGenerators(seed).tiny(kind);
            SegmentEnumerator all = SegmentEnumerator.of(scored);
            check(
                    new SegmentInference(Kernels.scalar()).tokenMarginals(scored.segmentation(), scored.workspace()),
                    scored,
                    all);
            LogRows logs = new LogRows(scored.segmentation(), scored.workspace());
            logs.runForward();
            check(logs.tokenMarginals(), scored, all);
        }
    }
}
