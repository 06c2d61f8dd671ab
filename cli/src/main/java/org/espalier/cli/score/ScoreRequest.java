package org.espalier.cli.score;

import java.nio.file.Path;
import java.util.List;
import org.espalier.data.LabelNotation;
import org.espalier.data.TagScheme;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.errors.ErrorAnalysis;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * What the user wants to know of labels.
 *
 * @param model the model that predicts; null where the data have predictions
 * @param name what is evaluated, as the user calls it
 * @param inputs the data
 * @param notation how labels are written
 * @param json figures for programs
 * @param conlleval the report of conlleval, and nothing else
 * @param strict whether only spans count whose labels follow the scheme exactly
 * @param scheme the scheme for that; null to detect it
 * @param classification whether every token is an instance of its own
 * @param errors how many of the worst sequences are shown; null for none, and no errors at all
 * @param html a report for the browser; null for none
 * @param confidence whether somebody wants to know what the confidence of the model is worth
 * @param plot where that is drawn; null for nowhere
 */
public record ScoreRequest(
        @Nullable Model model,
        String name,
        List<Path> inputs,
        LabelNotation notation,
        boolean json,
        boolean conlleval,
        boolean strict,
        @Nullable TagScheme scheme,
        boolean classification,
        @Nullable Integer errors,
        @Nullable Path html,
        boolean confidence,
        @Nullable Path plot) {

    /** How many sequences are listed. */
    int worst() {
        return errors == null ? ErrorAnalysis.USUAL_WORST : errors;
    }

    /** Whether the model is asked how sure it is. */
    boolean wantsConfidence() {
        return model != null && (confidence || html != null);
    }

    /** Whether somebody asks for the mistakes. */
    boolean wantsErrors() {
        return errors != null || html != null;
    }

    /** The convention, or null when all gold labels must be known first. */
    @Nullable
    Convention convention() {
        if (conlleval) {
            return Convention.CONLLEVAL;
        }
        if (strict) {
            return scheme == null ? null : Convention.strict(scheme);
        }
        return model == null ? null : Convention.of(model.scheme());
    }

    /** The convention that suits all gold labels. */
    Convention detected(List<List<String>> gold) {
        TagScheme found =
                model == null ? TagScheme.detect(gold) : model.scheme().orVariant(gold);
        return strict ? Convention.strict(found) : Convention.of(found);
    }

    /** What collects mistakes, or null when nobody asks for them. */
    @Nullable
    ErrorAnalysis analysis(Convention convention) {
        // Instances have no spans, whatever their labels are called.
        Convention judged = classification ? Convention.PLAIN : convention;
        return wantsErrors() ? new ErrorAnalysis(model, judged, notation, worst()) : null;
    }
}
