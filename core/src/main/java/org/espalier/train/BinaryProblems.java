package org.espalier.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.Vocabulary;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.corpus.Fingerprint;

/** Data with many labels as binary problems, and their models' weights side by side. */
final class BinaryProblems {
    static final String POSITIVE = "+";
    static final String NEGATIVE = "-";
    static final LabelNotation NOTATION = new LabelNotation("?", "");

    private final Trainer trainer;
    private final List<Sequence> data;
    private final AttributeExtractor extractor;
    private final Labels labels;
    private final List<Model> models = new ArrayList<>();
    private final List<Integer> targets = new ArrayList<>();

    BinaryProblems(Trainer trainer, Iterable<Sequence> sequences, String what) {
        if (trainer.checkpoint != null || trainer.initial != null) {
            throw new TrainingException(
                    what
                            + " consists of several training runs, which have no common checkpoint or initial model; leave these out");
        }
        if (trainer.options.isVoting()) {
            throw new TrainingException(what
                    + " stacks the weights of its binary models, and voting weight vectors are too many; leave voting out, to"
                    + " get their average");
        }
        if (!trainer.options.structure().isPlainChain()) {
            throw new TrainingException(what + " classifies every token by itself, and this is "
                    + trainer.options.structure().describe()
                    + "; leave out the hidden states or whatever makes it one");
        }
        String reference = trainer.options.selection().referenceLabel();
        if (reference != null && !reference.equals(FeatureSelection.LAST_LABEL)) {
            throw new TrainingException(what + " has no reference label '" + reference
                    + "': its problems have two labels; use '" + FeatureSelection.LAST_LABEL + "', or none");
        }
        if (trainer.options.selection().boundaries()) {
            throw new TrainingException(what + " classifies every token by itself; leave the boundaries out");
        }
        if (trainer.options.restarts() > 1) {
            trainer.listener.onWarning(what + " solves convex problems, where every start finds the minimum: "
                    + trainer.options.restarts() + " restarts (--restarts) have no effect");
        }
        this.trainer = trainer;
        this.data = new ArrayList<>();
        sequences.forEach(data::add);
        this.extractor = trainer.extractor.fit(data);
        this.labels = labels(data, what);
    }

    private Labels labels(List<Sequence> sequences, String what) {
        TreeSet<String> names = new TreeSet<>();
        for (Sequence sequence : sequences) {
            List<String> given = sequence.labels();
            if (given == null) {
                throw new DataFormatException(
                        sequence.location(), "there is no label; training needs a label, or '?', for every instance");
            }
            if (sequence.weight() > 0) {
                given.forEach(label -> names.addAll(single(label)));
            }
        }
        if (names.size() < 2) {
            throw new TrainingException(
                    what + " needs at least two labels in the data; found " + (names.isEmpty() ? "none" : names));
        }
        return Labels.of(names);
    }

    /** The label, if the notation names exactly one. */
    private List<String> single(String label) {
        List<String> alternatives = trainer.options.notation().alternatives(label);
        return alternatives.size() == 1 ? alternatives : List.of();
    }

    Labels labels() {
        return labels;
    }

    AttributeExtractor extractor() {
        return extractor;
    }

    /**
     * Trains one binary model.
     *
     * @param target what its weights belong to; rising from call to call
     * @param sign the label that stands for a label: {@link #POSITIVE}, {@link #NEGATIVE}, or {@code ?} where it takes no part
     */
    void train(int target, Function<String, String> sign) {
        List<Sequence> problem = relabelled(data, sign);
        TrainingOptions options = trainer.options
                .withNotation(NOTATION)
                .withRestarts(1)
                .withSelection(trainer.options.selection().withTransitions(false));
        Model model =
                trainer.with(extractor, options, relabelled(trainer.dev, sign)).train(problem);
        models.add(model);
        targets.add(target);
    }

    private List<Sequence> relabelled(List<Sequence> sequences, Function<String, String> sign) {
        List<Sequence> result = new ArrayList<>();
        for (Sequence sequence : sequences) {
            List<String> given = sequence.labels();
            if (given == null) { // of the development set: the training data have been looked at
                throw new DataFormatException(
                        sequence.location(),
                        "the sequence has no labels; a development set needs a label for every token");
            }
            List<String> signs = given.stream()
                    .map(label -> single(label).isEmpty()
                            ? NOTATION.unknown()
                            : sign.apply(single(label).get(0)))
                    .collect(Collectors.toList());
            if (!signs.stream().allMatch(NOTATION::isUnknown)) {
                result.add(sequence.withLabels(signs));
            }
        }
        return result;
    }

    /**
     * The weights of all models: θ(attribute, target) = θ(attribute, +) − θ(attribute, −).
     *
     * @param attributes every attribute that any of them has
     * @param weights in the order of the lists
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record Stacked(Vocabulary attributes, FeatureLists lists, double[] weights) {}

    Stacked stack(int targetCount) {
        Vocabulary.Builder names = new Vocabulary.Builder();
        List<int[]> numbers = new ArrayList<>();
        for (Model model : models) {
            int[] own = new int[model.encoder().attributes().size()];
            for (int a = 0; a < own.length; a++) {
                own[a] = names.add(model.encoder().attributes().get(a));
            }
            numbers.add(own);
        }
        int[] offsets = new int[names.size() + 1];
        for (int m = 0; m < models.size(); m++) {
            for (int a = 0; a < numbers.get(m).length; a++) {
                offsets[numbers.get(m)[a] + 1] += difference(models.get(m), a) == 0 ? 0 : 1;
            }
        }
        for (int a = 0; a < names.size(); a++) {
            offsets[a + 1] = Math.addExact(offsets[a], offsets[a + 1]);
        }
        int[] next = offsets.clone();
        int[] targetsOf = new int[offsets[names.size()]];
        double[] weights = new double[targetsOf.length];
        for (int m = 0; m < models.size(); m++) {
            for (int a = 0; a < numbers.get(m).length; a++) {
                double weight = difference(models.get(m), a);
                if (weight != 0) {
                    int place = next[numbers.get(m)[a]]++;
                    targetsOf[place] = targets.get(m);
                    weights[place] = weight;
                }
            }
        }
        return new Stacked(names.build(), new FeatureLists(targetCount, offsets, targetsOf), weights);
    }

    private static double difference(Model model, int attribute) {
        ParameterLayout layout = model.layout();
        FeatureLists lists = layout.stateFeatures();
        double difference = 0;
        for (int f = lists.offsets()[attribute]; f < lists.offsets()[attribute + 1]; f++) {
            boolean positive = model.labels().name(lists.target(attribute, f)).equals(POSITIVE);
            difference += positive ? model.weights()[f] : -model.weights()[f];
        }
        return difference;
    }

    int columns() {
        return models.get(0).columns();
    }

    Map<String, Object> provenance(String what) {
        Fingerprint fingerprint = new Fingerprint();
        data.forEach(fingerprint::add);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("espalier", Version.text());
        map.put("data", fingerprint.hex());
        map.put("sequences", data.size());
        map.put("tokens", data.stream().mapToLong(Sequence::length).sum());
        map.put("multiclass", what);
        Map<String, Object> options = trainer.provenance();
        map.put("options", options);
        if (trainer.mixing != null) {
            map.put("mixing", trainer.mixing.provenance());
        }
        map.put("problems", models.size());
        return map;
    }
}
