package org.espalier.feature.arc;

import java.util.Collections;
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
import org.jspecify.annotations.Nullable;

/**
 * The attributes of arcs of McDonald, Crammer &amp; Pereira (2005), with lemmas, fine tags and morphology where the data have them.
 *
 * <p>Training keeps the attributes that occur on an arc of a gold tree. The others could only ever be weighed against an arc; leaving them out
 * makes the model several times smaller.
 */
public final class ArcFeatures implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "arcs";

    private static final String COARSE = " coarse";

    private final ArcColumns columns;
    private final boolean isCoarse; // a few attributes only
    private final @Nullable NameSet
            known; // the names that gold arcs have; null before the data are seen, and in a model

    /** Attributes from these columns. */
    public ArcFeatures(ArcColumns columns) {
        this(columns, false, null);
    }

    private ArcFeatures(ArcColumns columns, boolean isCoarse, @Nullable NameSet known) {
        this.columns = columns;
        this.isCoarse = isCoarse;
        this.known = known;
    }

    /** Few of the attributes, for a model that chooses arcs for another one. */
    public static ArcFeatures coarse(ArcColumns columns) {
        return new ArcFeatures(columns, true, null);
    }

    /**
     * What {@link #definition} gave.
     *
     * @throws IllegalArgumentException when it is not such a text
     */
    public static ArcFeatures parseDefinition(String text) {
        boolean coarse = text.endsWith(COARSE);
        String columns = coarse ? text.substring(0, text.length() - COARSE.length()) : text;
        return new ArcFeatures(ArcColumns.parse(columns), coarse, null);
    }

    /** Reports nothing: only arcs have attributes. */
    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {}

    @Override
    public Observation observe(Sequence sequence) {
        ArcWords words = new ArcWords(sequence, columns);
        return new Observation() {
            @Override
            public void extract(int position, AttributeSink sink) {}

            @Override
            public void extractArc(int head, int word, AttributeSink sink) {
                report(new ArcNames(words, head, word, name -> {
                    if (known == null || known.contains(name)) {
                        sink.arc(name, 1);
                    }
                }));
            }
        };
    }

    private void report(ArcNames names) {
        if (isCoarse) {
            names.reportCoarse();
        } else {
            names.report();
        }
    }

    /** Looks which names the arcs of gold trees have. */
    @Override
    public AttributeExtractor fit(Iterable<Sequence> data) {
        NameSet found = new NameSet();
        for (Sequence sequence : data) {
            List<Mark> marks = sequence.marks();
            if (marks == null) {
                throw new DataFormatException(
                        sequence.location(), "the sequence has no tree; training needs one for every sequence");
            }
            ArcWords words = new ArcWords(sequence, columns);
            for (Mark mark : sequence.weight() > 0 ? marks : List.<Mark>of()) {
                report(new ArcNames(words, mark.from(), mark.to(), found::add));
            }
        }
        return new ArcFeatures(columns, isCoarse, found);
    }

    @Override
    public boolean isFitted() {
        return known != null;
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
    public FeatureDefinition definition() {
        return new FeatureDefinition(KIND, columns + (isCoarse ? COARSE : ""), Map.of());
    }
}
