package org.espalier.cli.html;

import java.util.Locale;
import java.util.Objects;
import org.espalier.data.Span;
import org.espalier.data.Token;
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
        page.open("article").element("h4", title(wrong));
        page.open("ol", "class", "tokens", "dir", isRightToLeft(wrong) ? "rtl" : "ltr");
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
            describe(mistake, wrong, page);
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
        page.label(role, label, colours.of(label));
    }

    /** The text by itself, so that what stands behind it is read from left to right whatever it is. */
    private static void describe(Mistake mistake, WrongSequence wrong, Markup page) {
        Span span = Objects.requireNonNull(mistake.gold() == null ? mistake.predicted() : mistake.gold());
        page.open("li")
                .text("“")
                .element("bdi", TokenText.of(wrong.sequence(), span))
                .text("” ");
        page.text(mistake.describe());
        if (mistake.cause() != Cause.NO_MODEL) {
            page.text(": " + mistake.cause() + (mistake.detail().isEmpty() ? "" : ", "));
            page.element("bdi", mistake.detail());
        }
        page.close();
    }

    /** Whether the tokens are read from right to left: the first letter whose direction is clear decides, as it does in running text. */
    private static boolean isRightToLeft(WrongSequence wrong) {
        for (Token token : wrong.sequence().tokens()) {
            String text = TokenText.of(token);
            for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
                switch (Character.getDirectionality(text.codePointAt(i))) {
                    case Character.DIRECTIONALITY_LEFT_TO_RIGHT -> {
                        return false;
                    }
                    case Character.DIRECTIONALITY_RIGHT_TO_LEFT, Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> {
                        return true;
                    }
                    default -> {} // digits and signs take the direction of what surrounds them
                }
            }
        }
        return false;
    }
}
