package org.espalier.feature.encoding;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.BiasedAttributes;
import org.espalier.feature.ExtractorProvider;
import org.espalier.feature.FeatureDefinition;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.arc.ArcFeatures;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.kernel.KernelFeatures;
import org.espalier.feature.map.MappedFeatures;
import org.espalier.feature.network.NetworkFeatures;
import org.espalier.feature.table.FrameFeatures;
import org.espalier.feature.table.NamedColumns;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.feature.text.BagOfWords;
import org.espalier.feature.text.FeatureFiles;
import org.espalier.feature.text.FeatureSet;
import org.espalier.feature.text.WordOrClass;
import org.espalier.structure.forest.SpanSet;
import org.espalier.structure.spanning.ArcSet;
import org.jspecify.annotations.Nullable;

/** Builds extractors again from what a model file keeps of them, and combines several into one. */
public final class Extractors {
    private static final String COMBINED = "combined";

    private Extractors() {}

    /**
     * The built-in extractor that gave this definition.
     *
     * @throws IllegalArgumentException when the definition is damaged, or of an extractor that is not built in
     */
    public static AttributeExtractor from(FeatureDefinition definition) {
        return from(definition, unknown -> {
            AttributeExtractor other = offered(unknown);
            if (other == null) {
                throw new IllegalArgumentException(
                        "the model's attributes come from an extractor of the kind '" + unknown.kind()
                                + "', which is not built in; create it in Java and pass it when loading the model");
            }
            return other;
        });
    }

    /** The extractor that gave this definition, by a module that is there; null when none knows it. */
    public static @Nullable AttributeExtractor offered(FeatureDefinition unknown) {
        for (ExtractorProvider provider :
                ServiceLoader.load(ExtractorProvider.class, Extractors.class.getClassLoader())) {
            if (provider.kind().equals(unknown.kind())) {
                return provider.extractor(unknown);
            }
        }
        return null;
    }

    /**
     * The extractor that gave this definition.
     *
     * @param others makes extractors of kinds that are not built in
     */
    public static AttributeExtractor from(
            FeatureDefinition definition, Function<FeatureDefinition, ? extends AttributeExtractor> others) {
        return switch (definition.kind()) {
            case Template.KIND -> Template.parse(definition.text(), "the model's template");
            case Template.EXACT_KIND -> Template.parseExactly(definition.text(), "the model's template");
            case GivenAttributes.KIND -> new GivenAttributes();
            case GraphFeatures.KIND -> GraphFeatures.parseDefinition(definition.text());
            case FeatureSet.KIND -> FeatureSet.parse(definition.text(), FeatureFiles.kept(definition));
            case BagOfWords.KIND -> BagOfWords.parseDefinition(definition.text());
            case NamedColumns.KIND -> NamedColumns.parseDefinition(definition.text());
            case ArcFeatures.KIND -> ArcFeatures.parseDefinition(definition.text());
            case FrameFeatures.KIND -> FrameFeatures.parseDefinition(definition.text());
            case WapitiPatterns.KIND -> WapitiPatterns.parseDefinition(definition.text());
            case WordOrClass.KIND -> WordOrClass.parse(definition);
            case BiasedAttributes.KIND, BiasedAttributes.PRESENCE_KIND ->
                BiasedAttributes.parse(definition, inner -> from(inner, others));
            case KernelFeatures.KIND -> KernelFeatures.parse(definition, inner -> from(inner, others));
            case NetworkFeatures.KIND -> NetworkFeatures.parse(definition, inner -> from(inner, others));
            case MappedFeatures.KIND -> MappedFeatures.parse(definition, inner -> from(inner, others));
            case COMBINED ->
                combine(Combined.parts(definition).stream()
                        .<AttributeExtractor>map(part -> from(part, others))
                        .toList());
            case "" -> throw new IllegalArgumentException("the definition of the model's features has no kind");
            default -> others.apply(definition);
        };
    }

    /** Reports the attributes of both, in this order; transitions are shared if they are with either. */
    public static AttributeExtractor combine(AttributeExtractor first, AttributeExtractor second) {
        return combine(List.of(first, second));
    }

    /** Reports the attributes of all, in this order; transitions are shared if they are with any. */
    public static AttributeExtractor combine(List<? extends AttributeExtractor> extractors) {
        if (extractors.isEmpty()) {
            throw new IllegalArgumentException("no extractors to combine; expected at least one");
        }
        List<AttributeExtractor> flat = new ArrayList<>();
        for (AttributeExtractor extractor : extractors) {
            if (extractor instanceof Combined combined) {
                flat.addAll(combined.parts);
            } else {
                flat.add(extractor);
            }
        }
        return flat.size() == 1 ? flat.get(0) : new Combined(List.copyOf(flat));
    }

    /**
     * Its definition's text has, for each part, a line {@code kind, blank, number of characters}, those characters, a
     * line end.
     */
    private record Combined(List<AttributeExtractor> parts) implements AttributeExtractor {

        @Override
        public void extract(Sequence sequence, int position, AttributeSink sink) {
            for (AttributeExtractor part : parts) {
                part.extract(sequence, position, sink);
            }
        }

        @Override
        public Observation observe(Sequence sequence) {
            return together(parts.stream().map(part -> part.observe(sequence)).toList());
        }

