package org.espalier.labelling.segment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.DataFormatException;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.structure.chain.AllowedStates;

/**
 * Segments of several tokens that get one label each: the semi-Markov CRF (Sarawagi &amp; Cohen 2004).
 *
 * @param longest how many tokens a segment may have at most: D
 * @param perType other limits for some types, such as 3 for {@code PER}
 * @param splitsLong what becomes of a longer segment in the training data: it is cut into pieces, or refused
 */
public record SemiMarkov(int longest, Map<String, Integer> perType, boolean splitsLong) implements StructureSpec {

    public SemiMarkov {
        if (longest < 1) {
            throw new IllegalArgumentException("segments of at most " + longest + " tokens; expected at least 1");
        }
        perType.forEach((type, limit) -> {
            if (limit < 1 || limit > longest) {
                throw new IllegalArgumentException("segments of " + type + " of at most " + limit
                        + " tokens; expected 1 to " + longest + ", the limit of all");
            }
        });
        perType = Collections.unmodifiableSortedMap(new TreeMap<>(perType)); // journals compare its text
    }

    /** The same limit for all types; longer segments in the data are refused. */
    public SemiMarkov(int longest) {
        this(longest, Map.of(), false);
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        SegmentLabels labels = SegmentLabels.of(data.labels().names(), data.scheme());
        requireTypes(labels);
        LongestSegments found = new LongestSegments(labels, limits(labels));
        int[] count = {0};
        data.forEach(gold -> add(found, gold.labels(), data, count[0]++));
        if (found.tooLong() > 0 && !splitsLong) {
            LongestSegments.TooLong first = found.firstTooLong().orElseThrow();
            throw new DataFormatException(
                    data.location((int) first.sequence()),
                    "a segment of "
                            + first.segment().length() + " tokens of '" + first.name() + "' begins at token "
                            + (first.segment().start() + 1) + " of the sequence; " + found.tooLong()
                            + (found.tooLong() == 1 ? " segment has" : " segments have")
                            + " more tokens than they may have (" + longest
                            + (perType.isEmpty() ? "" : ", and by type " + perType)
                            + "), the longest " + found.longest() + ": raise "
                            + (perType.containsKey(first.name())
                                    ? "the limit of '" + first.name() + "' (--max-segment-of)"
                                    : "--max-segment to " + found.longest())
                            + ", or cut longer segments into pieces with --long-segments split");
        }
        return new SegmentStructure(labels, found.lengths());
    }

    private static void add(LongestSegments found, AllowedStates gold, LabelData data, int number) {
        try {
            found.add(number, gold);
        } catch (IllegalArgumentException e) {
            throw new DataFormatException(data.location(number), String.valueOf(e.getMessage()), e);
        }
    }

    private void requireTypes(SegmentLabels labels) {
        for (String type : perType.keySet()) {
            if (!labels.names().contains(type)) {
                throw new IllegalArgumentException("a longest segment of '" + type
                        + "', which the data do not have; they have " + String.join(", ", labels.names()));
            }
        }
    }

    private int[] limits(SegmentLabels labels) {
        return labels.names().stream()
                .mapToInt(type -> perType.getOrDefault(type, longest))
                .toArray();
    }

    @Override
    public StructureSpec with(String number, int value) {
        return number.equals("max-segment")
                ? new SemiMarkov(value, perType, splitsLong)
                : StructureSpec.super.with(number, value);
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("maxSegment", longest);
        if (!perType.isEmpty()) {
            map.put("maxSegments", perType);
        }
        if (splitsLong) {
            map.put("longSegments", "split");
        }
        return map;
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.segments(longest);
    }

    @Override
    public String describe() {
        return "a semi-Markov model";
    }
}
