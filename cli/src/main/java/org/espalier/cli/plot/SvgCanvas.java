package org.espalier.cli.plot;

import java.util.Locale;
import org.espalier.cli.output.XmlText;

/** Writes SVG; every text is escaped. */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();
    private final boolean embedded;

    /** A document of its own, on white. */
    SvgCanvas(int width, int height) {
        this.embedded = false;
        open(width, height, "");
        append("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
    }

    /** Part of a page, in the colours of its text, so that it suits a dark page too; the description is for those who do not see it. */
    SvgCanvas(int width, int height, String description) {
        this.embedded = true;
        open(width, height, " role=\"img\" aria-label=\"" + XmlText.escaped(description) + "\"");
    }

    private void open(int width, int height, String attributes) {
        append(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\"%s>\n",
                width, height, width, height, attributes);
    }

    /** On a page, ink is the colour of its text, and what stands behind is a shade of it. */
    private String shade(String colour, String attribute) {
        String value = colour;
        String opacity = "";
        if (embedded) {
            switch (colour) {
                case Palette.INK -> value = "currentColor";
                case Palette.FAINT, Palette.GUIDE -> {
                    value = "currentColor";
                    opacity = String.format(
                            " %s-opacity=\"%s\"", attribute, colour.equals(Palette.FAINT) ? "0.15" : "0.5");
                }
                default -> {}
            }
        }
        return String.format(" %s=\"%s\"%s", attribute, value, opacity);
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

    private String stroke(Pen pen) {
        String dash = pen.dash() > 0
                ? String.format(Locale.ROOT, " stroke-dasharray=\"%.1f %.1f\"", pen.dash(), pen.dash())
                : "";
        return String.format(
                Locale.ROOT, "%s stroke-width=\"%.1f\"%s", shade(pen.colour(), "stroke"), pen.width(), dash);
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
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" text-anchor=\"%s\"%s%s%s>%s</text>\n",
                x,
                y,
                lettering.size(),
                anchor,
                shade(lettering.colour(), "fill"),
                lettering.bold() ? " font-weight=\"bold\"" : "",
                turn,
                XmlText.escaped(text));
    }

    private void append(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments));
    }
}
