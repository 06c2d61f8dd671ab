package org.espalier.labelling.tree;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.feature.encoding.PairPlaces;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;

/**
 * Trees of constituents by the grammar of a treebank (Finkel, Kleeman &amp; Manning 2008; Hall, Durrett &amp; Klein 2014): rules have weights, and
 * spans of words have features.
 *
 * @param isRightFactored whether what is left of a constituent, after its first child was split off, is on the right; if not, the last child is
 *     split off
 * @param horizontal how many children that were split off such a rest remembers
 * @param vertical how many labels upwards a symbol has: 1 for its own only, 2 with that of its parent
 */
public record Constituents(boolean isRightFactored, int horizontal, int vertical) implements StructureSpec {
    /** As is usual: to the right, and symbols remember nothing. */
    public static final Constituents USUAL = new Constituents(true, 0, 1);

    private static final int MOST = 9;

    public Constituents {
        if (horizontal < 0 || horizontal > MOST || vertical < 1 || vertical > MOST) {
            throw new IllegalArgumentException("symbols that remember " + horizontal + " siblings and " + vertical
                    + " labels upwards; expected 0 to " + MOST + " and 1 to " + MOST);
        }
    }

    Factoring factoring() {
        return new Factoring(isRightFactored, horizontal, vertical);
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        TreeGrammar.Builder builder = new TreeGrammar.Builder(factoring());
        int[] number = {0};
        data.forEach(gold -> {
            try {
                builder.add(gold.length(), gold.marks(), 1);
            } catch (IllegalArgumentException e) {
                throw new DataFormatException(data.location(number[0]), String.valueOf(e.getMessage()), e);
            }
            number[0]++;
        });
        return new ConstituentLabels(builder.build(), data.labels().size());
    }

    @Override
    public StructureSpec with(String name, int value) {
        return switch (name) {
            case "horizontal" -> new Constituents(isRightFactored, value, vertical);
            case "vertical" -> new Constituents(isRightFactored, horizontal, value);
            default -> StructureSpec.super.with(name, value);
        };
    }

    @Override
    public PairPlaces pairPlaces() {
        return PairPlaces.SPANS;
    }

    @Override
    public boolean hasMarks() {
        return true;
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("factor", isRightFactored ? "right" : "left");
        map.put("horizontal", horizontal);
        map.put("vertical", vertical);
        return map;
    }

    @Override
    public String describe() {
        return "a parser of constituents";
    }
}
