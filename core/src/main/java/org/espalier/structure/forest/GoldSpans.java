package org.espalier.structure.forest;

import java.util.BitSet;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of a {@link Chart}: the symbols of spans that are wrong.
 *
 * <p>A tree has an error for each of its nodes whose upper symbol is wrong there, and one where the lower symbol is. As all trees of a
 * sentence have as many parts of spans, no tree but the right one has only parts of the right one.
 */
public final class GoldSpans implements Supervision<Chart> {
    private final int length;
    private final int shared;
    private final int parts;
    private final BitSet wrong; // [parts]
    private final @Nullable Parse only;

    private GoldSpans(Chart chart, BitSet wrong, @Nullable Parse only) {
        this.length = chart.length();
        this.shared = chart.sharedParts();
        this.parts = chart.parts();
        this.wrong = wrong;
        this.only = only;
    }

    /** Exactly this tree. */
    public static GoldSpans of(Parse parse) {
        Chart chart = parse.chart();
        BitSet wrong = new BitSet(chart.parts());
        wrong.set(chart.sharedParts(), chart.parts());
        for (int k = 0; k < parse.size(); k++) {
            wrong.clear(chart.lowerOffset(parse.span(k)) + parse.lower(k));
            wrong.clear(chart.upperOffset(parse.span(k)) + parse.upper(k));
        }
        return new GoldSpans(chart, wrong, parse);
    }

    /**
     * All trees without these parts.
     *
     * @param wrong parts of {@linkplain Chart#lowerOffset lower} and {@linkplain Chart#upperOffset upper} symbols
     * @throws IllegalArgumentException when one of them is shared, or does not exist
     */
    public static GoldSpans without(Chart chart, BitSet wrong) {
        int first = wrong.nextSetBit(0);
        if (first >= 0 && (first < chart.sharedParts() || wrong.length() > chart.parts())) {
            throw new IllegalArgumentException("parts " + first + " to " + (wrong.length() - 1)
                    + " are said to be wrong; expected parts of spans, which are " + chart.sharedParts() + " to "
                    + (chart.parts() - 1));
        }
        return new GoldSpans(chart, (BitSet) wrong.clone(), null);
    }

    @Override
    public void requireFit(Chart chart) {
        if (length != chart.length() || shared != chart.sharedParts() || parts != chart.parts()) {
            throw new IllegalArgumentException("supervision of " + length + " words with " + shared + " rules and "
                    + parts + " parts for a sentence of " + chart.length() + " with " + chart.sharedParts() + " and "
                    + chart.parts());
        }
    }

    @Override
    public boolean isSingle() {
        return only != null;
    }

    @Override
    public Output single(Chart chart) {
        if (only == null) {
            throw new IllegalStateException("more than one tree may be allowed; see isSingle");
        }
        return only;
    }

    @Override
    public void addCost(Chart chart, double cost, double[] scores) {
        wrong.stream().forEach(part -> scores[part] += cost);
    }

    @Override
    public void forbid(Chart chart, double[] scores) {
        wrong.stream().forEach(part -> scores[part] = Double.NEGATIVE_INFINITY);
    }

    @Override
    public int errors(Chart chart, Output output) {
        Parse parse = (Parse) output;
        int errors = 0;
        for (int k = 0; k < parse.size(); k++) {
            errors += wrong.get(chart.lowerOffset(parse.span(k)) + parse.lower(k)) ? 1 : 0;
            errors += wrong.get(chart.upperOffset(parse.span(k)) + parse.upper(k)) ? 1 : 0;
        }
        return errors;
    }
}
