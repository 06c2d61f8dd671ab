package org.espalier.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How well sets of labels are found.
 *
 * <pre>
 *   Hamming loss     share of all pairs (instance, label) that are wrong
 *   subset accuracy  share of instances whose whole set is right
 *   micro F1         2 · right / (found + gold), over all labels
 *   macro F1         the mean of the labels' own F1; that of a label that nobody has and nobody finds is 0
 * </pre>
 */
public final class LabelSetScores {
    private final Map<String, long[]> counts = new TreeMap<>(); // label → right, found, gold
    private long instances;
    private long whole;

    /** For these labels, and those that instances have beside them. */
    public LabelSetScores(List<String> labels) {
        labels.forEach(label -> counts.put(label, new long[3]));
    }

    /** Counts an instance. */
    public void add(Set<String> gold, Set<String> found) {
        instances++;
        whole += gold.equals(found) ? 1 : 0;
        for (String label : gold) {
            long[] mine = counts.computeIfAbsent(label, any -> new long[3]);
            mine[2]++;
            mine[0] += found.contains(label) ? 1 : 0;
        }
        for (String label : found) {
            counts.computeIfAbsent(label, any -> new long[3])[1]++;
        }
    }

    public long instances() {
        return instances;
    }

    public double hammingLoss() {
        long wrong = 0;
        for (long[] mine : counts.values()) {
            wrong += mine[1] + mine[2] - 2 * mine[0];
        }
        return share(wrong, instances * counts.size());
    }

    public double subsetAccuracy() {
        return share(whole, instances);
    }

    public double microF1() {
        long[] sum = new long[3];
        for (long[] mine : counts.values()) {
            for (int k = 0; k < sum.length; k++) {
                sum[k] += mine[k];
            }
        }
        return f1(sum);
    }

    public double macroF1() {
        return counts.values().stream()
                .mapToDouble(LabelSetScores::f1)
                .average()
                .orElse(0);
    }

    private static double f1(long[] counts) {
        return share(2 * counts[0], counts[1] + counts[2]);
    }

    private static double share(long part, long all) {
        return all == 0 ? 0 : (double) part / all;
    }

    /** As JSON values; rates are fractions. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("instances", instances);
        map.put("hammingLoss", hammingLoss());
        map.put("subsetAccuracy", subsetAccuracy());
        map.put("microF1", microF1());
        map.put("macroF1", macroF1());
        List<Map<String, Object>> labels = new ArrayList<>();
        counts.forEach((label, mine) -> {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("label", label);
            row.put("precision", share(mine[0], mine[1]));
            row.put("recall", share(mine[0], mine[2]));
            row.put("f1", f1(mine));
            row.put("gold", mine[2]);
            row.put("found", mine[1]);
            labels.add(row);
        });
        map.put("labels", labels);
        return map;
    }

    /** Tables for people; rates are percentages. */
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "instances:       %,d%nHamming loss:    %.2f%%%nsubset accuracy: %.2f%%%nmicro F1:       "
                        + " %.2f%%%nmacro F1:        %.2f%%%n",
                instances,
                100 * hammingLoss(),
                100 * subsetAccuracy(),
                100 * microF1(),
                100 * macroF1()));
        int width = counts.keySet().stream().mapToInt(String::length).max().orElse(0);
        width = Math.max(width, "label".length());
        out.append(
                String.format(Locale.ROOT, "%n%-" + width + "s  precision  recall      F1    gold   found%n", "label"));
        String row = "%-" + width + "s    %6.2f%%  %5.2f%%  %5.2f%%  %6d  %6d%n";
        counts.forEach((label, mine) -> out.append(String.format(
                Locale.ROOT,
                row,
                label,
                100 * share(mine[0], mine[1]),
                100 * share(mine[0], mine[2]),
                100 * f1(mine),
                mine[2],
                mine[1])));
        return out.toString().replace("\r", "");
    }
}
