package org.espalier.text;

/** What stands between blanks, see {@link Tokenizer#WHITESPACE}. */
record WhitespaceTokenizer() implements Tokenizer {

    @Override
    public TextRanges tokenize(String text) {
        TextRanges.Builder tokens = new TextRanges.Builder();
        int start = -1;
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            boolean space = Characters.isSpace(c);
            if (space && start >= 0) {
                tokens.add(start, at);
                start = -1;
            } else if (!space && start < 0) {
                start = at;
            }
            at += Character.charCount(c);
        }
        if (start >= 0) {
            tokens.add(start, at);
        }
        return tokens.build();
    }

    @Override
    public String definition() {
        return "whitespace";
    }
}
