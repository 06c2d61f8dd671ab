package org.espalier.cli.score;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.espalier.cli.input.GuardedReader;
import org.espalier.cli.input.ModelInput;
import org.espalier.cli.input.PairedLabels;
import org.espalier.cli.input.UnknownLabels;
import org.espalier.cli.input.WrongFormat;
import org.espalier.cli.option.Caller;
import org.espalier.cli.option.DecoderOptions;
import org.espalier.cli.option.InputOptions;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Reliability;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.model.BatchTagger;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/**
 * Where gold and predicted labels come from: two columns of the data, or a model.
 *
 * @param caller the command
 * @param input how the data are written
 * @param decoding how a model chooses labels
 * @param threads that tag at once
 * @param unknownIsTold whether the user said how an unknown label is written
 */
public record JudgedInput(
        Caller caller, InputOptions input, DecoderOptions decoding, int threads, boolean unknownIsTold) {

    /** Reads both labels. */
    void read(List<Path> files, LabelNotation notation, BatchTagger.Sink<JudgedSequence> sink) {
        DataOptions options = input.labelled(List.of());
        if (options.format() != Format.COLUMNS) {
            throw caller.usage("--columns reads the format columns, not " + options.format());
        }
        try (SequenceReader reader = new GuardedReader(Sequences.open(options, files), new WrongFormat(options))) {
            PairedLabels pairs = new PairedLabels(notation, unknownIsTold);
            pairs.read(
                    reader,
                    (gold, predicted) ->
                            sink.accept(new JudgedSequence(gold, predicted, null, null, List.of(), null, null)));
            pairs.check(caller::warn);
        }
    }

    /** The same with data that are written in the usual way. */
    JudgedInput withUsualInput() {
        return new JudgedInput(caller, new InputOptions(), decoding, threads, unknownIsTold);
    }

    /** Reads the gold labels and predicts the others. */
    void tag(
            Model model,
            List<Path> files,
            ScoreRequest request,
            LabelNotation notation,
            @Nullable ErrorAnalysis analysis,
            BatchTagger.Sink<JudgedSequence> sink) {
        UnknownLabels unknown = new UnknownLabels(model.labels(), notation);
        DataOptions options = input.labelled(model, files).withUnknownLabel(notation.unknown());
        Consumer<Sequence> guard = ModelInput.guard(options, model, caller::warn);
        try (SequenceReader reader = new GuardedReader(Sequences.open(options, files), guard)) {
            new BatchTagger(decoding.apply(model.tagger(), caller), threads)
                    .run(reader, tagging -> judged(tagging, analysis, model, request), (JudgedSequence judged) -> {
                        unknown.add(judged.gold());
                        sink.accept(judged);
                    });
        }
        input.tellAnnotations(caller::warn);
        if (!unknown.isEmpty()) {
            caller.warn(unknown.describe());
        }
    }

    private static JudgedSequence judged(
            Tagging tagging, @Nullable ErrorAnalysis analysis, Model model, ScoreRequest request) {
        Sequence sequence = tagging.sequence();
        boolean instance =
                request.classification() || (tagging.labels().size() == 1 && !request.strict() && !request.conlleval());
        ErrorAnalysis.Examination examination =
                analysis == null || !sequence.isLabelled() ? null : analysis.examine(tagging);
        double[][] marginals = instance || request.html() != null ? tagging.marginals() : null;
        boolean examinedLater = request.wantsErrors() && examination == null;
        return new JudgedSequence(
                sequence,
                tagging.labels(),
                instance ? marginals : null,
                request.html() == null || marginals == null
                        ? null
                        : Reliability.ofPredicted(tagging.labels(), marginals, model.labels()),
                request.wantsConfidence() ? new ConfidenceJudge(request.notation()).judge(tagging, model) : List.of(),
                examinedLater ? tagging : null,
                examination);
    }
}
