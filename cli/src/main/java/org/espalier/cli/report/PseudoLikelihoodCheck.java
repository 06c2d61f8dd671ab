package org.espalier.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.data.Sequence;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Whether a model that was trained by the pseudo-likelihood finds the labels of its own training data.
 *
 * <p>In training every label is predicted from the right labels around it; in tagging these have to be found too. Weights that predict well
 * in the first case may prefer one label everywhere in the second. That shows on the first few training graphs, which are kept here.
 */
public final class PseudoLikelihoodCheck implements Consumer<Sequence> {
    private static final int MOST = 50;

    private final List<Sequence> kept = new ArrayList<>();

    @Override
    public void accept(Sequence graph) {
        if (kept.size() < MOST && graph.isLabelled()) {
            kept.add(graph);
        }
    }

    /** What is to be said of a model; null when it does better than the most frequent label everywhere. */
    public @Nullable String problem(Model model) {
        Map<String, Integer> counts = new HashMap<>();
        int right = 0;
        int all = 0;
        for (Sequence graph : kept) {
            List<String> gold = graph.labels() == null ? List.of() : graph.labels();
            List<String> found = model.tagger().tag(graph).labels();
            for (int v = 0; v < gold.size(); v++) {
                right += gold.get(v).equals(found.get(v)) ? 1 : 0;
                counts.merge(gold.get(v), 1, Integer::sum);
                all++;
            }
        }
        int usual = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return all == 0 || right >= usual
                ? null
                : String.format(
                        Locale.ROOT,
                        "the pseudo-likelihood trusts neighbours too much: with these weights %.1f%% of the labels of"
                                + " the training data are found, and the most frequent label everywhere would be right in"
                                + " %.1f%%; train with --loss log and --inference bp or trw instead of"
                                + " --pseudo-likelihood",
                        100.0 * right / all,
                        100.0 * usual / all);
    }
}
