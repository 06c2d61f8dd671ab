package org.espalier.labelling.chain;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.espalier.labelling.LabelData;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.StructureSpec;
import org.espalier.structure.chain.Histories;

/**
 * A chain of order k, whose features look at up to k labels before the present one.
 *
 * @param order k, from 1 to {@value Histories#LONGEST}
 * @param extent which histories of labels there are
 * @param observedOrder the highest order of features that look at what is observed at a step, from 1 to k
 */
public record HigherOrder(int order, Extent extent, int observedOrder) implements StructureSpec {

    /** Which histories there are. */
    public enum Extent {
        /** Those that occur in the training data. A label sequence with another history is impossible. */
        OCCURRING,
        /** All of them: L<sup>k</sup> histories. */
        ALL;

        /** As on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public HigherOrder {
        if (order < 1 || order > Histories.LONGEST) {
            throw new IllegalArgumentException("order = " + order + "; expected 1 to " + Histories.LONGEST);
        }
        if (observedOrder < 1 || observedOrder > order) {
            throw new IllegalArgumentException("features of order " + observedOrder
                    + " (--order-features) in a chain of order " + order + "; expected 1 to " + order);
        }
    }

    /** Histories that occur; features that look at a step see two labels. */
    public HigherOrder(int order) {
        this(order, Extent.OCCURRING, 1);
    }

    @Override
    public LabelStructure<?> settle(LabelData data) {
        int labels = data.labels().size();
        if (extent == Extent.ALL) {
            return new HistoryLabels(Histories.all(labels, order), observedOrder);
        }
        Histories.Builder builder = Histories.occurring(labels, order);
        data.forEach(gold -> builder.add(gold.labels()));
        return new HistoryLabels(builder.build(), observedOrder);
    }

    @Override
    public StructureSpec with(String number, int value) {
        return switch (number) {
            case "order" -> new HigherOrder(value, extent, Math.min(observedOrder, value));
            case "order-features" -> new HigherOrder(order, extent, value);
            default -> StructureSpec.super.with(number, value);
        };
    }

    @Override
    public Map<String, Object> provenance() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("order", order);
        map.put("histories", extent.toString());
        if (observedOrder > 1) {
            map.put("orderFeatures", observedOrder);
        }
        return map;
    }

    @Override
    public String describe() {
        return "a chain of order " + order;
    }
}
