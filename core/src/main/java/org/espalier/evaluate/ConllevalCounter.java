package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.espalier.data.Span;
import org.espalier.data.Tag;
import org.espalier.data.TagScheme;

/**
 * Counts spans by the rules of conlleval (Tjong Kim Sang, version of 2004-01-26), token by token.
 *
 * <p>Spans are never built: between any two neighbouring tokens the rules say whether one ends and whether one begins,
 * for gold and predicted labels apart. A span is correct when both begin at one token with one type, and both end at
 * one token without having parted in between. A sequence boundary is a token with two outside labels.
 */
final class ConllevalCounter extends SpanCounter {
    private static final Tag BOUNDARY = new Tag(TagScheme.OUTSIDE, "");

    private Tag lastGold = BOUNDARY;
    private Tag lastPredicted = BOUNDARY;
    private boolean agreeing;

    @Override
    void add(List<String> gold, List<String> predicted) {
        for (int i = 0; i < gold.size(); i++) {
            step(tag(gold.get(i)), tag(predicted.get(i)));
        }
        step(BOUNDARY, BOUNDARY);
    }

    private void step(Tag gold, Tag predicted) {
        if (agreeing) {
            boolean goldEnds = ends(lastGold, gold);
            boolean predictedEnds = ends(lastPredicted, predicted);
            if (goldEnds && predictedEnds && lastGold.type().equals(lastPredicted.type())) {
                agreeing = false;
                countCorrect(lastGold.type());
            } else if (goldEnds != predictedEnds || !gold.type().equals(predicted.type())) {
                agreeing = false;
            }
        }
        boolean goldBegins = begins(lastGold, gold);
        boolean predictedBegins = begins(lastPredicted, predicted);
        if (goldBegins) {
            countGold(gold.type());
        }
        if (predictedBegins) {
            countPredicted(predicted.type());
        }
        if (goldBegins && predictedBegins && gold.type().equals(predicted.type())) {
            agreeing = true;
        }
        lastGold = gold;
        lastPredicted = predicted;
    }

    private static boolean ends(Tag last, Tag next) {
        String from = last.prefix();
        String to = next.prefix();
        boolean byPrefix = switch (from) {
            case "B", "I" -> to.equals("B") || to.equals("O");
            case "E" -> to.equals("E") || to.equals("I") || to.equals("O");
            case "[", "]" -> true;
            default -> false;
        };
        return byPrefix || (isSpanPrefix(from) && !last.type().equals(next.type()));
    }

    private static boolean begins(Tag last, Tag next) {
        String from = last.prefix();
        String to = next.prefix();
        boolean byPrefix = switch (to) {
            case "B" -> from.equals("B") || from.equals("I") || from.equals("O");
            case "I", "E" -> from.equals("O") || from.equals("E");
            case "[", "]" -> true;
            default -> false;
        };
        return byPrefix || (isSpanPrefix(to) && !last.type().equals(next.type()));
    }

    private static boolean isSpanPrefix(String prefix) {
        return !prefix.equals("O") && !prefix.equals(".");
    }

    /** The spans of one column of labels, as they are counted: one that is still open where another begins ends there. */
    static List<Span> spans(List<String> labels) {
        List<Span> spans = new ArrayList<>();
        Tag last = BOUNDARY;
        int start = -1;
        for (int t = 0; t <= labels.size(); t++) {
            Tag next = t < labels.size() ? tag(labels.get(t)) : BOUNDARY;
            boolean begins = begins(last, next);
            if (start >= 0 && (begins || ends(last, next) || t == labels.size())) {
                spans.add(new Span(start, t, last.type()));
                start = -1;
            }
            if (begins) {
                start = t;
            }
            last = next;
        }
        return spans;
    }

    /** The type {@code 0} counts as no type, because Perl takes it for false. */
    private static Tag tag(String label) {
        Tag tag = Tag.parse(label);
        return tag.type().equals("0") ? new Tag(tag.prefix(), "") : tag;
    }

    @Override
    boolean isSame(String gold, String predicted) {
        return gold.equals(predicted) || tag(gold).equals(tag(predicted));
    }

    @Override
    SortedMap<String, Counts> types() {
        SortedMap<String, Counts> types = counted();
        if (agreeing) {
            types.computeIfPresent(lastGold.type(), (type, c) -> new Counts(c.gold(), c.predicted(), c.correct() + 1));
        }
        return types;
    }
}
