package org.espalier.feature.encoding;

import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.EncodedBuilder;
import org.espalier.structure.factor.GraphSites;
import org.espalier.structure.forest.ArcSites;
import org.espalier.structure.forest.RelatedArcs;
import org.espalier.structure.forest.SpanSet;
import org.espalier.structure.spanning.ArcSet;

/**
 * Which pairs of tokens can have attributes of their own: the second kind of place of a structure, beside tokens.
 *
 * @param kind what the pairs are
 * @param longest how many tokens a segment has at most; 0 where pairs are no segments
 * @param siblings whether neighbouring children of a word are places, too, which are pairs of arcs
 * @param grandparents the same of a word, its head and the head of that
 */
public record PairPlaces(Kind kind, int longest, boolean siblings, boolean grandparents) {
    /** Neighbouring tokens: the steps of a chain. */
    public static final PairPlaces STEPS = new PairPlaces(Kind.STEPS, 0, false, false);

    /** A word and its head, which is any other word or the root: the arcs of dependency trees. */
    public static final PairPlaces ARCS = new PairPlaces(Kind.ARCS, 0, false, false);

    /** The variables and factors of graphs. */
    public static final PairPlaces FACTORS = new PairPlaces(Kind.FACTORS, 0, false, false);

    /** All spans of words, or those that are chosen: the nodes of trees of constituents. */
    public static final PairPlaces SPANS = new PairPlaces(Kind.SPANS, 0, false, false);

    /** What pairs can be. */
    public enum Kind {
        STEPS,
        SEGMENTS,
        ARCS,
        FACTORS,
        SPANS
    }

    public PairPlaces {
        if (longest < 0 || longest > 0 != (kind == Kind.SEGMENTS)) {
            throw new IllegalArgumentException(
                    kind + " of at most " + longest + " tokens; expected a length for segments only");
        }
        if (kind != Kind.ARCS && (siblings || grandparents)) {
            throw new IllegalArgumentException(kind + " with siblings or grandparents, which arcs only have");
        }
    }

    /** Arcs, with pairs of arcs on demand. */
    public static PairPlaces arcs(boolean siblings, boolean grandparents) {
        return new PairPlaces(Kind.ARCS, 0, siblings, grandparents);
    }

    /** The first token of a segment, and its length. */
    public static PairPlaces segments(int longest) {
        return longest == 0 ? STEPS : new PairPlaces(Kind.SEGMENTS, longest, false, false);
    }

    /** Whether pairs are told one by one, and do not belong to a token each. */
    boolean areTold() {
        return kind != Kind.STEPS;
    }

    /** Refuses features of pairs that there are not: a model that ignored them would not be what was asked for. */
    void require(AttributeExtractor extractor) {
        requireGraphs(extractor);
        if (kind != Kind.SEGMENTS && kind != Kind.SPANS && extractor.hasSegmentAttributes()) {
            throw new IllegalArgumentException(
                    "the features look at segments (segment-text and others), which only a semi-Markov model has; train one"
                            + " (--model semi-crf), or leave them out");
        }
        if (kind == Kind.SPANS && !extractor.hasSegmentAttributes()) {
            throw new IllegalArgumentException(
                    "the features look at tokens, but a parser of constituents looks at spans of words; leave --features and"
                            + " --template out (use SpanFeatures)");
        }
        if (kind == Kind.ARCS && !extractor.hasArcAttributes()) {
            throw new IllegalArgumentException(
                    "the features look at tokens, but a dependency parser looks at arcs between them; leave --features and"
                            + " --template out (use ArcFeatures)");
        }
        if (isSecondOrder() != extractor.choosesArcs() && kind == Kind.ARCS) {
            throw new IllegalArgumentException(
                    isSecondOrder()
                            ? "a parser of second order looks at pairs of arcs, and at arcs that are chosen beforehand; use SecondOrderFeatures"
                            : "the features look at pairs of arcs, which only a parser of second order has; use ArcFeatures");
        }
        if (kind != Kind.ARCS && extractor.hasArcAttributes()) {
            throw new IllegalArgumentException(
                    "the features look at arcs between words, which only a dependency parser has; train one"
                            + " (--model dependency), or leave them out");
        }
    }

    private void requireGraphs(AttributeExtractor extractor) {
        if (kind == Kind.FACTORS && !extractor.hasFactors()) {
            throw new IllegalArgumentException(
                    "the features look at tokens, but a model of graphs has the attributes of its variables and factors; leave"
                            + " --features and --template out (use GraphFeatures)");
        }
        if (kind != Kind.FACTORS && extractor.hasFactors()) {
            throw new IllegalArgumentException(
                    "the data are graphs, which only a model of graphs knows; train one (--model graph)");
        }
    }

