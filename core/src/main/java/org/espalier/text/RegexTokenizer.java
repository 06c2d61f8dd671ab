package org.espalier.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** The matches of a regular expression, see {@link Tokenizer#regex}. */
final class RegexTokenizer implements Tokenizer {
    static final String PREFIX = "regex(";

    private final Pattern pattern;

    RegexTokenizer(String expression) {
        try {
            this.pattern = Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "tokenizer '" + PREFIX + expression + ")': the expression is wrong at character "
                            + (e.getIndex() + 1) + ": " + e.getDescription(),
                    e);
        }
        if (expression.isEmpty()) {
            throw new IllegalArgumentException(
                    "tokenizer 'regex()' finds no tokens; expected an expression, such as 'regex(\\w+|\\S)'");
        }
    }

    @Override
    public TextRanges tokenize(String text) {
        TextRanges.Builder tokens = new TextRanges.Builder();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            if (matcher.end() > matcher.start()) {
                tokens.add(matcher.start(), matcher.end());
            }
        }
        return tokens.build();
    }

    @Override
    public String definition() {
        return PREFIX + pattern.pattern() + ")";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegexTokenizer tokenizer
                && tokenizer.definition().equals(definition());
    }

    @Override
    public int hashCode() {
        return definition().hashCode();
    }

    @Override
    public String toString() {
        return definition();
    }
}
