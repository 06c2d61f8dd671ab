package org.espalier.cli.score;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.ConfidenceScores.Subject;
import org.espalier.evaluate.SpanVerdict;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;

/**
 * Asks a model how sure it is of what it predicts, and looks whether it is right: of spans, or of tokens where labels mark none.
 *
 * @param notation how unknown labels are written
 */
public record ConfidenceJudge(LabelNotation notation) {

    /** One prediction. */
    public record Judged(double confidence, boolean right) {}

    /** What a model predicts. */
    static Subject subject(Model model) {
        return model.scheme() == TagScheme.NONE ? Subject.TOKENS : Subject.SPANS;
    }

    /** The predictions of one labelled sequence. */
    public List<Judged> judge(Tagging tagging, Model model) {
        List<String> gold = tagging.sequence().labels();
        List<Judged> judged = new ArrayList<>();
        if (gold == null) {
            return judged;
        }
        if (subject(model) == Subject.SPANS) {
            for (SpanVerdict verdict : SpanVerdict.of(gold, tagging.labels(), model.scheme(), notation)) {
                judged.add(new Judged(tagging.confidence(verdict.span()), verdict.right()));
            }
            return judged;
        }
        List<String> answers = notation.judged(gold, tagging.labels());
        double[] confidences = tagging.confidences();
        for (int t = 0; t < confidences.length; t++) {
            if (!notation.isUnknown(answers.get(t))) {
                judged.add(new Judged(
                        confidences[t], answers.get(t).equals(tagging.labels().get(t))));
            }
        }
        return judged;
    }

    /** What the confidence of a model is worth on labelled data. */
    public ConfidenceScores scores(Model model, List<Sequence> data) {
        Tagger tagger = model.tagger();
        ConfidenceScores.Counter counter = new ConfidenceScores.Counter(subject(model));
        for (Sequence sequence : data) {
            judge(tagger.tag(sequence), model).forEach(one -> counter.add(one.confidence(), one.right()));
        }
        return counter.scores();
    }
}
