package org.espalier.train.run;

import java.util.List;
import org.espalier.feature.AttributeLists;
import org.espalier.scoring.PlacedFeatures;
import org.espalier.structure.Structure;

/** In how many of the terms every attribute of each family occurs, and how many have shared parts. */
final class AttributeShares {
    private final int[][] counts; // [families with places][attributes]
    private int present;
    private int withShared;

    <S extends Structure> AttributeShares(Terms<S> terms) {
        List<PlacedFeatures> families = terms.scorer().placed();
        this.counts = new int[families.size()][];
        int[][] last = new int[counts.length][]; // the last term, from 1, that has the attribute
        for (int f = 0; f < counts.length; f++) {
            counts[f] = new int[families.get(f).features().attributes()];
            last[f] = new int[counts[f].length];
        }
        for (int term = 0; term < terms.size(); term++) {
            if (terms.isPresent(term)) {
                present++;
                withShared += terms.structure(term).usesSharedParts() ? 1 : 0;
                for (int f = 0; f < counts.length; f++) {
                    count(families.get(f), terms, term, counts[f], last[f]);
                }
            }
        }
    }

    private static <S extends Structure> void count(
            PlacedFeatures family, Terms<S> terms, int term, int[] counts, int[] last) {
        AttributeLists lists = family.lists(terms.instance(term).sequence());
        S structure = terms.structure(term);
        for (int place = 0; place < family.places(structure); place++) {
            int site = family.site(structure, place);
            for (int k = lists.begin(site); k < lists.begin(site + 1); k++) {
                int attribute = lists.attributes()[k];
                counts[attribute] += last[attribute] == term + 1 ? 0 : 1;
                last[attribute] = term + 1;
            }
        }
    }

    /** 1 + (together − 1)·(ω − 1)/(N − 1) of every attribute of a family. */
    float[] factors(int family, int together) {
        float[] factors = new float[counts[family].length];
        for (int k = 0; k < factors.length; k++) {
            factors[k] = (float) factor(counts[family][k], together);
        }
        return factors;
    }

    /** The same of the shared parts. */
    double sharedFactor(int together) {
        return factor(withShared, together);
    }

    private double factor(int count, int together) {
        return 1 + (together - 1.0) * Math.max(0, count - 1) / Math.max(1, present - 1);
    }
}
