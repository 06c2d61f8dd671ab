package org.espalier.text;

/** Words by rule, see {@link Tokenizer#WORDS}; one pass over the text. */
record WordTokenizer() implements Tokenizer {
    private static final int FIRST_UNSPACED = 0x0E00;

    @Override
    public TextRanges tokenize(String text) {
        TextRanges.Builder tokens = new TextRanges.Builder();
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (Characters.isBlank(c)) {
                at += Character.charCount(c);
                continue;
            }
            int end = end(text, at, c);
            tokens.add(at, end);
            at = end;
        }
        return tokens.build();
    }

    private static int end(String text, int at, int c) {
        if (isUnspaced(c)) {
            return Characters.end(text, at);
        }
        if (isLetter(c)) {
            return wordEnd(text, at);
        }
        return isNumber(c) ? numberEnd(text, at) : Characters.end(text, at);
    }

    private static int wordEnd(String text, int start) {
        int end = start;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            int next = end + Character.charCount(c);
            boolean inside = (isLetter(c) && !isUnspaced(c)) || isNumber(c);
            if (!inside && !(isJoiner(c) && next < text.length() && isLetter(text.codePointAt(next)))) {
                break;
            }
            end = next;
        }
        return end;
    }

    private static int numberEnd(String text, int start) {
        int end = start;
        boolean digit = false;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            int next = end + Character.charCount(c);
            boolean separator =
                    digit && isSeparator(c) && next < text.length() && Character.isDigit(text.codePointAt(next));
            if (!separator && !isNumber(c) && !Characters.isMark(c)) {
                break;
            }
            digit = Character.isDigit(c);
            end = next;
        }
        return end;
    }

    private static boolean isLetter(int c) {
        return Character.isLetter(c) || Characters.isMark(c);
    }

    private static boolean isNumber(int c) {
        int type = Character.getType(c);
        return type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.OTHER_NUMBER
                || type == Character.LETTER_NUMBER;
    }

    /** What stands within numbers: point, comma, apostrophe (Swiss thousands) and their Arabic counterparts. */
    private static boolean isSeparator(int c) {
        return c == '.' || c == ',' || c == '\'' || c == '\u2019' || c == '\u066B' || c == '\u066C';
    }

    /** Invisible characters within words: joiners of Persian and Indic scripts, the soft hyphen, the word joiner. */
    private static boolean isJoiner(int c) {
        return c == Characters.JOINER || c == 0x200C || c == 0xAD || c == 0x2060;
    }

    /** Whether the script has no blanks between words. */
    private static boolean isUnspaced(int c) {
        if (c < FIRST_UNSPACED || !Character.isLetter(c)) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, THAI, LAO, KHMER, MYANMAR -> true;
            default -> false;
        };
    }

    @Override
    public String definition() {
        return "words";
    }
}