        @Override
        public Observer observer() {
            List<Observer> observers =
                    parts.stream().map(AttributeExtractor::observer).toList();
            return sequence -> together(observers.stream()
                    .map(observer -> observer.observe(sequence))
                    .toList());
        }

        private static Observation together(List<Observation> observations) {
            return new Observation() {
                @Override
                public void extract(int position, AttributeSink sink) {
                    observations.forEach(observation -> observation.extract(position, sink));
                }

                @Override
                public void extractSegment(int start, int length, AttributeSink sink) {
                    observations.forEach(observation -> observation.extractSegment(start, length, sink));
                }

                @Override
                public void extractArc(int head, int word, AttributeSink sink) {
                    observations.forEach(observation -> observation.extractArc(head, word, sink));
                }

                @Override
                public @Nullable ArcSet arcs() {
                    for (Observation observation : observations) {
                        ArcSet chosen = observation.arcs();
                        if (chosen != null) {
                            return chosen;
                        }
                    }
                    return null;
                }

                @Override
                public @Nullable SpanSet spans() {
                    for (Observation observation : observations) {
                        SpanSet chosen = observation.spans();
                        if (chosen != null) {
                            return chosen;
                        }
                    }
                    return null;
                }

                @Override
                public void extractSibling(int head, int sibling, int word, AttributeSink sink) {
                    observations.forEach(observation -> observation.extractSibling(head, sibling, word, sink));
                }

                @Override
                public void extractGrandparent(int grandparent, int head, int word, AttributeSink sink) {
                    observations.forEach(observation -> observation.extractGrandparent(grandparent, head, word, sink));
                }
            };
        }

        @Override
        public boolean hasSegmentAttributes() {
            return parts.stream().anyMatch(AttributeExtractor::hasSegmentAttributes);
        }

        @Override
        public boolean hasArcAttributes() {
            return parts.stream().anyMatch(AttributeExtractor::hasArcAttributes);
        }

        @Override
        public boolean choosesArcs() {
            return parts.stream().anyMatch(AttributeExtractor::choosesArcs);
        }

        @Override
        public AttributeExtractor trained() {
            return new Combined(parts.stream()
                    .<AttributeExtractor>map(AttributeExtractor::trained)
                    .toList());
        }

        @Override
        public AttributeExtractor fit(Iterable<Sequence> data) {
            return new Combined(parts.stream()
                    .<AttributeExtractor>map(part -> part.fit(data))
                    .toList());
        }

        @Override
        public boolean isFitted() {
            return parts.stream().allMatch(AttributeExtractor::isFitted);
        }

        @Override
        public SortedSet<Integer> columns() {
            SortedSet<Integer> columns = new TreeSet<>();
            parts.forEach(part -> columns.addAll(part.columns()));
            return Collections.unmodifiableSortedSet(columns);
        }

        @Override
        public boolean sharedTransitions() {
            return parts.stream().anyMatch(AttributeExtractor::sharedTransitions);
        }

        @Override
        public FeatureDefinition definition() {
            StringBuilder text = new StringBuilder();
            Map<String, List<String>> gazetteers = new TreeMap<>();
            Map<String, ByteBuffer> tables = new TreeMap<>();
            for (AttributeExtractor part : parts) {
                FeatureDefinition definition = part.definition();
                text.append(definition.kind())
                        .append(' ')
                        .append(definition.text().length())
                        .append('\n');
                text.append(definition.text()).append('\n');
                definition.gazetteers().forEach((name, entries) -> put(gazetteers, "gazetteers", name, entries));
                definition.tables().forEach((name, bytes) -> put(tables, "files", name, bytes));
            }
            return new FeatureDefinition(COMBINED, text.toString(), gazetteers, tables);
        }

        private static <T> void put(Map<String, T> known, String what, String name, T content) {
            T other = known.putIfAbsent(name, content);
            if (other != null && !other.equals(content)) {
                throw new IllegalArgumentException(
                        "two " + what + " have the name '" + name + "'; give each its own name");
            }
        }

        static List<FeatureDefinition> parts(FeatureDefinition definition) {
            String text = definition.text();
            List<FeatureDefinition> parts = new ArrayList<>();
            int at = 0;
            while (at < text.length()) {
                int lineEnd = text.indexOf('\n', at);
                int blank = lineEnd < 0 ? -1 : text.lastIndexOf(' ', lineEnd);
                String digits = blank < at ? "" : text.substring(blank + 1, lineEnd);
                long end = digits.matches("[0-9]{1,9}") ? lineEnd + 1L + Integer.parseInt(digits) : Long.MAX_VALUE;
                if (end >= text.length() || text.charAt((int) end) != '\n') {
                    throw new IllegalArgumentException(
                            "the definition of the combined features is damaged at character " + at);
                }
                String kind = text.substring(at, blank);
                if (kind.equals(COMBINED)) {
                    throw new IllegalArgumentException(
                            "the definition of the combined features holds another combination");
                }
                parts.add(definition.with(kind, text.substring(lineEnd + 1, (int) end)));
                at = (int) end + 1;
            }
            if (parts.isEmpty()) {
                throw new IllegalArgumentException("the definition of the combined features is empty");
            }
            return parts;
        }
    }
}
