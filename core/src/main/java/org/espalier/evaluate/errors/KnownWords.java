package org.espalier.evaluate.errors;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import org.espalier.data.DataFormatException;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.AttributeSink;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.encoding.PairPlaces;
import org.jspecify.annotations.Nullable;

/**
 * Which tokens a model knows.
 *
 * <p>Models keep attributes, not words. So the extractor is shown five made-up tokens, once: an attribute of the middle one whose name has the made-up
 * word, and nothing of any other token or column, is the attribute of the word itself, and shows how such attributes are written. A word is known if one of
 * them is among the model's attributes. Where the extractor has no such attribute, as with given attributes, a token is unknown if the model knows
 * less than half of its attributes.
 */
final class KnownWords {
    private static final int MIDDLE = 2;
    private static final int LENGTH = 5;

    private final AttributeExtractor extractor;
    private final AttributeIndex attributes;
    private final int column;
    private final List<Form> forms;

    /** What stands before and after the word in the name of its attribute. */
    private record Form(String before, String after) {}

    private KnownWords(AttributeExtractor extractor, AttributeIndex attributes, int column, List<Form> forms) {
        this.extractor = extractor;
        this.attributes = attributes;
        this.column = column;
        this.forms = forms;
    }

    static KnownWords of(Encoder encoder, int columns) {
        AttributeExtractor extractor = encoder.extractor();
        AttributeIndex attributes =
                extractor.hasArcAttributes() || encoder.pairs().kind() == PairPlaces.Kind.SPANS
                        ? encoder.transitionAttributes()
                        : encoder.attributes();
        SortedSet<Integer> read = extractor.columns();
        int width = Math.max(columns, read.isEmpty() ? 0 : read.last() + 1);
        Sequence made = madeUp(width);
        for (int column = 0; column < width; column++) {
            List<Form> forms = forms(extractor, made, column);
            if (!forms.isEmpty()) {
                return new KnownWords(extractor, attributes, column, forms);
            }
        }
        return new KnownWords(extractor, attributes, 0, List.of());
    }

    /** Lower-case letters only, so that no feature changes the words; no two have three letters in common. */
    private static String word(int position, int column) {
        char mark = (char) ('a' + position);
        char other = (char) ('a' + column % 26);
        return "q" + mark + "zj" + other + "xkv" + mark + "w" + other + "qy";
    }

    private static Sequence madeUp(int width) {
        List<Token> tokens = new ArrayList<>();
        for (int t = 0; t < LENGTH; t++) {
            List<String> columns = new ArrayList<>();
            for (int c = 0; c < width; c++) {
                columns.add(word(t, c));
            }
            tokens.add(new Token(columns, List.of()));
        }
        return Sequence.of(tokens, null);
    }

    private static List<Form> forms(AttributeExtractor extractor, Sequence made, int column) {
        String word = word(MIDDLE, column);
        List<Form> forms = new ArrayList<>();
        for (String name : names(extractor, made, MIDDLE)) {
            int at = name.indexOf(word);
            if (at >= 0) {
                Form form = new Form(name.substring(0, at), name.substring(at + word.length()));
                if (!isMadeUp(form.before()) && !isMadeUp(form.after()) && !forms.contains(form)) {
                    forms.add(form);
                }
            }
        }
        return forms;
    }

    private static boolean isMadeUp(String text) {
        return text.contains("zj") || text.contains("xkv");
    }

    /** The names of the attributes of a position, or of the arc from the root to it, or of the word as a span; none when the extractor cannot observe it. */
    private static List<String> names(AttributeExtractor extractor, Sequence sequence, int position) {
        List<String> names = new ArrayList<>();
        AttributeSink sink = new AttributeSink() {
            @Override
            public void state(CharSequence name, double value) {
                names.add(name.toString());
            }

            @Override
            public void transition(CharSequence name, double value) {}

            @Override
            public void arc(CharSequence name, double value) {
                names.add(name.toString());
            }

            @Override
            public void segment(CharSequence name, double value) {
                names.add(name.toString());
            }
        };
        try {
            if (extractor.hasArcAttributes()) {
                extractor.observe(sequence).extractArc(Mark.ROOT, position, sink);
            } else {
                extractor.extract(sequence, position, sink);
                if (names.isEmpty() && extractor.hasSegmentAttributes()) { // only spans have attributes
                    extractor.observe(sequence).extractSegment(position, 1, sink);
                }
            }
        } catch (DataFormatException notText) {
            names.clear(); // a column must be a number
        }
        return names;
    }

    /** Whether words are recognised by attributes of their own. */
    boolean hasWords() {
        return !forms.isEmpty();
    }

    /** The word that the model does not know, or how many attributes it does not know; null when it knows the token. */
    @Nullable
    String unknown(Sequence sequence, int position) {
        if (forms.isEmpty()) {
            return unknownAttributes(sequence, position);
        }
        String word = sequence.tokens().get(position).columns().get(column);
        String lower = word.toLowerCase(Locale.ROOT);
        for (Form form : forms) {
            if (isKnown(form, word) || isKnown(form, lower)) {
                return null;
            }
        }
        return "'" + word + "'";
    }

    private boolean isKnown(Form form, String word) {
        return attributes.indexOf(form.before() + word + form.after()) >= 0;
    }

    private @Nullable String unknownAttributes(Sequence sequence, int position) {
        List<String> names = names(extractor, sequence, position);
        long unknown =
                names.stream().filter(name -> attributes.indexOf(name) < 0).count();
        return 2 * unknown > names.size() ? unknown + " of " + names.size() + " attributes" : null;
    }
}
