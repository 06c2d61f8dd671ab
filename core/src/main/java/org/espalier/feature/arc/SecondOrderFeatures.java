package org.espalier.feature.arc;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.NameSet;
import org.espalier.structure.spanning.ArcSet;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of arcs, of neighbouring siblings, and of grandparents, for the arcs that an {@link ArcFilter} chooses (McDonald &amp; Pereira
 * 2006; Carreras 2007; Koo &amp; Collins 2010).
 *
 * <p>The filter is learnt first, from the same data. Training keeps the attributes that the gold trees have, as {@link ArcFeatures} does, and
 * their arcs, whatever the filter chooses; a sentence whose tree is not known as a whole keeps all arcs.
 */
public final class SecondOrderFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "second-order-arcs";

    /** The name of the table with the {@linkplain ArcFilter#bytes bytes of the filter}. */
    public static final String FILTER = "arc-filter";

    private static final int UNKNOWN = -2;

    private final ArcColumns columns;
    private final ArcFilter.@Nullable Learner learner; // null in a model
    private final @Nullable ArcFilter filter; // null before the data are seen
    private final @Nullable NameSet
            known; // the names that gold trees have; null before the data are seen, and in a model

    private SecondOrderFeatures(
            ArcColumns columns,
            ArcFilter.@Nullable Learner learner,
            @Nullable ArcFilter filter,
            @Nullable NameSet known) {
        this.columns = columns;
        this.learner = learner;
        this.filter = filter;
        this.known = known;
    }

    /** Attributes from these columns. */
    public SecondOrderFeatures(ArcColumns columns, ArcFilter.Learner learner) {
        this(columns, learner, null, null);
    }

    /** Makes a filter again. */
    public interface FilterReader {
        /**
         * The filter.
         *
         * @param definition what {@link ArcFilter#definition} gave
         * @param bytes what {@link ArcFilter#bytes} gave
         */
        ArcFilter read(String definition, ByteBuffer bytes);
    }

    /**
     * What {@link #definition()} gave.
     *
     * @throws IllegalArgumentException when it is not such a definition
     */
    public static SecondOrderFeatures read(FeatureDefinition definition, FilterReader reader) {
        int lineEnd = definition.text().indexOf('\n');
        ByteBuffer bytes = definition.tables().get(FILTER);
        if (lineEnd < 0 || bytes == null) {
            throw new IllegalArgumentException("features of second order without a filter of arcs");
        }
        ArcFilter filter = reader.read(definition.text().substring(lineEnd + 1), bytes);
        return new SecondOrderFeatures(ArcColumns.parse(definition.text().substring(0, lineEnd)), null, filter, null);
    }

    /** Reports nothing: only arcs have attributes. */
    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {}

    @Override
    public Observation observe(Sequence sequence) {
        return new Sentence(sequence);
    }

    /** One sentence. */
    private final class Sentence implements Observation {
        private final ArcWords words;
        private final ArcSet arcs;

        Sentence(Sequence sequence) {
            words = new ArcWords(sequence, columns);
            arcs = chosen(sequence);
        }

        @Override
        public void extract(int position, AttributeSink sink) {}

        @Override
        public ArcSet arcs() {
            return arcs;
        }

        @Override
        public void extractArc(int head, int word, AttributeSink sink) {
            new ArcNames(words, head, word, to(sink)).reportRich();
        }

        @Override
        public void extractSibling(int head, int sibling, int word, AttributeSink sink) {
            new PairNames(words, to(sink)).reportSibling(head, sibling, word);
        }

        @Override
        public void extractGrandparent(int grandparent, int head, int word, AttributeSink sink) {
            new PairNames(words, to(sink)).reportGrandparent(grandparent, head, word);
        }

        private Consumer<CharSequence> to(AttributeSink sink) {
            NameSet names = known;
            return names == null
                    ? name -> sink.arc(name, 1)
                    : name -> {
                        if (names.contains(name)) {
                            sink.arc(name, 1);
                        }
                    };
        }
    }

    private ArcSet chosen(Sequence sequence) {
        ArcFilter chooser = Objects.requireNonNull(filter, "features of second order are settled on data first");
        List<Mark> marks = sequence.marks();
        if (known == null || marks == null) {
            return chooser.arcs(sequence);
        }
        if (marks.size() < sequence.length()) {
            return ArcSet.all(sequence.length());
        }
        return with(chooser.arcs(sequence), marks);
    }

    private static ArcSet with(ArcSet arcs, List<Mark> marks) {
        int[] heads = new int[arcs.words() + 1];
        marks.forEach(mark -> heads[mark.to() + 1] = mark.from() + 1);
        int[] pairs = new int[2 * (arcs.size() + arcs.words())];
        int count = 0;
        for (int m = 1; m <= arcs.words(); m++) {
            for (int h = 0; h <= arcs.words(); h++) {
                if (h != m && (h == heads[m] || arcs.has(h, m))) {
                    pairs[count++] = h;
                    pairs[count++] = m;
                }
            }
        }
        return ArcSet.of(arcs.words(), Arrays.copyOf(pairs, count));
    }

    /** Learns the filter, unless there is one, and looks which names gold trees have. */
    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        NameSet found = new NameSet();
        for (Sequence sequence : data) {
            List<Mark> marks = sequence.marks();
            if (marks == null) {
                throw new DataFormatException(
                        sequence.location(), "the sequence has no tree; training needs one for every sequence");
            }
            if (sequence.weight() > 0) {
                addNames(sequence, marks, found);
            }
        }
        ArcFilter chooser = filter == null
                ? Objects.requireNonNull(learner, "a filter or its learner").learn(data)
                : filter;
        return new SecondOrderFeatures(columns, null, chooser, found);
    }

    private void addNames(Sequence sequence, List<Mark> marks, NameSet found) {
        ArcWords words = new ArcWords(sequence, columns);
        int[] heads = new int[sequence.length()];
        Arrays.fill(heads, UNKNOWN);
        for (Mark mark : marks) {
            if (mark.to() < heads.length) { // else the data are refused later
                heads[mark.to()] = mark.from();
            }
            new ArcNames(words, mark.from(), mark.to(), found::add).reportRich();
        }
        PairNames names = new PairNames(words, found::add);
        for (int m = 0; m < heads.length; m++) {
            int head = heads[m];
            if (head == UNKNOWN) {
                continue;
            }
            int step = head < m ? -1 : 1;
            int sibling = m + step;
            while (sibling != head && heads[sibling] != head) {
                sibling += step;
            }
            names.reportSibling(head, sibling == head ? Observation.NO_SIBLING : sibling, m);
            if (head >= 0 && head < heads.length && heads[head] != UNKNOWN) {
                names.reportGrandparent(heads[head], head, m);
            }
        }
    }

    @Override
    public boolean isFitted() {
        return known != null;
    }

    /** Without the gold trees: arcs are chosen by the filter alone. */
    @Override
    public AttributeExtractor trained() {
        return new SecondOrderFeatures(columns, null, filter, null);
    }

    @Override
    public SortedSet<Integer> columns() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(columns.used()));
    }

    @Override
    public boolean sharedTransitions() {
        return false;
    }

    @Override
    public boolean hasArcAttributes() {
        return true;
    }

    @Override
    public boolean choosesArcs() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        ArcFilter made = filter;
        if (made == null) { // not settled yet: what was asked for
            return new FeatureDefinition(KIND, columns + "\n" + learner, Map.of());
        }
        return new FeatureDefinition(KIND, columns + "\n" + made.definition(), Map.of(), Map.of(FILTER, made.bytes()));
    }
}
