package org.espalier.cli.plot;

/** What a figure is drawn on; lengths are pixels, from the left and from the top. Colours are written {@code #rrggbb}. */
interface Canvas {

    /** Which end of a text its place is. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** What a point looks like. */
    enum Mark {
        DISC,
        SQUARE,
        TRIANGLE,
        DIAMOND
    }

    /**
     * How a line looks.
     *
     * @param dash the length of dashes and gaps; 0 for none
     */
    record Pen(String colour, double width, double dash) {}

    /**
     * How a text looks.
     *
     * @param upwards whether it runs from bottom to top
     */
    record Lettering(double size, boolean bold, Anchor anchor, boolean upwards, String colour) {}

    /** A straight line. */
    void segment(double fromX, double fromY, double toX, double toY, Pen pen);

    /** Straight lines from each point to the next. */
    void polyline(double[] x, double[] y, Pen pen);

    void mark(Mark mark, double x, double y, double radius, String colour);

    void text(String text, double x, double y, Lettering lettering);
}
