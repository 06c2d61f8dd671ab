package org.espalier.benchmarks.newcomer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/**
 * The attributes that users of sklearn-crfsuite usually begin with: the word in lower case, two suffixes, three flags and the tag,
 * where there is one; lower case, two flags and the tag of both neighbours; begin and end. That is 8 to 20 attributes a token.
 *
 * <p>As python-crfsuite does it, a text is an attribute of its own, and a flag is one attribute with the value 1 or 0.
 */
final class UsualFunction {
    private static final int LONG_SUFFIX = 3;
    private static final int SHORT_SUFFIX = 2;

    private UsualFunction() {}

    /** The sequence with attributes instead of columns; column 0 is the word, column 1, if any, the tag. */
    static Sequence convert(Sequence sequence, List<String> labels) {
        List<Token> tokens = new ArrayList<>(sequence.length());
        for (int t = 0; t < sequence.length(); t++) {
            tokens.add(Token.ofAttributes(attributes(sequence.tokens(), t)));
        }
        return Sequence.of(tokens, labels);
    }

    private static List<Attribute> attributes(List<Token> tokens, int t) {
        List<String> columns = tokens.get(t).columns();
        String word = columns.get(0);
        List<Attribute> attributes = new ArrayList<>();
        attributes.add(Attribute.of("bias"));
        attributes.add(Attribute.of("word.lower()=" + word.toLowerCase(Locale.ROOT)));
        attributes.add(Attribute.of("word[-3:]=" + suffix(word, LONG_SUFFIX)));
        attributes.add(Attribute.of("word[-2:]=" + suffix(word, SHORT_SUFFIX)));
        attributes.add(flag("word.isupper()", isUpper(word)));
        attributes.add(flag("word.istitle()", isTitle(word)));
        attributes.add(flag("word.isdigit()", word.codePoints().allMatch(Character::isDigit)));
        if (columns.size() > 1) {
            attributes.add(Attribute.of("postag=" + columns.get(1)));
            attributes.add(Attribute.of("postag[:2]=" + prefix(columns.get(1))));
        }
        if (t > 0) {
            neighbour("-1:", tokens.get(t - 1).columns(), attributes);
        } else {
            attributes.add(Attribute.of("BOS"));
        }
        if (t < tokens.size() - 1) {
            neighbour("+1:", tokens.get(t + 1).columns(), attributes);
        } else {
            attributes.add(Attribute.of("EOS"));
        }
        return attributes;
    }

    private static void neighbour(String where, List<String> columns, List<Attribute> attributes) {
        String word = columns.get(0);
        attributes.add(Attribute.of(where + "word.lower()=" + word.toLowerCase(Locale.ROOT)));
        attributes.add(flag(where + "word.istitle()", isTitle(word)));
        attributes.add(flag(where + "word.isupper()", isUpper(word)));
        if (columns.size() > 1) {
            attributes.add(Attribute.of(where + "postag=" + columns.get(1)));
            attributes.add(Attribute.of(where + "postag[:2]=" + prefix(columns.get(1))));
        }
    }

    private static Attribute flag(String name, boolean value) {
        return new Attribute(name, value ? 1 : 0);
    }

    private static String suffix(String word, int length) {
        int letters = word.codePointCount(0, word.length());
        return letters <= length ? word : word.substring(word.offsetByCodePoints(0, letters - length));
    }

    private static String prefix(String tag) {
        return tag.codePointCount(0, tag.length()) <= 2 ? tag : tag.substring(0, tag.offsetByCodePoints(0, 2));
    }

    /** Python's {@code str.isupper}: a letter with case, and none that is small. */
    static boolean isUpper(String word) {
        return word.codePoints().anyMatch(UsualFunction::isCapital)
                && word.codePoints().noneMatch(Character::isLowerCase);
    }

    /** Python's {@code str.istitle}: capitals where a run of letters with case begins, and only there; at least one. */
    static boolean isTitle(String word) {
        boolean inside = false;
        boolean any = false;
        for (int c : word.codePoints().toArray()) {
            boolean capital = isCapital(c);
            if (capital == inside && (capital || Character.isLowerCase(c))) {
                return false;
            }
            inside = capital || Character.isLowerCase(c);
            any |= capital;
        }
        return any;
    }

    private static boolean isCapital(int c) {
        return Character.isUpperCase(c) || Character.isTitleCase(c);
    }
}
