package org.espalier.cli.output;

/** Text inside XML and HTML. */
public final class XmlText {
    private XmlText() {}

    /** For elements and quoted attributes; characters that XML does not allow at all become a question mark. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isAllowed(c) ? c : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(int c) {
        return c == '\t' || c == '\n' || (c >= ' ' && c < 0xd800) || (c > 0xdfff && c < 0xfffe) || c > 0xffff;
    }
}
