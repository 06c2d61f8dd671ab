package org.espalier.cli.plot;

/** The corners of a mark that has some. */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record Corners(double[] x, double[] y) {

    static Corners of(Canvas.Mark mark, double x, double y, double radius) {
        double wide = 1.2 * radius;
        return mark == Canvas.Mark.TRIANGLE
                ? new Corners(
                        new double[] {x - wide, x + wide, x},
                        new double[] {y + 0.9 * radius, y + 0.9 * radius, y - wide})
                : new Corners(new double[] {x - wide, x, x + wide, x}, new double[] {y, y - wide, y, y + wide});
    }
}
