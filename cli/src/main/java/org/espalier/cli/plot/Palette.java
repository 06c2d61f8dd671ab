package org.espalier.cli.plot;

import java.util.List;

/**
 * Colours that people with any kind of colour vision tell apart (Okabe and Ito 2008, without the yellow, which is faint on
 * white); when they are used up, dashes and other marks tell the series apart.
 */
final class Palette {
    static final String INK = "#222222";
    static final String FAINT = "#e3e3e3";
    static final String GUIDE = "#999999";

    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");
    private static final List<Canvas.Mark> MARKS = List.of(Canvas.Mark.values());

    private Palette() {}

    static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    static Canvas.Pen pen(int series) {
        // Every third line is dashed too, so that one of two equal lines can be seen under the other.
        boolean dashed = series % 3 == 2 || series / COLOURS.size() % 2 == 1;
        return new Canvas.Pen(colour(series), 1.8, dashed ? 6 : 0);
    }

    static Canvas.Mark mark(int series) {
        return MARKS.get(series % MARKS.size());
    }
}
