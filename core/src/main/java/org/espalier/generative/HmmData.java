package org.espalier.generative;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.text.WordClass;
import org.espalier.feature.text.WordOrClass;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/**
 * The training data of a hidden Markov model as numbers.
 *
 * @param encoder with the symbols of the data; the classes come last
 * @param labels sorted, those of the options first
 * @param instances the sequences whose weight is not 0
 * @param frequencies how often each word occurs, whatever the sequences weigh
 * @param columns how many columns the first token has
 */
record HmmData(
        Encoder encoder, Labels labels, List<Instance> instances, SortedMap<String, Integer> frequencies, int columns) {

    /** One sequence, the states that its labels allow, and what it weighs. */
    record Instance(EncodedSequence sequence, AllowedStates gold, double weight) {}

    static HmmData collect(Iterable<Sequence> data, HmmOptions options) {
        WordOrClass words = new WordOrClass(options.column(), WordClass.NONE, 0, List.of(), List.of());
        SortedMap<String, Integer> frequencies = new TreeMap<>();
        SortedSet<String> found = new TreeSet<>();
        List<Sequence> sequences = new ArrayList<>();
        for (Sequence sequence : data) {
            if (sequence.weight() > 0 && sequence.length() > 0) {
                sequences.add(sequence);
                for (int t = 0; t < sequence.length(); t++) {
                    frequencies.merge(words.word(sequence, t), 1, Integer::sum);
                    found.addAll(allowed(sequence, t, options.notation()));
                }
            }
        }
        Labels labels = labels(found, options);
        Encoder encoder = encoder(frequencies, options);
        List<Instance> instances = new ArrayList<>(sequences.size());
        for (Sequence sequence : sequences) {
            instances.add(new Instance(
                    encoder.encode(sequence), gold(sequence, labels, options.notation()), sequence.weight()));
        }
        if (instances.isEmpty()) {
            throw new TrainingException(
                    "there are no tokens to train on; the data are empty, or every sequence has the" + " weight 0");
        }
        return new HmmData(
                encoder,
                labels,
                instances,
                frequencies,
                sequences.get(0).tokens().get(0).columns().size());
    }

    private static Labels labels(Set<String> found, HmmOptions options) {
        List<String> names = new ArrayList<>(options.labels());
        names.forEach(found::remove);
        names.addAll(found);
        if (names.isEmpty()) {
            throw new TrainingException("no token has a label: give the number of hidden states, or name the labels");
        }
        return Labels.of(names);
    }

    /** The labels that a position allows; none for any. */
    private static List<String> allowed(Sequence sequence, int t, LabelNotation notation) {
        List<String> labels = sequence.labels();
        List<String> names = labels == null ? List.of() : notation.alternatives(labels.get(t));
        if (names.size() > 1 && names.contains("")) {
            throw new DataFormatException(
                    sequence.location(), "the label of token " + (t + 1) + " has an empty alternative");
        }
        return names.stream().anyMatch(notation::isUnknown) ? List.of() : names;
    }

    private static AllowedStates gold(Sequence sequence, Labels labels, LabelNotation notation) {
        int[] @Nullable [] sets = new int[sequence.length()][];
        for (int t = 0; t < sets.length; t++) {
            int[] set = allowed(sequence, t, notation).stream()
                    .mapToInt(labels::indexOf)
                    .toArray();
            sets[t] = set.length == 0 ? null : set;
        }
        return AllowedStates.of(sets);
    }

    private static Encoder encoder(SortedMap<String, Integer> frequencies, HmmOptions options) {
        UnknownWords unknown = options.unknown();
        List<String> words = new ArrayList<>();
        SortedSet<String> classes = new TreeSet<>();
        if (unknown.rule() != WordClass.NONE) {
            classes.addAll(WordClass.ONE.of("", 0));
        }
        for (Map.Entry<String, Integer> entry : frequencies.entrySet()) {
            boolean rare = entry.getValue() <= unknown.rare();
            if (!rare || !unknown.replaced()) {
                words.add(entry.getKey());
            }
            if (rare) {
                List<String> own = unknown.rule().of(entry.getKey(), unknown.suffixLength());
                classes.addAll(unknown.rule() == WordClass.SUFFIX ? own : own.subList(0, Math.min(1, own.size())));
            }
        }
        Vocabulary.Builder attributes = new Vocabulary.Builder();
        attributes.add(Encoder.BEGIN);
        if (options.ends()) {
            attributes.add(Encoder.END);
        }
        words.forEach(word -> attributes.add(WordOrClass.wordSymbol(word)));
        classes.forEach(name -> attributes.add(WordOrClass.classSymbol(name)));
        WordOrClass extractor =
                new WordOrClass(options.column(), unknown.rule(), unknown.suffixLength(), words, classes);
        return new Encoder(extractor, true, attributes.build(), new Vocabulary.Builder().build());
    }

    /** Whether every label is known, so that counting is all there is to do. */
    boolean isLabelled() {
        return instances.stream().allMatch(instance -> instance.gold().isPath());
    }

    boolean hasLabels() {
        for (Instance instance : instances) {
            for (int t = 0; t < instance.gold().length(); t++) {
                if (instance.gold().onlyState(t) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    long tokens() {
        return instances.stream()
                .mapToLong(instance -> instance.gold().length())
                .sum();
    }
}
