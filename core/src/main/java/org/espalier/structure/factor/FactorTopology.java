package org.espalier.structure.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.structure.Family;
import org.espalier.structure.Sites;
import org.espalier.structure.Topology;

/**
 * Graphs that are made of copies: variables of the same types, joined by factors of the same templates (Taskar, Abbeel &amp; Koller
 * 2002; Sutton &amp; McCallum 2012).
 *
 * <p>Every type is a family, whose targets are its values; every template is one, whose targets are the joint values of its variables,
 * or fewer where they are {@linkplain Tying tied}. {@link GraphSites} says how an instance tells its variables and factors.
 *
 * @param values how many values the variables of each type have // [types]
 * @param templates what factors are copies of
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record FactorTopology(int[] values, List<FactorTemplate> templates) implements Topology<FactorGraph> {

    public FactorTopology {
        templates = List.copyOf(templates);
        for (FactorTemplate template : templates) {
            template.cardinalities(values);
        }
    }

    /** How many types of variables there are. */
    public int types() {
        return values.length;
    }

    /** The numbers of values of the variables of a template. */
    public int[] cardinalities(int template) {
        return templates.get(template).cardinalities(values);
    }

    @Override
    public FactorGraph structure(Sites sites) {
        int[] pairs = sites.sites(1);
        int[] types = new int[sites.length()];
        int[] cardinalities = new int[sites.length()];
        int[][] members = new int[types() + templates.size()][8];
        int[][] memberSites = new int[types() + templates.size()][8];
        int[] sizes = new int[members.length];
        List<int[]> scopes = new ArrayList<>();
        for (int site = 0; site < pairs.length / 2; site++) {
            int group = GraphSites.group(pairs, site);
            if (group < 0) {
                continue;
            }
            int variable = pairs[2 * site + 1];
            int member = variable;
            if (group < types()) {
                types[variable] = group;
                cardinalities[variable] = values[group];
            } else {
                member = scopes.size();
                scopes.add(GraphSites.variables(pairs, site));
            }
            if (sizes[group] == members[group].length) {
                members[group] = Arrays.copyOf(members[group], 2 * sizes[group]);
                memberSites[group] = Arrays.copyOf(memberSites[group], 2 * sizes[group]);
            }
            members[group][sizes[group]] = member;
            memberSites[group][sizes[group]++] = site;
        }
        for (int group = 0; group < sizes.length; group++) {
            members[group] = Arrays.copyOf(members[group], sizes[group]);
            memberSites[group] = Arrays.copyOf(memberSites[group], sizes[group]);
        }
        return FactorGraph.of(cardinalities, scopes.toArray(int[][]::new))
                .grouped(new FactorGroups(types, types(), members, memberSites));
    }

    @Override
    public List<Family> families() {
        List<Family> families = new ArrayList<>();
        for (int type = 0; type < types(); type++) {
            families.add(Family.plain("type-" + type, FactorGraph.GROUPS + type, values[type]));
        }
        for (int k = 0; k < templates.size(); k++) {
            int[] cardinalities = cardinalities(k);
            Tying tying = templates.get(k).tying();
            families.add(new Family(
                    "template-" + k,
                    FactorGraph.GROUPS + types() + k,
                    tying.targets(cardinalities),
                    tying.map(cardinalities),
                    false));
        }
        return families;
    }

    @Override
    public int sharedParts() {
        return 0;
    }

    /** False: graphs of the same length may have other factors. */
    @Override
    public boolean isShapedByLength(Sites sites) {
        return false;
    }

    @Override
    public boolean coversParts() {
        return true;
    }
}
