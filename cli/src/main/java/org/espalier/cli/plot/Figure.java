package org.espalier.cli.plot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.espalier.model.FileReplacement;

/** Charts side by side, with one legend, as a picture or as text. */
public record Figure(List<Chart> charts) {

    public Figure {
        charts = List.copyOf(charts);
        if (charts.isEmpty()) {
            throw new IllegalArgumentException("a figure without charts; expected at least one");
        }
    }

    public static Figure of(Chart... charts) {
        return new Figure(List.of(charts));
    }

    /** As a document of its own. */
    public String svg() {
        SvgCanvas canvas = new SvgCanvas(FigureDrawing.width(this), FigureDrawing.height(this));
        FigureDrawing.draw(this, canvas);
        return canvas.document();
    }

    /** As part of a page, in the colours of its text. */
    public String inline(String description) {
        SvgCanvas canvas = new SvgCanvas(FigureDrawing.width(this), FigureDrawing.height(this), description);
        FigureDrawing.draw(this, canvas);
        return canvas.document();
    }

    /** As the bytes of a file, two pixels for each of the SVG's. */
    public byte[] png() {
        ImageCanvas canvas = new ImageCanvas(FigureDrawing.width(this), FigureDrawing.height(this));
        FigureDrawing.draw(this, canvas);
        return canvas.png();
    }

    /** For a terminal; the charts below each other, each so many characters wide and so many lines high. */
    public String text(int width, int height) {
        StringBuilder text = new StringBuilder();
        for (Chart chart : charts) {
            text.append(text.isEmpty() ? "" : "\n").append(TextDrawing.draw(chart, width, height));
        }
        return text.toString();
    }

    /** Whether {@link #write} knows what to make of the name. */
    public static boolean isPicture(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".svg") || name.endsWith(".png");
    }

    /**
     * Writes a file: SVG or PNG, as its name ends.
     *
     * @throws IllegalArgumentException when it ends in neither
     * @throws UncheckedIOException when it cannot be written
     */
    public void write(Path file) {
        if (!isPicture(file)) {
            throw new IllegalArgumentException(file + ": plots are written as .svg or .png; give such a name");
        }
        boolean image =
                String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT).endsWith(".png");
        byte[] bytes = image ? png() : svg().getBytes(StandardCharsets.UTF_8);
        FileReplacement.write(file, channel -> {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                if (channel.write(buffer) < 0) {
                    throw new IOException("nothing could be written");
                }
            }
        });
    }
}
