package org.espalier.feature.text;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.espalier.data.RealValues;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.FeatureDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The built-in features: a list of {@link Feature} items, with transitions shared by all positions.
 *
 * <p>{@link #parse} reads a specification such as {@code text,gazetteer(units=units.txt),numeric(2)}; {@link #of} takes
 * items made in Java; {@link #toString} writes the specification, presets spelt out. An attribute that several items
 * ask for is reported once.
 *
 * <p>Items that stand for "all columns of a kind" ({@code columns}, {@code numeric}) are settled by {@link #fit}, which
 * knows the training data; before that {@link #extract} refuses.
 */
public final class FeatureSet implements AttributeExtractor {
    /** The kind of {@link #definition()}. */
    public static final String KIND = "features";

    private final List<Feature> features;
    private final List<Atom> atoms;
    private final List<SegmentAtom> segmentAtoms;
    private final int wordColumn;
    private final boolean fitted;

    private FeatureSet(
            List<Feature> features, List<Atom> atoms, List<SegmentAtom> segmentAtoms, int wordColumn, boolean fitted) {
        this.features = features;
        this.atoms = atoms;
        this.segmentAtoms = segmentAtoms;
        this.wordColumn = wordColumn;
        this.fitted = fitted;
    }

    /** The set of the given items. */
    public static FeatureSet of(Feature... features) {
        return of(Arrays.asList(features));
    }

    private static FeatureSet of(List<Feature> features) {
        if (features.stream().allMatch(feature -> feature.role() == Feature.Role.WORD_COLUMN)) {
            throw new IllegalArgumentException(
                    "the feature set is empty; expected items such as words(-2..2), or the preset text");
        }
        Map<String, Feature> distinct = new LinkedHashMap<>();
        Set<Atom> atoms = new LinkedHashSet<>();
        Set<SegmentAtom> segmentAtoms = new LinkedHashSet<>();
        Map<String, Object> files = new TreeMap<>();
        int wordColumn = 0;
        for (Feature feature : features) {
            Gazetteer gazetteer = feature.gazetteer();
            if (gazetteer != null) {
                name(files, "gazetteers", gazetteer.name(), gazetteer.entries());
            }
            Feature.NamedTable table = feature.table();
            if (table != null) {
                name(files, "files", table.name(), table.table());
            }
            wordColumn = feature.role() == Feature.Role.WORD_COLUMN ? feature.from() : wordColumn;
            if (distinct.putIfAbsent(feature.toString(), feature) == null) {
                atoms.addAll(feature.atoms());
                segmentAtoms.addAll(feature.segmentAtoms());
            }
        }
        boolean fitted = features.stream().noneMatch(Feature::isOpen);
        return new FeatureSet(
                List.copyOf(distinct.values()), List.copyOf(atoms), List.copyOf(segmentAtoms), wordColumn, fitted);
    }

    private static void name(Map<String, Object> files, String what, String name, Object content) {
        Object other = files.putIfAbsent(name, content);
        if (other != null && !other.equals(content)) {
            throw new IllegalArgumentException("two " + what + " have the name '" + name + "'; give each its own name");
        }
    }

    /** A specification that names no files, or a preset. */
    public static FeatureSet parse(String specification) {
        return parse(specification, FeatureFiles.none());
    }

    /** A specification that may name files; their relative paths start at {@code folder}. */
    public static FeatureSet parse(String specification, Path folder) {
        return parse(specification, FeatureFiles.in(folder));
    }

    /**
     * Reads a specification.
     *
     * @throws IllegalArgumentException when it is wrong; the message says where and what is known
     */
    public static FeatureSet parse(String specification, FeatureFiles files) {
        return of(FeatureSpecification.parse(specification, files));
    }

    /**
     * The preset {@code text}: the default for words in column 0, with whatever categories stand in the other columns.
     */
    public static FeatureSet text() {
        return parse("text");
    }

    /** The specification of every preset by its name. */
    public static Map<String, String> presets() {
        Map<String, String> presets = new LinkedHashMap<>();
        Preset.all().forEach(preset -> presets.put(preset.name(), preset.specification()));
        return Collections.unmodifiableMap(presets);
    }

    /** This set and further items. */
    public FeatureSet with(Feature... more) {
        List<Feature> all = new ArrayList<>(features);
        all.addAll(Arrays.asList(more));
        return of(all);
    }

    @Override
    public void extract(Sequence sequence, int position, AttributeSink sink) {
        extract(Observed.once(sequence, wordColumn), position, new StringBuilder(), sink);
    }

    @Override
    public Observation observe(Sequence sequence) {
        return observer().observe(sequence);
    }

    @Override
    public Observer observer() {
        StringBuilder name = new StringBuilder();
        return sequence -> {
            Observed observed = Observed.remembering(sequence, wordColumn);
            return new Observation() {
                @Override
                public void extract(int position, AttributeSink sink) {
                    FeatureSet.this.extract(observed, position, name, sink);
                }

                @Override
                public void extractSegment(int start, int length, AttributeSink sink) {
                    for (int i = 0; i < segmentAtoms.size(); i++) {
                        segmentAtoms.get(i).extract(observed, start, length, name, sink);
                    }
                }
            };
        };
    }

    /** Tables for encoding a corpus with these features, or null when none of them can be found by words. */
    public @Nullable WordTables wordTables() {
        return fitted ? WordTables.of(atoms, wordColumn) : null;
    }

    @Override
    public boolean hasSegmentAttributes() {
        return !segmentAtoms.isEmpty();
    }

    private void extract(Observed observed, int position, StringBuilder name, AttributeSink sink) {
        if (!fitted) {
            throw new IllegalStateException("the features '" + this
                    + "' stand for columns that must first be found in the training data; call fit first");
        }
        for (int i = 0; i < atoms.size(); i++) {
            atoms.get(i).extract(observed, position, name, sink);
        }
    }

    /** Whether no item is left that stands for columns yet to be found. */
    @Override
    public boolean isFitted() {
        return fitted;
    }

    /**
     * Replaces {@code numeric} by the columns in which every token has a number or nothing, and {@code columns} by the
     * others; the word's column is neither, nor is a column that some tokens lack.
     */
    @Override
    public FeatureSet fit(Iterable<Sequence> data) {
        if (fitted) {
            return this;
        }
        ColumnKinds kinds = ColumnKinds.of(data);
        List<Feature> settled = new ArrayList<>();
        for (Feature feature : features) {
            if (!feature.isOpen()) {
                settled.add(feature);
                continue;
            }
            boolean numbers = feature.role() == Feature.Role.ALL_NUMBERS;
            int before = settled.size();
            for (int column = 0; column < kinds.count(); column++) {
                if (column != wordColumn && kinds.isNumeric(column) == numbers) {
                    settled.add(feature.of(column));
                }
            }
            if (numbers && settled.size() == before) {
                throw new IllegalArgumentException(
                        "the feature 'numeric' stands for all columns of numbers, but besides the"
                                + " word's column (" + wordColumn + ") no column has only numbers; name the columns:"
                                + " numeric(2,3), and the error will say which token is not a number");
            }
        }
        return of(settled);
    }

    /** How many columns every token has, and which of them hold numbers only. */
    private record ColumnKinds(int count, Set<Integer> words, Set<Integer> numbers) {

        static ColumnKinds of(Iterable<Sequence> data) {
            int count = Integer.MAX_VALUE;
            Set<Integer> words = new TreeSet<>();
            Set<Integer> numbers = new TreeSet<>();
            for (Sequence sequence : data) {
                for (Token token : sequence.tokens()) {
                    count = Math.min(count, token.columns().size());
                    for (int column = 0; column < count; column++) {
                        String text = token.columns().get(column);
                        if (!words.contains(column) && !RealValues.isMissing(text)) {
                            (RealValues.isNumber(text) ? numbers : words).add(column);
                        }
                    }
                }
            }
            return new ColumnKinds(count == Integer.MAX_VALUE ? 0 : count, words, numbers);
        }

        boolean isNumeric(int column) {
            return numbers.contains(column) && !words.contains(column);
        }
    }

    @Override
    public SortedSet<Integer> columns() {
        SortedSet<Integer> columns = new TreeSet<>();
        for (Atom atom : atoms) {
            if (atom instanceof Atom.Numeric numeric) {
                columns.add(numeric.column());
            } else if (atom instanceof Atom.Single single) {
                columns.add(column(single.value()));
            } else if (atom instanceof Atom.Conjunction conjunction) {
                conjunction.parts().forEach(part -> columns.add(column(part.value())));
            } else if (!(atom instanceof Atom.Bias
                    || atom instanceof Atom.Edge
                    || atom instanceof Atom.RelativePosition)) {
                columns.add(wordColumn);
            }
        }
        for (SegmentAtom atom : segmentAtoms) {
            if (!(atom instanceof SegmentAtom.Length)) {
                columns.add(atom.column() < 0 ? wordColumn : atom.column());
            }
        }
        return Collections.unmodifiableSortedSet(columns);
    }

    private int column(Value value) {
        return value.kind() == Value.Kind.COLUMN ? value.argument() : wordColumn;
    }

    /** Always true. */
    @Override
    public boolean sharedTransitions() {
        return true;
    }

    @Override
    public FeatureDefinition definition() {
        Map<String, List<String>> gazetteers = new TreeMap<>();
        Map<String, ByteBuffer> tables = new TreeMap<>();
        for (Feature feature : features) {
            Gazetteer gazetteer = feature.gazetteer();
            if (gazetteer != null) {
                gazetteers.put(gazetteer.name(), gazetteer.entries());
            }
            Feature.NamedTable table = feature.table();
            if (table != null) {
                tables.put(table.name(), table.table().toBytes());
            }
        }
        return new FeatureDefinition(KIND, toString(), gazetteers, tables);
    }

    /** The specification, with presets spelt out and without the paths of files. */
    @Override
    public String toString() {
        return features.stream().map(Feature::toString).collect(Collectors.joining(","));
    }
}
