package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.espalier.data.FramesFormatter;
import org.espalier.data.Json;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.data.TsFormatter;

/**
 * Writes the data of {@code samples/gestures}, whose formulas are in the README there: recordings of an arm with a label per frame, and
 * gestures with a label per sequence. The same on every machine.
 */
public final class SyntheticGestures {
    private static final List<String> GESTURES = List.of("circle", "shake", "swipe");

    private final Random random;

    private SyntheticGestures(long seed) {
        this.random = new Random(seed);
    }

    /** Expects the folder to write to. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        writePhases(folder.resolve("phases.train.csv"), 1, 12);
        writePhases(folder.resolve("phases.test.csv"), 2, 6);
        writeGestures(folder.resolve("gestures.train.ts"), 3, 24);
        writeGestures(folder.resolve("gestures.test.ts"), 4, 18);
    }

    private static void writePhases(Path file, long seed, int count) throws IOException {
        SyntheticGestures source = new SyntheticGestures(seed);
        FramesFormatter formatter =
                FramesFormatter.DEFAULT.withSequence("recording").withLabel("phase");
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            Sequence recording = source.recording(seed + "-" + (n + 1));
            text.append(n == 0 ? formatter.header(recording) : "");
            formatter.append(recording, text);
        }
        Files.writeString(file, text);
    }

    /** An arm that is raised, held and lowered twice; the sensor sits a little differently each time. */
    private Sequence recording(String name) {
        List<String> labels = new ArrayList<>();
        List<Double> heights = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            add("rest", 6 + random.nextInt(5), 0, 0, labels, heights);
            add("raise", 5 + random.nextInt(4), 0, 1, labels, heights);
            add("hold", 5 + random.nextInt(6), 1, 1, labels, heights);
            add("lower", 5 + random.nextInt(4), 1, 0, labels, heights);
        }
        double mounting = 0.08 * random.nextGaussian();
        List<Token> tokens = new ArrayList<>();
        List<String> times = new ArrayList<>();
        for (int t = 0; t < labels.size(); t++) {
            double angle = mounting + 1.2 * heights.get(t);
            double tremor = labels.get(t).equals("hold") ? 60 : 15;
            tokens.add(new Token(
                    List.of(
                            value(1000 * StrictMath.sin(angle) + 40 * random.nextGaussian()),
                            value(tremor * random.nextGaussian()),
                            value(1000 * StrictMath.cos(angle) + 40 * random.nextGaussian())),
                    List.of(),
                    List.of("ax", "ay", "az")));
            times.add(String.valueOf(40 * t));
        }
        List<String> comments = List.of(Json.write(Map.of("recording", name)), Json.write(Map.of("time", times)));
        return new Sequence(tokens, labels, 1, comments, Location.NONE);
    }

    /** Frames of one phase, in which the height goes from one value to another along half a cosine. */
    private static void add(
            String phase, int frames, double from, double to, List<String> labels, List<Double> heights) {
        for (int t = 0; t < frames; t++) {
            double share = (1 - StrictMath.cos(Math.PI * (t + 0.5) / frames)) / 2;
            labels.add(phase);
            heights.add(from + (to - from) * share);
        }
    }

    /** In thousandths of g; one in 40 is lost. */
    private String value(double acceleration) {
        boolean lost = random.nextInt(40) == 0;
        return lost ? "" : String.valueOf(Math.round(acceleration));
    }

    private static void writeGestures(Path file, long seed, int count) throws IOException {
        SyntheticGestures source = new SyntheticGestures(seed);
        TsFormatter formatter = new TsFormatter();
        StringBuilder text = new StringBuilder();
        for (int n = 0; n < count; n++) {
            Sequence gesture = source.gesture(GESTURES.get(n % GESTURES.size()));
            text.append(n == 0 ? formatter.header("Gestures", gesture, GESTURES) : "");
            formatter.append(gesture, text);
        }
        Files.writeString(file, text);
    }

    private Sequence gesture(String label) {
        int frames = 20 + random.nextInt(11);
        double size = 1 + 0.2 * random.nextGaussian();
        double begin = 2 * Math.PI * random.nextDouble();
        List<Token> tokens = new ArrayList<>();
        for (int t = 0; t < frames; t++) {
            double phase = begin + 2 * Math.PI * t / 16;
            double x = switch (label) {
                case "circle" -> StrictMath.cos(phase);
                case "shake" -> StrictMath.cos(4 * phase);
                default -> StrictMath.sin(2 * Math.PI * t / frames);
            };
            double y = label.equals("circle") ? StrictMath.sin(phase) : 0;
            tokens.add(Token.ofColumns(
                    number(size * x + 0.3 * random.nextGaussian()), number(size * y + 0.3 * random.nextGaussian())));
        }
        return Sequence.of(tokens, Collections.nCopies(frames, label));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
