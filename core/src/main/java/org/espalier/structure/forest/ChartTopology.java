package org.espalier.structure.forest;

import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;

/**
 * Charts over the same grammar. Their families are the spans, whose targets are the symbols below unary rules, and the rules, which all
 * sentences share.
 *
 * <p>The {@linkplain Sites#sites sites} of spans are the first word and ~(the word after the last) in turn, by rising first word, then by rising
 * end. The second number is negative because a span is there without attributes, too. A sentence without sites has all spans.
 *
 * @param grammar the grammar
 */
public record ChartTopology(Grammar grammar) implements Topology<Chart> {

    @Override
    public Chart structure(Sites sites) {
        int[] pairs = sites.sites(Chart.LOWER);
        if (pairs.length == 0) {
            return Chart.of(grammar, sites.length());
        }
        int[] spans = pairs.clone();
        for (int k = 1; k < spans.length; k += 2) {
            spans[k] = ~spans[k];
        }
        return Chart.of(grammar, SpanSet.of(sites.length(), spans));
    }

    @Override
    public List<Family> families() {
        return List.of(
                Family.plain("span", Chart.LOWER, grammar.symbols()), Family.shared("rule", sharedParts(), null));
    }

    @Override
    public int sharedParts() {
        return grammar.binaryRules() + grammar.unaryRules();
    }

    /** False: sentences of one length may have different spans. */
    @Override
    public boolean isShapedByLength(Sites sites) {
        return false;
    }

    /** False: the upper symbols of spans have no family. */
    @Override
    public boolean coversParts() {
        return false;
    }
}