    /** Reports the attributes of every pair to the sink, which adds them to {@code encoded}. */
    void walk(AttributeExtractor extractor, AttributeExtractor.Observation observation, int length, Visitor visitor) {
        if (kind == Kind.SEGMENTS && extractor.hasSegmentAttributes()) {
            walkSegments(observation, length, visitor);
        } else if (kind == Kind.SPANS) {
            walkSpans(observation, length, visitor);
        } else if (isSecondOrder()) {
            walkChosenArcs(observation, length, visitor);
        } else if (kind == Kind.ARCS && extractor.hasArcAttributes()) {
            walkArcs(observation, length, visitor);
        } else if (kind == Kind.FACTORS && extractor.hasFactors()) {
            walkFactors(observation, visitor);
        }
    }

    private boolean isSecondOrder() {
        return siblings || grandparents;
    }

    /** By the numbers of {@link GraphSites}. */
    private static void walkFactors(AttributeExtractor.Observation observation, Visitor visitor) {
        observation.extractFactors(new AttributeExtractor.FactorVisitor() {
            @Override
            public AttributeSink sink() {
                return visitor.sink();
            }

            @Override
            public void endFactor(int group, int... variables) {
                visitor.endPair(GraphSites.begin(group), variables[0]);
                for (int k = 1; k < variables.length; k++) {
                    visitor.endPair(GraphSites.CONTINUED, variables[k]);
                }
            }
        });
    }

    private void walkSegments(AttributeExtractor.Observation observation, int length, Visitor visitor) {
        for (int end = 1; end <= length; end++) {
            for (int size = 1; size <= Math.min(longest, end); size++) {
                observation.extractSegment(end - size, size, visitor.sink());
                visitor.endPair(end - size, size);
            }
        }
    }

    /** By rising first word, then by rising end: the numbers of {@link SpanSet}. Spans without attributes are told, too. */
    private static void walkSpans(AttributeExtractor.Observation observation, int length, Visitor visitor) {
        SpanSet chosen = observation.spans();
        SpanSet spans = chosen == null ? SpanSet.all(length) : chosen;
        for (int k = 0; k < spans.size(); k++) {
            observation.extractSegment(spans.begin(k), spans.end(k) - spans.begin(k), visitor.sink());
            visitor.endPair(spans.begin(k), ~spans.end(k));
        }
    }

    /** By rising word, then by rising head: the numbers of {@link org.espalier.structure.spanning.Arcs}. */
    private static void walkArcs(AttributeExtractor.Observation observation, int length, Visitor visitor) {
        for (int word = 0; word < length; word++) {
            for (int head = -1; head < length; head++) {
                if (head != word) {
                    observation.extractArc(head, word, visitor.sink());
                    visitor.endPair(head, word);
                }
            }
        }
    }

    /** By the numbers of {@link RelatedArcs}; the sites are those of {@link ArcSites}. */
    private void walkChosenArcs(AttributeExtractor.Observation observation, int length, Visitor visitor) {
        ArcSet arcs = observation.arcs();
        if (arcs == null) {
            arcs = ArcSet.all(length);
        }
        for (int arc = 0; arc < arcs.size(); arc++) {
            int head = arcs.head(arc) - 1;
            int word = arcs.modifier(arc) - 1;
            observation.extractArc(head, word, visitor.sink());
            visitor.endPair(head, ~word);
        }
        RelatedArcs related = new RelatedArcs(arcs);
        int[] count = {0};
        if (siblings) {
            related.forEachSibling((head, sibling, word) -> {
                int between = sibling == RelatedArcs.NONE ? AttributeExtractor.Observation.NO_SIBLING : sibling - 1;
                observation.extractSibling(head - 1, between, word - 1, visitor.sink());
                visitor.endPair(ArcSites.SECOND_ORDER, ~count[0]++);
            });
        }
        if (grandparents) {
            related.forEachGrandparent((grandparent, head, word) -> {
                observation.extractGrandparent(grandparent - 1, head - 1, word - 1, visitor.sink());
                visitor.endPair(ArcSites.SECOND_ORDER, ~count[0]++);
            });
        }
    }

    /** Is told what belongs to which pair. */
    interface Visitor {
        /** Where the attributes go. */
        AttributeSink sink();

        /**
         * The attributes since the last pair belong to this one: start and length of a segment, head and word of an arc, or those of a graph. A pair whose second
         * number is negative is there without attributes, too.
         */
        void endPair(int first, int second);
    }

    /** Adds pairs to encoded sequences. */
    record Adding(EncodedBuilder encoded, AttributeSink sink) implements Visitor {
        @Override
        public void endPair(int first, int second) {
            encoded.endPair(first, second);
        }
    }
}
