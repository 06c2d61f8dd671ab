package org.espalier.feature.span;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.NameSet;
import org.espalier.structure.forest.SpanSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of spans of Hall, Durrett &amp; Klein (2014): words, tags and shapes at the borders of a span, inside and around it. Words are in
 * the first column, tags in the second.
 *
 * <p>A filter that is learnt first, from the same data, may choose the spans. Training keeps the attributes that the spans of gold trees have, and
 * these spans, whatever the filter chooses.
 */
public final class SpanFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "spans";

    /** The name of the table with the {@linkplain SpanFilter#bytes bytes of the filter}. */
    public static final String FILTER = "span-filter";

    private static final String RIGHT = "right";
    private static final String LEFT = "left";
    private static final String COARSE = " coarse";
    private static final String TAGS = " tags";

    /** The name of the table with the {@linkplain WordTagger#bytes bytes of the tagger}. */
    private static final String TAGGER = "word-tagger";

    private final BinarySpans binary;
    private final boolean isCoarse; // a few attributes only
    private final SpanFilter.@Nullable Learner learner; // null in a model, or where all spans are looked at
    private final @Nullable SpanFilter filter; // null before the data are seen, or where all spans are looked at
    private final @Nullable NameSet
            known; // the names that gold trees have; null before the data are seen, and in a model
    private final Tags tags;

    private SpanFeatures(
            BinarySpans binary,
            boolean isCoarse,
            SpanFilter.@Nullable Learner learner,
            @Nullable SpanFilter filter,
            @Nullable NameSet known,
            Tags tags) {
        this.binary = binary;
        this.isCoarse = isCoarse;
        this.learner = learner;
        this.filter = filter;
        this.known = known;
        this.tags = tags;
    }

    /**
     * Where tags come from: from the data where all three are null.
     *
     * @param learner makes the others; null in a model
     * @param training tags the sentences that the parser learns from; null otherwise
     * @param tagger tags all others; null before the data are seen
     */
    private record Tags(
            WordTagger.@Nullable Learner learner,
            @Nullable WordTagger training,
            @Nullable WordTagger tagger) {
        static final Tags GIVEN = new Tags(null, null, null);

        boolean areGiven() {
            return learner == null && tagger == null;
        }

        Sequence of(Sequence sentence) {
            WordTagger own = training == null ? tagger : training;
            return own == null ? sentence : own.tagged(sentence);
        }

        Tags learnt(Iterable<Sequence> data) {
            return learner == null
                    ? new Tags(null, tagger, tagger)
                    : new Tags(null, learner.crossFitted(data), learner.learn(data));
        }
    }

    /**
     * The attributes of all spans.
     *
     * @param isRightFactored whether trees are made binary to the right
     */
    public static SpanFeatures all(boolean isRightFactored) {
        return new SpanFeatures(new BinarySpans(isRightFactored), false, null, null, null, Tags.GIVEN);
    }

    /** Few of the attributes of all spans, for a model that chooses spans for another one. */
    public static SpanFeatures coarse(boolean isRightFactored) {
        return new SpanFeatures(new BinarySpans(isRightFactored), true, null, null, null, Tags.GIVEN);
    }

    /** The attributes of the spans that a filter chooses. */
    public static SpanFeatures chosen(boolean isRightFactored, SpanFilter.Learner learner) {
        return new SpanFeatures(new BinarySpans(isRightFactored), false, learner, null, null, Tags.GIVEN);
    }

    /** The same for words without tags: a tagger, which is learnt first from the same data, finds them. */
    public SpanFeatures withTagger(WordTagger.Learner value) {
        return new SpanFeatures(binary, isCoarse, learner, filter, known, new Tags(value, null, null));
    }

    /** Makes a filter again. */
    public interface FilterReader {
        /**
         * The filter.
         *
         * @param definition what {@link SpanFilter#definition} gave
         * @param bytes what {@link SpanFilter#bytes} gave
         */
        SpanFilter read(String definition, ByteBuffer bytes);
    }

    /**
     * What {@link #definition()} gave.
     *
     * @throws IllegalArgumentException when it is not such a definition
     */
    public static SpanFeatures read(FeatureDefinition definition, FilterReader reader, WordTagger.Reader taggers) {
        String text = definition.text();
        int lineEnd = text.indexOf('\n');
        ByteBuffer bytes = definition.tables().get(FILTER);
        String first = lineEnd < 0 ? text : text.substring(0, lineEnd);
        ByteBuffer tagBytes = definition.tables().get(TAGGER);
        boolean hasTagger = first.endsWith(TAGS) && tagBytes != null;
        String untagged = hasTagger ? first.substring(0, first.length() - TAGS.length()) : first;
        boolean coarse = untagged.endsWith(COARSE);
        String direction = coarse ? untagged.substring(0, untagged.length() - COARSE.length()) : untagged;
        if (!direction.equals(RIGHT) && !direction.equals(LEFT) || lineEnd >= 0 && bytes == null) {
            throw new IllegalArgumentException("features of spans '" + first + "'; expected right or left, and a filter"
                    + " of spans and a tagger where they are named");
        }
        SpanFilter filter = bytes == null || lineEnd < 0 ? null : reader.read(text.substring(lineEnd + 1), bytes);
        WordTagger tagger = hasTagger && tagBytes != null ? taggers.read(tagBytes) : null;
        return new SpanFeatures(
                new BinarySpans(direction.equals(RIGHT)), coarse, null, filter, null, new Tags(null, null, tagger));
    }

    /** Reports nothing: only spans have attributes. */
    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {}

    @Override
    public Observation observe(Sequence given) {
        Sequence sequence = tags.of(given);
        SpanWords words = new SpanWords(sequence);
        SpanSet spans = chosen(sequence);
        return new Observation() {
            @Override
            public void extract(int position, AttributeSink sink) {}

            @Override
            public @Nullable SpanSet spans() {
                return spans;
            }

            @Override
            public void extractSegment(int start, int length, AttributeSink sink) {
                NameSet names = known;
                report(
                        new SpanNames(
                                words,
                                names == null
                                        ? name -> sink.segment(name, 1)
                                        : name -> {
                                            if (names.contains(name)) {
                                                sink.segment(name, 1);
                                            }
                                        }),
                        start,
                        start + length);
            }
        };
    }

    private void report(SpanNames names, int begin, int end) {
        if (isCoarse) {
            names.reportCoarse(begin, end);
        } else {
            names.report(begin, end);
        }
    }

    /** The spans of a sentence, with those of its tree in training; null for all. */
    private @Nullable SpanSet chosen(Sequence sequence) {
        if (filter == null) {
            return null;
        }
        SpanSet likely = filter.spans(sequence);
        List<Mark> marks = sequence.marks();
        return known == null || marks == null ? likely : binary.with(likely, marks);
    }

    @Override
    public Sequence completed(Sequence sequence) {
        return tags.of(sequence);
    }

    /** Learns the tagger and the filter, where they are wanted and not there, and looks which names the spans of gold trees have. */
    @Override
    public AttributeExtractor fit(Iterable<Sequence> given) {
        Tags learnt = tags.areGiven() ? tags : tags.learnt(given);
        List<Sequence> data = new ArrayList<>();
        given.forEach(sequence -> data.add(learnt.of(sequence)));
        NameSet found = new NameSet();
        for (Sequence sequence : data) {
            List<Mark> marks = sequence.marks();
            if (marks == null) {
                throw new DataFormatException(
                        sequence.location(), "the sequence has no tree; training needs one for every sequence");
            }
            if (sequence.weight() > 0) {
                SpanNames names = new SpanNames(new SpanWords(sequence), found::add);
                SpanSet spans = binary.of(sequence.length(), marks);
                for (int k = 0; k < spans.size(); k++) {
                    report(names, spans.begin(k), spans.end(k));
                }
            }
        }
        SpanFilter chooser = filter != null || learner == null ? filter : learner.learn(data, binary.isRightFactored());
        return new SpanFeatures(binary, isCoarse, null, chooser, found, learnt);
    }

    @Override
    public boolean isFitted() {
        return known != null;
    }

    /** Without the gold trees: spans are chosen by the filter alone. */
    @Override
    public AttributeExtractor trained() {
        return new SpanFeatures(binary, isCoarse, null, filter, null, new Tags(null, null, tags.tagger));
    }

    @Override
    public SortedSet<Integer> columns() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(tags.areGiven() ? List.of(0, 1) : List.of(0)));
    }

    @Override
    public boolean sharedTransitions() {
        return false;
    }

    @Override
    public boolean hasSegmentAttributes() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        String first =
                (binary.isRightFactored() ? RIGHT : LEFT) + (isCoarse ? COARSE : "") + (tags.areGiven() ? "" : TAGS);
        WordTagger tagger = tags.tagger;
        SpanFilter made = filter;
        Map<String, ByteBuffer> tables = new LinkedHashMap<>();
        if (tagger != null) {
            tables.put(TAGGER, tagger.bytes());
        }
        if (made == null) {
            String learners =
                    (learner == null ? "" : "\n" + learner) + (tags.learner == null ? "" : "\n" + tags.learner);
            return new FeatureDefinition(KIND, first + learners, Map.of(), tables);
        }
        tables.put(FILTER, made.bytes());
        return new FeatureDefinition(KIND, first + "\n" + made.definition(), Map.of(), tables);
    }
}
