package org.espalier.inference.chain;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.chain.ChainTopology;
import org.espalier.structure.chain.Trellis;

/** Scores for targets, drawn once for a sequence, which many chains over the same labels can take. */
final class FamilyScores implements Sites {
    private final Random random;
    private final int length;
    private final int[] steps;
    private final Map<List<Object>, Double> drawn = new HashMap<>();

    FamilyScores(long seed, int length, int[] steps) {
        this.random = new Random(seed);
        this.length = length;
        this.steps = steps;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public int[] sites(int kind) {
        return steps;
    }

    /** The score of something, the same whenever it is asked for. */
    double score(Object... what) {
        return drawn.computeIfAbsent(Arrays.asList(what), key -> random.nextGaussian());
    }

    /** What a target is called, so that chains whose targets have other numbers agree on its score. */
    interface Targets {
        Object name(Family family, int target);
    }

    /** A workspace with the scores of all parts: Σ over the families of the score of the target to which the part is tied. */
    Workspace load(ChainTopology topology, Trellis trellis, Targets targets) {
        Workspace workspace = new Workspace();
        workspace.reserve(trellis);
        double[] scores = workspace.scores();
        for (Family family : topology.families()) {
            int places = family.isShared() ? 1 : trellis.places(family.places());
            for (int place = 0; place < places; place++) {
                int offset = family.isShared() ? 0 : trellis.offset(family.places(), place);
                Object site = family.isShared() || family.isConstant() ? "all" : trellis.site(family.places(), place);
                for (int k = 0; k < family.width(); k++) {
                    int target = family.tie() == null ? k : family.tie()[k];
                    if (target >= 0) {
                        scores[offset + k] += score(family.name(), site, targets.name(family, target));
                    }
                }
            }
        }
        workspace.sharedChanged();
        return workspace;
    }
}
