package org.espalier.cli.html;

import java.util.List;
import java.util.Locale;
import org.espalier.inspect.FamilyWeight;
import org.espalier.inspect.FeatureWeight;
import org.espalier.inspect.Inspection;
import org.espalier.inspect.TransitionWeight;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;

/** What the model has learnt: the features that speak most for and against each label, and its strongest transitions. */
final class FeatureSection {
    private static final int TOP = 8;
    private static final int TOP_TRANSITIONS = 20;
    private static final int MOST_STATES = 60;

    private FeatureSection() {}

    static void write(@Nullable Model model, LabelColours colours, Markup page) {
        page.open("section").element("h2", "Strongest features");
        if (model == null) {
            page.element("p", "There is no model to show: the labels were read from a file.");
        } else {
            Inspection inspection = Inspection.of(model);
            page.element(
                    "p",
                    String.format(
                            Locale.ROOT,
                            "The model has %,d features of %,d attributes. Positive weights speak for a label, negative ones"
                                    + " against it.",
                            inspection.size().features(),
                            inspection.size().attributes()));
            states(inspection, colours, page);
            transitions(inspection, page);
            others(inspection, page);
        }
        page.close();
    }

    private static void states(Inspection inspection, LabelColours colours, Markup page) {
        List<String> states = inspection.model().stateNames();
        if (states.size() > MOST_STATES) {
            page.element(
                    "p",
                    "The first " + MOST_STATES + " of " + states.size()
                            + " are shown; espalier inspect has all of them.");
        }
        page.open("div", "class", "cards");
        states.stream().limit(MOST_STATES).forEach(state -> {
            List<FeatureWeight> supporting = inspection.supporting(state, TOP);
            List<FeatureWeight> opposing = inspection.opposing(state, TOP);
            double largest = Math.max(largest(supporting), largest(opposing));
            page.open("article").open("h3");
            page.element("span", state, "class", ("label " + colours.of(state)).strip())
                    .close();
            weights("for", supporting, largest, page);
            weights("against", opposing, largest, page);
            page.close();
        });
        page.close();
    }

    private static double largest(List<FeatureWeight> features) {
        return features.isEmpty() ? 0 : Math.abs(features.get(0).weight());
    }

    private static void weights(String side, List<FeatureWeight> features, double largest, Markup page) {
        if (features.isEmpty()) {
            page.element("p", "Nothing speaks " + side + " it.", "class", "note");
            return;
        }
        page.open("table", "class", side).head("speaks " + side, "weight").open("tbody");
        for (FeatureWeight feature : features) {
            page.open("tr").element("th", feature.attribute(), "scope", "row");
            page.bar(signed(feature.weight()), Math.abs(feature.weight()) / largest)
                    .close();
        }
        page.close().close();
    }

    private static void transitions(Inspection inspection, Markup page) {
        List<TransitionWeight> strongest = inspection.strongestTransitions(TOP_TRANSITIONS);
        if (strongest.isEmpty()) {
            return;
        }
        page.element("h3", "Strongest transitions").open("table");
        page.head("from", "to", "at", "weight").open("tbody");
        for (TransitionWeight transition : strongest) {
            page.open("tr").element("th", transition.from(), "scope", "row");
            page.element("td", transition.to()).element("td", transition.attribute());
            page.element("td", signed(transition.weight())).close();
        }
        page.close().close();
    }

    private static void others(Inspection inspection, Markup page) {
        List<FamilyWeight> others = inspection.strongestOthers(TOP_TRANSITIONS);
        if (others.isEmpty()) {
            return;
        }
        page.element("h3", "Strongest of other families").open("table");
        page.head("family", "target", "attribute", "weight").open("tbody");
        for (FamilyWeight other : others) {
            page.open("tr").element("th", other.family(), "scope", "row");
            page.element("td", other.target()).element("td", other.attribute());
            page.element("td", signed(other.weight())).close();
        }
        page.close().close();
    }

    private static String signed(double weight) {
        return String.format(Locale.ROOT, "%+.3f", weight);
    }
}
