package org.espalier.cli.score;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.espalier.cli.html.ComparisonFindings;
import org.espalier.cli.html.EvaluationFindings;
import org.espalier.cli.input.PairedAnswers;
import org.espalier.cli.option.AgainstOptions;
import org.espalier.cli.option.NotationOptions;
import org.espalier.cli.output.CommandFailure;
import org.espalier.cli.output.Streams;
import org.espalier.cli.report.InstanceCounter;
import org.espalier.data.Labels;
import org.espalier.evaluate.ClassificationScores;
import org.espalier.evaluate.ConfidenceScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Disagreements;
import org.espalier.evaluate.Evaluation;
import org.espalier.evaluate.PairedBootstrap;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.Scores;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.evaluate.errors.ErrorSummary;
import org.espalier.interop.Toolkit;
import org.espalier.model.BatchTagger;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * Measures how well labels of tokens are predicted. Where the convention is known, sequences are counted as they come; else they are kept
 * until all gold labels are known.
 *
 * @param notations how the labels of another model are written
 */
public record LabelEvaluation(
        ScoreRequest request, JudgedInput input, AgainstOptions against, NotationOptions notations, Streams streams) {

    /** Reads or tags the data, prints the scores, and writes the page if one is wanted. */
    public void run() {
        Model model = request.model();
        Convention known = request.convention();
        List<JudgedSequence> kept = new ArrayList<>();
        Evaluation streamed = new Evaluation(known == null ? Convention.CONLLEVAL : known, request.notation());
        ErrorAnalysis analysed = known == null ? null : request.analysis(known);
        InstanceCounter instances = new InstanceCounter(
                model == null ? Labels.of(List.of()) : model.labels(),
                request.notation(),
                request.classification() || (model != null && !request.strict() && !request.conlleval()),
                request.classification());
        Reliability reliability = new Reliability();
        ConfidenceScores.Counter sureness =
                model == null ? null : new ConfidenceScores.Counter(ConfidenceJudge.subject(model));
        PairedAnswers answers =
                against.other() == null ? null : new PairedAnswers(request.name(), String.valueOf(against.other()));
        BatchTagger.Sink<JudgedSequence> sink = judged -> {
            if (answers != null) {
                answers.first(judged.sequence(), judged.predicted());
            }
            instances.add(judged.gold(), judged.predicted(), judged.probabilities());
            if (judged.confidences() != null && judged.sequence().isLabelled()) {
                reliability.add(judged.gold(), judged.predicted(), judged.confidences(), request.notation());
            }
            if (sureness != null) {
                judged.sureness().forEach(one -> sureness.add(one.confidence(), one.right()));
            }
            if (known == null) {
                kept.add(judged);
            } else {
                judged.count(streamed, analysed);
            }
        };
        if (model == null) {
            input.read(request.inputs(), request.notation(), sink);
        } else {
            input.tag(model, request.inputs(), request, request.notation(), analysed, sink);
        }
        Convention convention = known == null
                ? request.detected(kept.stream().map(JudgedSequence::gold).toList())
                : known;
        Evaluation evaluation = known == null ? new Evaluation(convention, request.notation()) : streamed;
        ErrorAnalysis analysis = known == null ? request.analysis(convention) : analysed;
        kept.forEach(judged -> judged.count(evaluation, analysis));
        conclude(
                evaluation.scores(),
                instances,
                analysis,
                answers,
                convention,
                reliability,
                sureness == null || !request.wantsConfidence() ? null : sureness.scores());
    }

    private void conclude(
            Scores scores,
            InstanceCounter instances,
            @Nullable ErrorAnalysis analysis,
            @Nullable PairedAnswers answers,
            Convention convention,
            Reliability reliability,
            @Nullable ConfidenceScores confidence) {
        if (scores.tokens() == 0) {
            throw new CommandFailure(request.inputs().get(0) + ": there are no labelled tokens to evaluate");
        }
        ClassificationScores classified = instances.isValid() ? instances.scores() : null;
        ErrorSummary summary = analysis == null ? null : analysis.summary();
        ComparedSystems compared =
                answers == null ? null : compare(answers, classified == null ? convention : Convention.PLAIN);
        ScoreOutput output = new ScoreOutput(request, streams);
        output.print(
                scores,
                classified,
                request.errors() == null ? null : summary,
                compared,
                request.confidence() ? confidence : null);
        output.draw(confidence);
        Path html = request.html();
        if (html != null && summary != null) {
            ComparisonFindings beside = compared == null ? null : compared.findings();
            output.write(html, new EvaluationFindings(scores, classified, summary, reliability, confidence, beside));
        }
    }

    private ComparedSystems compare(PairedAnswers answers, Convention convention) {
        Path other = Objects.requireNonNull(against.other());
        PairedBootstrap bootstrap = new PairedBootstrap(convention, request.notation());
        Disagreements disagreements =
                new Disagreements(convention, request.notation(), request.html() == null ? 0 : request.worst());
        BatchTagger.Sink<JudgedSequence> sink =
                judged -> answers.second(judged.sequence(), judged.predicted(), bootstrap, disagreements);
        if (request.model() == null) {
            input.read(List.of(other), request.notation(), sink);
        } else {
            Model second = Toolkit.open(other);
            // The options of the command line tell how the first model's data are written.
            boolean own = !against.data().isEmpty();
            JudgedInput how = own ? input.withUsualInput() : input;
            List<Path> files = own ? against.data() : request.inputs();
            how.tag(second, files, request, notations.written(second), null, sink);
        }
        answers.end();
        return new ComparedSystems(answers, against.compare(bootstrap), disagreements);
    }
}
