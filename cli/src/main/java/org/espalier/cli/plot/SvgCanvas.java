package org.espalier.cli.plot;

import java.util.Locale;

/** Writes SVG; every text is escaped. */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    SvgCanvas(int width, int height) {
        append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                width, height, width, height);
    }

    String document() {
        return svg + "</svg>\n";
    }

    @Override
    public void segment(double fromX, double fromY, double toX, double toY, Pen pen) {
        append("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"%s/>\n", fromX, fromY, toX, toY, stroke(pen));
    }

    @Override
    public void polyline(double[] x, double[] y, Pen pen) {
        svg.append("<polyline fill=\"none\" stroke-linejoin=\"round\" points=\"");
        for (int k = 0; k < x.length; k++) {
            append(k == 0 ? "%.1f,%.1f" : " %.1f,%.1f", x[k], y[k]);
        }
        svg.append('"').append(stroke(pen)).append("/>\n");
    }

    private static String stroke(Pen pen) {
        String dash = pen.dash() > 0
                ? String.format(Locale.ROOT, " stroke-dasharray=\"%.1f %.1f\"", pen.dash(), pen.dash())
                : "";
        return String.format(Locale.ROOT, " stroke=\"%s\" stroke-width=\"%.1f\"%s", pen.colour(), pen.width(), dash);
    }

    @Override
    public void mark(Mark mark, double x, double y, double radius, String colour) {
        switch (mark) {
            case DISC -> append("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", x, y, radius, colour);
            case SQUARE ->
                append(
                        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                        x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius, colour);
            case TRIANGLE, DIAMOND -> {
                Corners corners = Corners.of(mark, x, y, radius);
                svg.append("<polygon points=\"");
                for (int k = 0; k < corners.x().length; k++) {
                    append("%.1f,%.1f ", corners.x()[k], corners.y()[k]);
                }
                append("\" fill=\"%s\"/>\n", colour);
            }
        }
    }

    @Override
    public void text(String text, double x, double y, Lettering lettering) {
        String anchor = lettering.anchor().name().toLowerCase(Locale.ROOT);
        String turn =
                lettering.upwards() ? String.format(Locale.ROOT, " transform=\"rotate(-90 %.1f %.1f)\"", x, y) : "";
        append(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" text-anchor=\"%s\" fill=\"%s\"%s%s>%s</text>\n",
                x,
                y,
                lettering.size(),
                anchor,
                lettering.colour(),
                lettering.bold() ? " font-weight=\"bold\"" : "",
                turn,
                escaped(text));
    }

    /** Characters that XML does not allow at all become a question mark. */
    static String escaped(String text) {
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

    private void append(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments));
    }
}
