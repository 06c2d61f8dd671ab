package org.espalier.interop.crfpp;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.feature.template.WapitiPatterns;
import org.espalier.model.Model;
import org.espalier.scoring.Normalisation;

/**
 * A model with Wapiti's patterns as one with a template, where a template can say the same: {@code u05:_x-1/the} becomes
 * {@code U05:_B-1/the}. A token that is itself written {@code _x-1} is taken for such a place.
 */
final class PatternTemplate {
    private static final Pattern MACRO = Pattern.compile("%x\\[\\s*([-+]?)([0-9]+)\\s*,\\s*([0-9]+)\\s*\\]");
    private static final Pattern OUTSIDE = Pattern.compile("_x([-+])([1-4])");

    /** Farther outside all places have the same name in Wapiti. */
    private static final int FARTHEST_ROW = 4;

    private PatternTemplate() {}

    /**
     * The model in terms of a template.
     *
     * @throws IllegalArgumentException when a template cannot say the same
     */
    static Model of(Model model, WapitiPatterns patterns) {
        if (model.normalisation() != Normalisation.GLOBAL) {
            throw new IllegalArgumentException(
                    "CRF++ supports only conditional random fields, but this model is normalised at every token");
        }
        if (patterns.singleTokens() || patterns.patterns().isEmpty()) {
            throw new IllegalArgumentException(
                    "CRF++ needs a feature template, but this model takes the columns of the data as they are");
        }
        List<String> lines = new ArrayList<>();
        int bare = 0;
        for (String pattern : patterns.patterns()) {
            String rest = rest(pattern);
            char kind = pattern.charAt(0);
            if (kind != 'b') {
                lines.add("U" + rest);
            }
            if (kind != 'u') {
                lines.add("B" + rest);
                bare += rest.indexOf('%') < 0 ? 1 : 0;
            }
        }
        Encoder encoder = model.encoder();
        String text = String.join("\n", lines) + "\n";
        String name = "the model's patterns";
        // Our own reading of a template makes one of several lines that do not look at the data; CRF++ counts each.
        Template template = bare > 1 ? Template.parseExactly(text, name) : Template.parse(text, name);
        return new Model(
                model.labels(),
                new Encoder(
                        template,
                        encoder.boundaries(),
                        renamed(encoder.attributes(), 'U'),
                        renamed(encoder.transitionAttributes(), 'B')),
                model.layout(),
                model.weights(),
                model.columns(),
                java.util.Map.of());
    }

    /** What stands behind the first character, its macros as CRF++ writes them. */
    private static String rest(String pattern) {
        Matcher macros = MACRO.matcher(pattern);
        String rest = macros.replaceAll(macro -> {
                    int row = Integer.parseInt(macro.group(2));
                    if (row > FARTHEST_ROW) {
                        throw new IllegalArgumentException(
                                "the pattern '" + pattern + "' looks farther than " + FARTHEST_ROW
                                        + " tokens, where Wapiti and CRF++ give different names to positions outside the sequence");
                    }
                    return "\0x[" + (row != 0 && macro.group(1).equals("-") ? "-" : "") + row + "," + macro.group(3)
                            + "]";
                })
                .substring(1);
        if (rest.indexOf('%') >= 0 || rest.indexOf('\n') >= 0) {
            throw new IllegalArgumentException(
                    "CRF++ templates support only %x[row,column], but the model has the pattern '" + pattern + "'");
        }
        return rest.replace('\0', '%');
    }

    private static Vocabulary renamed(AttributeIndex names, char kind) {
        Vocabulary.Builder builder = new Vocabulary.Builder();
        for (int a = 0; a < names.size(); a++) {
            String name = names.get(a);
            // Wapiti numbers observations of steps among those of positions, where they have no weight and need no
            // name.
            boolean own = name.charAt(0) == '*' || name.charAt(0) == Character.toLowerCase(kind);
            if (builder.add((own ? kind : name.charAt(0))
                            + OUTSIDE.matcher(name.substring(1)).replaceAll("_B$1$2"))
                    != a) {
                throw new IllegalArgumentException(
                        "two attributes of the model would have the same name in CRF++, such as '" + name + "'");
            }
        }
        return builder.build();
    }
}
