package org.espalier.labelling.factor;

import java.util.Arrays;
import org.espalier.scoring.LayoutBuilder;
import org.espalier.structure.factor.FactorTemplate;
import org.espalier.structure.factor.FactorTopology;
import org.espalier.structure.factor.Tying;

/**
 * Where the targets of an older model stand in a newer one, which has the same types and templates, but perhaps more labels.
 *
 * @param topology the newer
 * @param values the labels of the values of its types
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record GraphRetargeting(FactorTopology topology, int[][] values, FactorTopology older, int[][] olderValues)
        implements LayoutBuilder.Retargeting {

    @Override
    public int target(int family, int target) {
        if (family < topology.types()) {
            return value(family, target);
        }
        int template = family - topology.types();
        FactorTemplate own = topology.templates().get(template);
        return own.tying() == Tying.POTTS ? target : entry(template, own, target);
    }

    private int value(int type, int value) {
        return Math.max(-1, Arrays.binarySearch(values[type], olderValues[type][value]));
    }

    private int entry(int template, FactorTemplate own, int target) {
        int[] tie = own.tying().map(older.cardinalities(template));
        int left = target;
        for (int entry = 0; tie != null && entry < tie.length; entry++) {
            if (tie[entry] == target) {
                left = entry;
                break;
            }
        }
        int found = 0;
        int stride = 1;
        for (int k = own.types().size() - 1; k >= 0; k--) {
            int type = own.types().get(k);
            int value = value(type, left % olderValues[type].length);
            if (value < 0) {
                return -1;
            }
            found += stride * value;
            stride *= values[type].length;
            left /= olderValues[type].length;
        }
        int[] now = own.tying().map(topology.cardinalities(template));
        return now == null ? found : now[found];
    }
}
