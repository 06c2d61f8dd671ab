package org.espalier.text;

/** What tokenisers and the sentence rule ask of characters: what is blank, and how far a character reaches as readers see it. */
final class Characters {
    private static final int NON_JOINER = 0x200C;
    static final int JOINER = 0x200D;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private Characters() {}

    /** Whether it separates words: a space of any kind, a line end, or a byte order mark. */
    static boolean isSpace(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == BYTE_ORDER_MARK;
    }

    /** Whether readers do not see it: a space, a control character or an invisible one, such as a mark of direction. */
    static boolean isBlank(int c) {
        return isSpace(c) || Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
    }

    static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    /** Whether it is a flag's letter, of which two make a flag. */
    private static boolean isRegional(int c) {
        return c >= 0x1F1E6 && c <= 0x1F1FF;
    }

    /** Whether it goes with the character before it: marks, joiners, skin colours, the tags of flags. */
    private static boolean extendsOther(int c) {
        return c >= 0x300
                && (isMark(c)
                        || c == JOINER
                        || c == NON_JOINER
                        || (c >= 0x1F3FB && c <= 0x1F3FF)
                        || (c >= 0xE0020 && c <= 0xE007F));
    }

    /** Whether it is a picture that a joiner can join to another; those that this Java does not know yet stand in the same block. */
    private static boolean isPicture(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.MATH_SYMBOL || (c >= 0x1F000 && c <= 0x1FAFF);
    }

    /**
     * Where the character that begins at {@code start} ends, as readers see it: with its marks, the other half of its flag, what is joined
     * to it, and the rest of a Hangul syllable. CR LF is one character.
     */
    static int end(String text, int start) {
        int c = text.codePointAt(start);
        int end = start + Character.charCount(c);
        if (c == '\r' && end < text.length() && text.charAt(end) == '\n') {
            return end + 1;
        }
        if (Character.isISOControl(c)) {
            return end;
        }
        if (isRegional(c) && end < text.length() && isRegional(text.codePointAt(end))) {
            end += Character.charCount(text.codePointAt(end));
        } else if (Hangul.of(c) != Hangul.NONE) {
            end = syllable(text, c, end);
        }
        return extended(text, end, isPicture(c));
    }

    private static int extended(String text, int from, boolean picture) {
        int end = from;
        int before = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            boolean joined = picture && before == JOINER && isPicture(c);
            if (!extendsOther(c) && !joined) {
                break;
            }
            before = c;
            end += Character.charCount(c);
        }
        return end;
    }

    private static int syllable(String text, int first, int from) {
        int end = from;
        Hangul before = Hangul.of(first);
        while (end < text.length()) {
            Hangul next = Hangul.of(text.charAt(end)); // all of them are in the basic plane
            if (!before.mayBeFollowedBy(next)) {
                break;
            }
            before = next;
            end++;
        }
        return end;
    }

    /** The pieces of Hangul syllables: leading consonants, vowels, trailing consonants, and whole syllables without and with a trailing one. */
    private enum Hangul {
        NONE,
        LEADING,
        VOWEL,
        TRAILING,
        OPEN,
        CLOSED;

        static Hangul of(int c) {
            if (c < 0x1100 || c > 0xD7FB) {
                return NONE;
            }
            if (c <= 0x11FF) {
                return c <= 0x115F ? LEADING : c <= 0x11A7 ? VOWEL : TRAILING;
            }
            if (c >= 0xA960 && c <= 0xA97C) {
                return LEADING;
            }
            if (c >= 0xAC00 && c <= 0xD7A3) {
                return (c - 0xAC00) % 28 == 0 ? OPEN : CLOSED;
            }
            return c >= 0xD7B0 && c <= 0xD7C6 ? VOWEL : c >= 0xD7CB ? TRAILING : NONE;
        }

        boolean mayBeFollowedBy(Hangul next) {
            return switch (this) {
                case LEADING -> next == LEADING || next == VOWEL || next == OPEN || next == CLOSED;
                case OPEN, VOWEL -> next == VOWEL || next == TRAILING;
                case CLOSED, TRAILING -> next == TRAILING;
                case NONE -> false;
            };
        }
    }
}
