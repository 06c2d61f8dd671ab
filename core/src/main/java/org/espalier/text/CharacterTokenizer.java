package org.espalier.text;

/** Characters as readers see them, see {@link Tokenizer#CHARACTERS}. */
record CharacterTokenizer() implements Tokenizer {

    @Override
    public TextRanges tokenize(String text) {
        TextRanges.Builder tokens = new TextRanges.Builder();
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (Characters.isBlank(c)) {
                at += Character.charCount(c);
            } else {
                int end = Characters.end(text, at);
                tokens.add(at, end);
                at = end;
            }
        }
        return tokens.build();
    }

    @Override
    public String definition() {
        return "characters";
    }
}
