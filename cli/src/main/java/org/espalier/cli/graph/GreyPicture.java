package org.espalier.cli.graph;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.jspecify.annotations.Nullable;

/**
 * A picture in grey.
 *
 * @param brightness row by row; 0 is black, 1 is white // [rows · columns]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
record GreyPicture(int rows, int columns, double[] brightness) {
    /** Between black and white. */
    static final double MIDDLE = 0.5;

    private static final double WHITE = 255;
    private static final long MOST_PIXELS = 50_000_000;

    /**
     * Reads a picture in any format that Java knows; colours become the brightness that the eye sees (ITU-R BT.601).
     *
     * @throws DataFormatException when it is none
     */
    static GreyPicture read(Path file) {
        BufferedImage image;
        try {
            image = decoded(file, Files.readAllBytes(file));
        } catch (DataFormatException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw problem(
                    file,
                    Files.isReadable(file)
                            ? "the picture is damaged: " + e.getMessage()
                            : "there is no such file, or it cannot be read",
                    e);
        }
        double[] brightness = new double[image.getWidth() * image.getHeight()];
        for (int v = 0; v < brightness.length; v++) {
            int colour = image.getRGB(v % image.getWidth(), v / image.getWidth());
            brightness[v] =
                    (0.299 * (colour >> 16 & 0xFF) + 0.587 * (colour >> 8 & 0xFF) + 0.114 * (colour & 0xFF)) / WHITE;
        }
        return new GreyPicture(image.getHeight(), image.getWidth(), brightness);
    }

    /** Looks at the size first: a damaged one may promise more pixels than there is memory. */
    private static BufferedImage decoded(Path file, byte[] bytes) throws IOException {
        ImageIO.setUseCache(false);
        try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(input);
            if (!readers.hasNext()) {
                throw problem(file, "this is no picture that can be read; expected PNG, GIF, BMP or JPEG", null);
            }
            ImageReader reader = readers.next();
            try {
                reader.setInput(input);
                long pixels = (long) reader.getWidth(0) * reader.getHeight(0);
                if (pixels > MOST_PIXELS) {
                    throw problem(
                            file,
                            String.format(
                                    Locale.ROOT,
                                    "the picture has %,d pixels; expected at most %,d: cut it or make it smaller",
                                    pixels,
                                    MOST_PIXELS),
                            null);
                }
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        }
    }

    private static DataFormatException problem(Path file, String what, @Nullable Exception cause) {
        return new DataFormatException(new Location(file.toString(), 0), what, cause);
    }

    /** The same with noise; brightness may leave the range from black to white. */
    GreyPicture withNoise(double deviation, Random random) {
        return deviation == 0
                ? this
                : new GreyPicture(
                        rows,
                        columns,
                        Arrays.stream(brightness)
                                .map(x -> x + deviation * random.nextGaussian())
                                .toArray());
    }

    /** The share of pixels of which the predicate is true where they are light here, and false where they are dark. */
    double agreement(IntPredicate isLight) {
        int right = 0;
        for (int v = 0; v < brightness.length; v++) {
            right += isLight.test(v) == brightness[v] >= MIDDLE ? 1 : 0;
        }
        return (double) right / brightness.length;
    }

    /** Writes a PNG file. */
    void write(Path file) {
        BufferedImage image = new BufferedImage(columns, rows, BufferedImage.TYPE_BYTE_GRAY);
        for (int v = 0; v < brightness.length; v++) {
            int grey = (int) Math.round(WHITE * Math.min(1, Math.max(0, brightness[v])));
            image.getRaster().setSample(v % columns, v / columns, 0, grey);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
            Files.write(file, bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
