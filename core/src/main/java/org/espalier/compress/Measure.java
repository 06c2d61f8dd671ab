package org.espalier.compress;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.espalier.data.LabelNotation;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.AttachmentScores;
import org.espalier.evaluate.BracketScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.Scores;
import org.espalier.model.Model;
import org.espalier.model.Parser;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;

/**
 * How good a model is on labelled data; higher is better.
 *
 * @param metric what is measured
 * @param data sequences with labels, or with trees, whose words count as right when head and relation are
 * @param notation how unknown and alternative labels are written
 * @param scheme how the labels describe spans; plain labels have none, and F1 is then token accuracy
 */
public record Measure(Metric metric, List<Sequence> data, LabelNotation notation, TagScheme scheme)
        implements ToDoubleFunction<Model> {

    /** What is measured. */
    public enum Metric {
        /** F1 of spans by {@link Convention#of}, from 0 to 1; token accuracy when the labels mark no spans, and for trees. */
        F1,
        /** The fraction of tokens with the right label; of trees, the labelled attachment score. */
        ACCURACY,
        /** The fraction of sequences that are right throughout. */
        SEQUENCES,
        /**
         * The mean log p(labels | tokens) per token, in nats; sequences with a label that is unknown or not the model's are
         * left out, as is a tree that the model cannot give.
         */
        LIKELIHOOD
    }

    public Measure {
        Objects.requireNonNull(metric, "metric");
        data = List.copyOf(data);
        if (data.stream().allMatch(sequence -> sequence.length() == 0)) {
            throw new IllegalArgumentException("there are no tokens to measure a model on");
        }
        Objects.requireNonNull(scheme, "scheme");
        for (Sequence sequence : data) {
            if (sequence.marks() == null) {
                labels(sequence);
            }
        }
    }

    /** With the scheme that the data show. */
    public Measure(Metric metric, List<Sequence> data, LabelNotation notation) {
        this(metric, data, notation, scheme(data, notation));
    }

    /** The scheme of labelled data; alternatives count one by one. */
    public static TagScheme scheme(Iterable<Sequence> data, LabelNotation notation) {
        Map<String, Long> counts = new HashMap<>();
        for (Sequence sequence : data) {
            for (String label : sequence.marks() == null ? labels(sequence) : List.<String>of()) {
                notation.alternatives(label).forEach(name -> counts.merge(name, 1L, Long::sum));
            }
        }
        return TagScheme.ofCounts(counts);
    }

    private static List<String> labels(Sequence sequence) {
        List<String> labels = sequence.labels();
        if (labels == null) {
            throw new IllegalArgumentException(
                    sequence.location() + ": the sequence has no labels; measuring a model needs one for every token");
        }
        return labels;
    }

    @Override
    public double applyAsDouble(Model model) {
        if (model.structure().hasMarks()) {
            return metric == Metric.LIKELIHOOD ? likelihoodOfTrees(model) : rightTrees(model);
        }
        if (metric == Metric.LIKELIHOOD) {
            return likelihood(model);
        }
        Scores scores = scores(model);
        if (metric == Metric.SEQUENCES) {
            return scores.sequenceAccuracy();
        }
        return metric == Metric.F1 && scores.spans().gold() > 0 ? scores.spans().f1() : scores.tokenAccuracy();
    }

    private double rightTrees(Model model) {
        Parser parser = model.parser();
        if (model.structure().hasSpans()) {
            return rightBrackets(parser);
        }
        AttachmentScores scores = AttachmentScores.NONE;
        for (Sequence sequence : data) {
            List<Mark> marks = parser.parse(sequence).marks();
            scores = scores.plus(sequence.length(), marks(sequence), marks);
        }
        return metric == Metric.SEQUENCES ? (double) scores.wholeTrees() / scores.sentences() : scores.las();
    }

    private double rightBrackets(Parser parser) {
        BracketScores scores = BracketScores.NONE;
        for (Sequence sequence : data) {
            scores = scores.plus(
                    sequence, marks(sequence), parser.parse(sequence).marks());
        }
        return metric == Metric.SEQUENCES ? (double) scores.exact() / scores.sentences() : scores.f1();
    }

    private double likelihoodOfTrees(Model model) {
        Parser parser = model.parser();
        double sum = 0;
        long tokens = 0;
        for (Sequence sequence : data) {
            double each = parser.parse(sequence).logProbability(marks(sequence));
            if (each > Double.NEGATIVE_INFINITY) {
                sum += each;
                tokens += sequence.length();
            }
        }
        if (tokens == 0) {
            throw new IllegalArgumentException(
                    "the model can give none of the trees, so there is no likelihood to measure");
        }
        return sum / tokens;
    }

    private static List<Mark> marks(Sequence sequence) {
        List<Mark> marks = sequence.marks();
        if (marks == null) {
            throw new IllegalArgumentException(
                    sequence.location() + ": the sequence has no tree; measuring a parser needs one");
        }
        return marks;
    }

    /** All scores, by the convention that suits the scheme. */
    public Scores scores(Model model) {
        Tagger tagger = model.tagger();
        Evaluation evaluation = new Evaluation(Convention.of(scheme), notation);
        for (Sequence sequence : data) {
            evaluation.add(labels(sequence), tagger.tag(sequence).labels());
        }
        return evaluation.scores();
    }

    private double likelihood(Model model) {
        Tagger tagger = model.tagger();
        double sum = 0;
        long tokens = 0;
        for (Sequence sequence : data) {
            List<String> labels = labels(sequence);
            if (labels.stream().allMatch(label -> model.labels().indexOf(label) >= 0)) {
                Tagging tagging = tagger.tag(sequence);
                sum += tagging.logProbability(labels);
                tokens += labels.size();
            }
        }
        if (tokens == 0) {
            throw new IllegalArgumentException(
                    "every sequence has a label that the model does not know, so there is no likelihood to measure");
        }
        return sum / tokens;
    }
}
