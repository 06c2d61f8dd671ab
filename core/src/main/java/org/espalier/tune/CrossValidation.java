package org.espalier.tune;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;

/**
 * K folds: every sequence is measured once, by a model learnt from the other K − 1 parts. Sequences stay whole.
 *
 * @param folds K, at least 2
 * @param arrangement how sequences get to their parts
 * @param groupColumn with {@link Arrangement#GROUPED}, the observed column of the first token whose text names the group
 * @param seed for what is shuffled
 */
public record CrossValidation(int folds, Arrangement arrangement, int groupColumn, long seed) implements Split {

    /** How sequences get to their parts. */
    public enum Arrangement {
        /** {@link #STRATIFIED} for sequences of one token, {@link #SHUFFLED} for others. */
        USUAL,
        /** At random, parts of equal size. */
        SHUFFLED,
        /** At random, every label of the first token in every part alike: for classification. */
        STRATIFIED,
        /** Neighbours together, in the order of the data: for data in which neighbours are alike. */
        BLOCKS,
        /** Sequences of one group, such as a document or a writer, all in one part. */
        GROUPED
    }

    public CrossValidation {
        Objects.requireNonNull(arrangement, "arrangement");
        if (folds < 2) {
            throw new IllegalArgumentException(folds + " folds; expected at least 2");
        }
    }

    /** The usual arrangement. */
    public CrossValidation(int folds, long seed) {
        this(folds, Arrangement.USUAL, 0, seed);
    }

    @Override
    public List<Fold> folds(List<Sequence> data) {
        int[] owners = owners(data);
        List<Fold> list = new ArrayList<>();
        for (int fold = 0; fold < folds; fold++) {
            List<Sequence> train = new ArrayList<>();
            List<Sequence> test = new ArrayList<>();
            for (int n = 0; n < owners.length; n++) {
                (owners[n] == fold ? test : train).add(data.get(n));
            }
            list.add(new Fold(train, test));
        }
        return list;
    }

    /** The part that each sequence is in. // [sequences] */
    int[] owners(List<Sequence> data) {
        if (data.size() < folds) {
            throw new IllegalArgumentException(folds + " folds of " + data.size()
                    + " sequences; every fold needs at least one: ask for fewer folds");
        }
        boolean single = data.stream().allMatch(sequence -> sequence.length() == 1);
        return switch (arrangement) {
            case USUAL -> single ? stratified(data) : shuffled(data.size());
            case SHUFFLED -> shuffled(data.size());
            case STRATIFIED -> stratified(data);
            case BLOCKS ->
                IntStream.range(0, data.size())
                        .map(n -> (int) ((long) n * folds / data.size()))
                        .toArray();
            case GROUPED -> grouped(data);
        };
    }

    private int[] shuffled(int size) {
        int[] owners = new int[size];
        int[] order = Permutation.of(size, new SplittableRandom(seed));
        for (int k = 0; k < size; k++) {
            owners[order[k]] = k % folds;
        }
        return owners;
    }

    /** Label by label; the next label goes on where the last one ended, so that the parts stay equal in size. */
    private int[] stratified(List<Sequence> data) {
        Map<String, List<Integer>> strata = new TreeMap<>();
        for (int n = 0; n < data.size(); n++) {
            List<String> labels = data.get(n).labels();
            String stratum = labels == null || labels.isEmpty() ? "" : labels.get(0);
            strata.computeIfAbsent(stratum, key -> new ArrayList<>()).add(n);
        }
        SplittableRandom random = new SplittableRandom(seed);
        int[] owners = new int[data.size()];
        int next = 0;
        for (List<Integer> members : strata.values()) {
            for (int k : Permutation.of(members.size(), random)) {
                owners[members.get(k)] = next++ % folds;
            }
        }
        return owners;
    }

    /** The largest group first, each to the part that has the fewest sequences yet. */
    private int[] grouped(List<Sequence> data) {
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int n = 0; n < data.size(); n++) {
            groups.computeIfAbsent(group(data.get(n)), key -> new ArrayList<>()).add(n);
        }
        if (groups.size() < folds) {
            throw new IllegalArgumentException(folds + " folds of " + groups.size() + " groups (column " + groupColumn
                    + "); every fold needs one: ask for fewer folds, or check the column");
        }
        List<List<Integer>> shuffled = new ArrayList<>();
        List<List<Integer>> all = List.copyOf(groups.values());
        for (int k : Permutation.of(all.size(), new SplittableRandom(seed))) {
            shuffled.add(all.get(k));
        }
        shuffled.sort(
                Comparator.comparingInt((List<Integer> group) -> group.size()).reversed());
        int[] sizes = new int[folds];
        int[] owners = new int[data.size()];
        for (List<Integer> group : shuffled) {
            int smallest = IntStream.range(0, folds).reduce(0, (a, b) -> sizes[b] < sizes[a] ? b : a);
            group.forEach(n -> owners[n] = smallest);
            sizes[smallest] += group.size();
        }
        return owners;
    }

    private String group(Sequence sequence) {
        if (sequence.length() == 0) {
            return "";
        }
        List<String> columns = sequence.tokens().get(0).columns();
        if (groupColumn < 0 || groupColumn >= columns.size()) {
            throw new IllegalArgumentException(sequence.location() + ": the group is to be in column " + groupColumn
                    + ", but there are " + columns.size() + " observed columns (counted from 0)");
        }
        return columns.get(groupColumn);
    }

    @Override
    public Map<String, Object> description() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("folds", folds);
        map.put("arrangement", arrangement.name());
        if (arrangement == Arrangement.GROUPED) {
            map.put("groupColumn", groupColumn);
        }
        map.put("foldSeed", seed);
        return map;
    }

    /** How many sequences each part has. */
    int[] sizes(List<Sequence> data) {
        int[] sizes = new int[folds];
        Arrays.stream(owners(data)).forEach(owner -> sizes[owner]++);
        return sizes;
    }
}
