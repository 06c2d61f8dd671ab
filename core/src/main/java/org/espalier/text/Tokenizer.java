package org.espalier.text;

/**
 * Splits a text into tokens and says where each one is; the text itself is not changed. Immutable and safe to share.
 *
 * <p>Tokenisers are equal when their {@link #definition}s are. A model keeps the definition, so that raw text is cut as its training data
 * were.
 */
public interface Tokenizer {
    /**
     * Words by rule: letters with their marks and digits behind them ({@code B12}), numbers with separators inside ({@code 1,000.5}), and
     * every other character by itself, an emoji sequence or a pair of surrogates being one character. Characters of scripts that do not
     * separate words (Han, Hiragana, Thai, Lao, Khmer, Myanmar) stand by themselves. Blanks, controls and invisible characters are in no
     * token.
     */
    Tokenizer WORDS = new WordTokenizer();

    /** What stands between blanks. */
    Tokenizer WHITESPACE = new WhitespaceTokenizer();

    /** Characters as readers see them: a letter with its accents, an emoji sequence, a Hangul syllable is one; blanks are left out. */
    Tokenizer CHARACTERS = new CharacterTokenizer();

    /** The tokens of a text. */
    TextRanges tokenize(String text);

    /** The text that {@link #parse} makes this tokeniser of. */
    String definition();

    /** Tokens are the matches of a regular expression ({@link java.util.regex.Pattern}) that are not empty; the rest is in no token. */
    static Tokenizer regex(String pattern) {
        return new RegexTokenizer(pattern);
    }

    /**
     * The tokeniser of a definition: {@code words}, {@code whitespace}, {@code characters} or {@code regex(...)}.
     *
     * @throws IllegalArgumentException when it is none of these, or the expression cannot be parsed
     */
    static Tokenizer parse(String definition) {
        for (Tokenizer known : new Tokenizer[] {WORDS, WHITESPACE, CHARACTERS}) {
            if (known.definition().equals(definition)) {
                return known;
            }
        }
        if (definition.startsWith(RegexTokenizer.PREFIX) && definition.endsWith(")")) {
            return regex(definition.substring(RegexTokenizer.PREFIX.length(), definition.length() - 1));
        }
        throw new IllegalArgumentException("tokenizer '" + definition
                + "'; expected words, whitespace, characters or regex(...), such as 'regex(\\w+|\\S)'");
    }
}
