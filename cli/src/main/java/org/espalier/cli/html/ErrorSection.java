package org.espalier.cli.html;

import java.util.Locale;
import java.util.Objects;
import org.espalier.data.Span;
import org.espalier.evaluate.errors.Cause;
import org.espalier.evaluate.errors.ErrorSummary;
import org.espalier.evaluate.errors.Mistake;
import org.espalier.evaluate.errors.TokenText;
import org.espalier.evaluate.errors.WrongSequence;

/** What goes wrong: causes, and the worst sequences with gold and predicted labels in colours. */
final class ErrorSection {
    /** So many right tokens are shown on each side of a mistake. */
    private static final int CONTEXT = 8;

    private ErrorSection() {}

    static void write(ErrorSummary errors, LabelColours colours, Markup page) {
        page.open("section").element("h2", "Errors");
        page.element(
                "p",
                errors.mistakes() + (errors.mistakes() == 1 ? " error in " : " errors in ") + errors.wrong() + " of "
                        + errors.sequences() + " sequences.");
        errors.notes().forEach(note -> page.element("p", "Note: " + note, "class", "note"));
        causes(errors, page);
        if (!errors.worst().isEmpty()) {
            page.element("h3", "The worst sequences");
            page.open("p", "class", "legend").text("Colours: ");
            colours.names().forEach(name -> page.element("span", name, "class", "label " + colours.of(name)));
            page.text(" A wrong token has a border, and its gold label is shown above the predicted one.")
                    .close();
            errors.worst().forEach(wrong -> sequence(wrong, colours, page));
        }
        page.close();
    }

    private static void causes(ErrorSummary errors, Markup page) {
        boolean known = errors.causes().stream().anyMatch(reason -> reason.cause() != Cause.NO_MODEL);
        if (!known) {
            return;
        }
        page.open("table")
                .element("caption", "Errors by cause")
                .head("cause", "errors")
                .open("tbody");
        for (ErrorSummary.Reason reason : errors.causes()) {
            page.open("tr").element("th", reason.cause().toString(), "scope", "row");
            page.bar(String.valueOf(reason.count()), (double) reason.count() / Math.max(1, errors.mistakes()));
            page.close();
        }
        page.close().close();
    }

    private static void sequence(WrongSequence wrong, LabelColours colours, Markup page) {
        page.open("article").element("h4", title(wrong)).open("ol", "class", "tokens");
        boolean[] shown = wrong.excerpt(CONTEXT);
        for (int t = 0; t < shown.length; t++) {
            if (shown[t]) {
                token(wrong, t, colours, page);
            } else if (t == 0 || shown[t - 1]) {
                page.element("li", "…", "class", "gap");
            }
        }
        page.close().open("ul", "class", "mistakes");
        for (Mistake mistake : wrong.mistakes()) {
            page.element("li", description(mistake, wrong), "dir", "auto");
        }
        page.close().close();
    }

    private static String title(WrongSequence wrong) {
        String place = wrong.sequence().location().line() > 0
                ? wrong.sequence().location().toString()
                : "sequence " + wrong.number();
        String gap = wrong.gap() == Double.POSITIVE_INFINITY
                ? "; the model gives the gold labels no probability"
                : Double.isNaN(wrong.gap())
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; log-probability of the gold labels %.2f below the prediction's",
                                wrong.gap());
        return place + ": " + wrong.wrongTokens() + " of " + wrong.gold().size() + " tokens wrong" + gap;
    }

    private static void token(WrongSequence wrong, int t, LabelColours colours, Markup page) {
        boolean isWrong = wrong.isWrong(t);
        page.open("li", "class", isWrong ? "wrong" : "right");
        page.element("bdi", TokenText.of(wrong.sequence().tokens().get(t)), "class", "word");
        if (isWrong) {
            label("gold ", wrong.gold().get(t), colours, page);
            label("predicted ", wrong.predicted().get(t), colours, page);
        } else {
            label("", wrong.predicted().get(t), colours, page);
        }
        page.close();
    }

    private static void label(String role, String label, LabelColours colours, Markup page) {
        page.open("span", "class", ("label " + colours.of(label)).strip());
        if (!role.isEmpty()) {
            page.element("small", role);
        }
        page.text(label).close();
    }

    private static String description(Mistake mistake, WrongSequence wrong) {
        Span span = Objects.requireNonNull(mistake.gold() == null ? mistake.predicted() : mistake.gold());
        String text = TokenText.of(wrong.sequence(), span);
        String cause = mistake.cause() == Cause.NO_MODEL
                ? ""
                : ": " + mistake.cause() + (mistake.detail().isEmpty() ? "" : ", " + mistake.detail());
        return "“" + text + "” " + mistake.describe() + cause;
    }
}
