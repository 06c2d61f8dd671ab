package org.espalier.labelling;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.encoding.PairPlaces;

/**
 * A structure that learns labels in IOBES, whose data and answers have labels in IOB2 or IOE2.
 *
 * <p>The end of a span and a span of one token get weights of their own, which pays for names.
 *
 * @param structure the structure over the labels in IOBES
 */
public record LearnScheme(StructureSpec structure) implements StructureSpec {

    @Override
    public LabelStructure<?> settle(LabelData data) {
        SpanRoles roles = SpanRoles.of(data.labels(), data.scheme());
        int[] count = {0};
        data.forEach(gold -> {
            if (gold.labels().isPath() && roles.path(gold.labels().onlyPath()) == null) {
                throw new DataFormatException(
                        data.location(count[0]),
                        "the labels of the sequence break the scheme " + data.scheme()
                                + ", so they cannot be learnt as IOBES; correct them ('espalier check' shows which), or train without"
                                + " --learn-scheme");
            }
            count[0]++;
        });
        return SchemeLabels.of(roles, data.scheme(), structure.settle(new Inside(data, roles)));
    }

    /** The same data with labels in IOBES. */
    private record Inside(LabelData data, SpanRoles roles) implements LabelData {
        @Override
        public Labels labels() {
            return roles.inside();
        }

        @Override
        public TagScheme scheme() {
            return TagScheme.IOBES;
        }

        @Override
        public void forEach(Consumer<Gold> gold) {
            data.forEach(outside -> gold.accept(Gold.of(roles.inside(outside.labels()))));
        }

        @Override
        public AttributeExtractor extractor() {
            return data.extractor();
        }

        @Override
        public Location location(int sequence) {
            return data.location(sequence);
        }
    }

    @Override
    public StructureSpec with(String number, int value) {
        return new LearnScheme(structure.with(number, value));
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>(structure.provenance());
        map.put("learnScheme", TagScheme.IOBES.name());
        return map;
    }

    @Override
    public String describe() {
        return structure.describe();
    }

    @Override
    public boolean hidesStates() {
        return structure.hidesStates();
    }

    @Override
    public PairPlaces pairPlaces() {
        return structure.pairPlaces();
    }
}
