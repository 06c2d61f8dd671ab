package org.espalier.cli.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Draws a bitmap, with two pixels for each one asked for, so that it is sharp on fine screens. Needs no display. */
final class ImageCanvas implements Canvas {
    private static final int SCALE = 2;

    private final BufferedImage image;
    private final Graphics2D graphics;

    ImageCanvas(int width, int height) {
        image = new BufferedImage(SCALE * width, SCALE * height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        graphics.setColor(Color.WHITE);
        graphics.fill(new Rectangle2D.Double(0, 0, width, height));
    }

    byte[] png() {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            if (!ImageIO.write(image, "png", bytes)) {
                throw new IOException("this Java cannot write PNG files; choose SVG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void take(Pen pen) {
        graphics.setColor(Color.decode(pen.colour()));
        float width = (float) pen.width();
        float dash = (float) pen.dash();
        graphics.setStroke(
                dash > 0
                        ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {dash}, 0)
                        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
    }

    @Override
    public void segment(double fromX, double fromY, double toX, double toY, Pen pen) {
        take(pen);
        graphics.draw(new Line2D.Double(fromX, fromY, toX, toY));
    }

    @Override
    public void polyline(double[] x, double[] y, Pen pen) {
        if (x.length > 0) {
            take(pen);
            graphics.draw(path(x, y));
        }
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int k = 1; k < x.length; k++) {
            path.lineTo(x[k], y[k]);
        }
        return path;
    }

    @Override
    public void mark(Mark mark, double x, double y, double radius, String colour) {
        graphics.setColor(Color.decode(colour));
        switch (mark) {
            case DISC -> graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
            case SQUARE ->
                graphics.fill(new Rectangle2D.Double(x - 0.9 * radius, y - 0.9 * radius, 1.8 * radius, 1.8 * radius));
            case TRIANGLE, DIAMOND -> {
                Corners corners = Corners.of(mark, x, y, radius);
                Path2D path = path(corners.x(), corners.y());
                path.closePath();
                graphics.fill(path);
            }
        }
    }

    @Override
    public void text(String text, double x, double y, Lettering lettering) {
        graphics.setColor(Color.decode(lettering.colour()));
        Font font = new Font(Font.SANS_SERIF, lettering.bold() ? Font.BOLD : Font.PLAIN, 1);
        graphics.setFont(font.deriveFont((float) lettering.size()));
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double before = lettering.anchor() == Anchor.START ? 0 : lettering.anchor() == Anchor.END ? width : width / 2;
        AffineTransform usual = graphics.getTransform();
        graphics.translate(x, y);
        if (lettering.upwards()) {
            graphics.rotate(-Math.PI / 2);
        }
        graphics.drawString(text, (float) -before, 0f);
        graphics.setTransform(usual);
    }
}
