package org.espalier.confidence;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.SpanVerdict;
import org.espalier.model.Confidence;
import org.espalier.model.ConfidenceCurve;
import org.espalier.model.ConfidenceCurve.Sample;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.parallel.LocalSum;
import org.espalier.parallel.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Makes a model whose probabilities can be believed, by what is right on data that it was not trained on. Immutable.
 *
 * <pre>{@code
 * Model calibrated = new Calibrator(Calibrator.Method.BOTH, LabelNotation.DEFAULT, 0).calibrate(model, heldOut);
 * Tagging tagging = calibrated.tagger().tag(sequence);
 * for (Span span : tagging.spans()) {
 *     System.out.println(span + " " + tagging.confidence(span));
 * }
 * }</pre>
 *
 * @param method what is fitted
 * @param notation how unknown labels are written
 * @param threads that search for the temperature; 0 for all cores. Their number does not change the result
 */
public record Calibrator(Method method, LabelNotation notation, int threads) {

    /** What is fitted. */
    public enum Method {
        /** All weights are divided by one number, see {@link Model#withTemperature}. Every probability changes, labels do not. */
        TEMPERATURE,
        /** A curve from the probability of a span, or of a token's label, to the share that is right, see {@link ConfidenceCurve}. */
        ISOTONIC,
        /** A temperature, and then the curves of the model that has it. */
        BOTH
    }

    /**
     * The calibrated model.
     *
     * @param heldOut labelled data that the model was not trained on; on training data it would learn to be too sure
     * @throws IllegalArgumentException when the data tell too little, or the model has no such probabilities
     */
    public Model calibrate(Model model, List<Sequence> heldOut) {
        if (model.structure().hasMarks()) {
            throw new IllegalArgumentException(
                    "the model gives trees to sentences; calibration is for models that give labels to tokens");
        }
        Model tempered = method == Method.ISOTONIC ? model : tempered(model, heldOut);
        return method == Method.TEMPERATURE ? tempered : curved(tempered, heldOut);
    }

    private Model tempered(Model model, List<Sequence> heldOut) {
        try (Workers workers = new Workers(Workers.teamOf(threads))) {
            Temperature temperature = new Temperature(model, heldOut, new LocalSum(workers));
            if (temperature.answers() == 0) {
                throw new IllegalArgumentException(
                        "no sequence has labels that the model knows, so there is no temperature to find");
            }
            return model.withTemperature(temperature.best());
        }
    }

    private Model curved(Model model, List<Sequence> heldOut) {
        TagScheme scheme = model.scheme();
        List<Sample> spans = new ArrayList<>();
        List<Sample> tokens = new ArrayList<>();
        Tagger tagger = model.tagger();
        for (Sequence sequence : heldOut) {
            List<String> gold = sequence.labels();
            if (gold == null) {
                continue;
            }
            Tagging tagging = tagger.tag(sequence);
            double[] probabilities = Reliability.ofPredicted(tagging.labels(), tagging.marginals(), model.labels());
            List<String> judged = notation.judged(gold, tagging.labels());
            for (int t = 0; t < judged.size(); t++) {
                if (!notation.isUnknown(judged.get(t))) {
                    tokens.add(new Sample(
                            probabilities[t],
                            judged.get(t).equals(tagging.labels().get(t))));
                }
            }
            for (SpanVerdict verdict : SpanVerdict.of(gold, tagging.labels(), scheme, notation)) {
                spans.add(new Sample(tagging.probability(verdict.span()), verdict.right()));
            }
        }
        boolean hasSpans = scheme != TagScheme.NONE;
        return model.withConfidence(new Confidence(
                model.confidence().temperature(), hasSpans ? curve(spans, "spans") : null, curve(tokens, "tokens")));
    }

    private static @Nullable ConfidenceCurve curve(List<Sample> samples, String what) {
        if (samples.size() < ConfidenceCurve.FEWEST_SAMPLES) {
            throw new IllegalArgumentException("the data have " + samples.size() + " predicted " + what
                    + " with known answers; expected at least " + ConfidenceCurve.FEWEST_SAMPLES
                    + " to learn a curve from; give more data, or fit the temperature only");
        }
        return ConfidenceCurve.fit(samples);
    }
}
