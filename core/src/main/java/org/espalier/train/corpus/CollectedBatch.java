package org.espalier.train.corpus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequences;
import org.espalier.feature.encoding.CorpusEncoder;

/** Some sequences as numbers, with numbers of their own for labels until they are merged; for one thread. */
final class CollectedBatch {
    private final LabelNotation notation;
    private final boolean marked;
    private final CorpusEncoder.Batch encoding;
    private final FingerprintContent content = new FingerprintContent();
    private final Map<String, Integer> labelNumbers = new LinkedHashMap<>();
    private final Map<String, Integer> golds = new HashMap<>(); // by the text in the data
    private final List<int[]> sets = new ArrayList<>();
    private final MarkTable.Builder marks = new MarkTable.Builder();
    private int[] gold = new int[256];
    private int positions;
    private double[] weights = new double[64];
    private int size;
    private int columns = -1;
    private final List<Location> locations = new ArrayList<>();

    /**
     * An empty batch.
     *
     * @param marked whether the output of a sequence are its marks, not labels of its tokens
     */
    CollectedBatch(LabelNotation notation, boolean marked, CorpusEncoder.Batch encoding) {
        this.marked = marked;
        this.notation = notation;
        this.encoding = encoding;
    }

    void add(Sequence sequence) {
        if (marked) {
            addMarked(sequence);
            return;
        }
        List<String> labels = sequence.labels();
        if (labels == null) {
            throw new DataFormatException(
                    sequence.location(), "the sequence has no labels; training needs a label, or '?', for every token");
        }
        content.add(sequence);
        if (sequence.weight() == 0) {
            // As if it were not there: its labels and attributes must not enter the model either.
            GoldLabels.alternatives(notation, sequence, labels);
            return;
        }
        if (columns < 0 && sequence.length() > 0) {
            columns = sequence.tokens().get(0).columns().size();
        }
        reserve(labels.size());
        for (int t = 0; t < labels.size(); t++) {
            Integer known = golds.get(labels.get(t));
            gold[positions++] = known == null ? gold(sequence, labels, t) : known;
        }
        end(sequence);
    }

    /** Tokens of a sequence whose output are marks may have any label. */
    private void addMarked(Sequence sequence) {
        List<Mark> known = sequence.marks();
        if (known == null) {
            throw new DataFormatException(
                    sequence.location(), "the sequence has no tree; training needs one for every sequence");
        }
        content.add(sequence);
        if (sequence.weight() == 0) {
            return;
        }
        if (columns < 0 && sequence.length() > 0) {
            columns = sequence.tokens().get(0).columns().size();
        }
        reserve(sequence.length());
        Arrays.fill(gold, positions, positions + sequence.length(), Chunk.ANY);
        positions += sequence.length();
        for (Mark mark : known) {
            int label = labelNumbers.computeIfAbsent(mark.label(), name -> labelNumbers.size());
            marks.add(mark.from(), mark.to(), label);
        }
        marks.endSequence();
        end(sequence);
    }

    private void reserve(int more) {
        if (gold.length < positions + more) {
            gold = Arrays.copyOf(gold, 2 * (positions + more));
        }
    }

    private void end(Sequence sequence) {
        if (size == weights.length) {
            weights = Arrays.copyOf(weights, 2 * size);
        }
        weights[size++] = sequence.weight();
        locations.add(sequence.location());
        encoding.add(sequence);
    }

    private int gold(Sequence sequence, List<String> labels, int t) {
        List<String> names = GoldLabels.alternatives(notation, sequence, labels.get(t), t);
        int[] numbers = new int[names.size()];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = labelNumbers.computeIfAbsent(names.get(k), name -> labelNumbers.size());
        }
        int number = numbers.length == 0 ? Chunk.ANY : numbers[0];
        if (numbers.length > 1) {
            number = Chunk.set(sets.size());
            sets.add(numbers);
        }
        golds.put(labels.get(t), number);
        return number;
    }

    /** The names of the labels by their numbers in this batch. */
    List<String> labels() {
        return List.copyOf(labelNumbers.keySet());
    }

    FingerprintContent content() {
        return content;
    }

    CorpusEncoder.Batch encoding() {
        return encoding;
    }

    /** Where the sequences stand. */
    List<Location> locations() {
        return locations;
    }

    /** How many observed columns the first token has; −1 when there is none. */
    int columns() {
        return columns;
    }

    Chunk chunk(EncodedSequences merged) {
        return new Chunk(
                merged,
                Arrays.copyOf(gold, positions),
                sets.toArray(int[][]::new),
                marked ? marks.build() : MarkTable.NONE,
                Arrays.copyOf(weights, size));
    }
}
