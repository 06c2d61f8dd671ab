package org.espalier.interop.naive;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A model of CRF++, text or binary: every line of the template is expanded at every token, and its weights are added as floats. */
public final class NaiveCrfpp implements NaiveModel {
    private static final Pattern MACRO = Pattern.compile("%x\\[(-?[0-9]+),([0-9]+)\\]");

    private final List<String> labels;
    private final List<String> template;
    private final ToIntFunction<String> ids; // −1 when a string is unknown
    private final float[] weights;

    private NaiveCrfpp(List<String> labels, List<String> template, ToIntFunction<String> ids, float[] weights) {
        this.labels = labels;
        this.template = template;
        this.ids = ids;
        this.weights = weights;
    }

    /** The model in a file that {@code crf_learn -t} wrote. */
    public static NaiveCrfpp ofText(byte[] file) {
        String[] parts = new String(file, StandardCharsets.UTF_8).split("\n\n", -1);
        Map<String, Integer> ids = new HashMap<>();
        for (String line : parts[3].split("\n", -1)) {
            int blank = line.indexOf(' ');
            ids.put(line.substring(blank + 1), Integer.parseInt(line.substring(0, blank)));
        }
        String[] numbers = parts[4].strip().split("\n", -1);
        float[] weights = new float[numbers.length];
        for (int k = 0; k < numbers.length; k++) {
            weights[k] = (float) Double.parseDouble(numbers[k]);
        }
        return new NaiveCrfpp(
                List.of(parts[1].split("\n", -1)),
                List.of(parts[2].split("\n", -1)),
                name -> ids.getOrDefault(name, -1),
                weights);
    }

    /** The model in a binary file. */
    public static NaiveCrfpp ofBinary(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int count = bytes.getInt(16);
        int trie = bytes.getInt(24);
        int labelBytes = bytes.getInt(28);
        int templateAt = 32 + labelBytes;
        int templateBytes = bytes.getInt(templateAt);
        int trieAt = templateAt + 4 + templateBytes;
        float[] weights = new float[count];
        for (int k = 0; k < count; k++) {
            weights[k] = bytes.getFloat(trieAt + trie + 4 * k);
        }
        return new NaiveCrfpp(
                strings(file, 32, labelBytes),
                strings(file, templateAt + 4, templateBytes),
                name -> find(bytes, trieAt, name),
                weights);
    }

    private static List<String> strings(byte[] file, int from, int length) {
        String text = new String(file, from, length, StandardCharsets.UTF_8);
        return Arrays.stream(text.split("\0", -1))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static int find(ByteBuffer bytes, int trie, String name) {
        int base = bytes.getInt(trie);
        for (byte c : name.getBytes(StandardCharsets.UTF_8)) {
            int unit = trie + 8 * (base + (c & 0xFF) + 1);
            if (bytes.getInt(unit + 4) != base) {
                return -1;
            }
            base = bytes.getInt(unit);
        }
        int value = bytes.getInt(trie + 8 * base);
        return bytes.getInt(trie + 8 * base + 4) == base && value < 0 ? -value - 1 : -1;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public NaiveChain chain(List<String> lines) {
        int length = lines.size();
        int count = labels.size();
        List<String[]> tokens = new ArrayList<>();
        lines.forEach(line -> tokens.add(line.split("[ \t]+", -1)));
        double[][] states = new double[length][count];
        double[][][] steps = new double[length][count][count];
        for (int t = 0; t < length; t++) {
            float[] state = sum(tokens, t, "U", count);
            float[] step = sum(tokens, t, "B", count * count);
            for (int k = 0; k < count * count; k++) {
                states[t][k % count] = state[k % count];
                steps[t][k / count][k % count] = step[k];
            }
        }
        return new NaiveChain(states, steps);
    }

    private float[] sum(List<String[]> tokens, int t, String kind, int width) {
        float[] sum = new float[width];
        for (String line : template) {
            int id = line.startsWith(kind) ? ids.applyAsInt(expanded(line, tokens, t)) : -1;
            for (int k = 0; id >= 0 && k < width; k++) {
                sum[k] += weights[id + k];
            }
        }
        return sum;
    }

    private static String expanded(String line, List<String[]> tokens, int t) {
        return MACRO.matcher(line).replaceAll(macro -> {
            int at = t + Integer.parseInt(macro.group(1));
            return Matcher.quoteReplacement(
                    at < 0
                            ? "_B" + at
                            : at >= tokens.size()
                                    ? "_B+" + (at - tokens.size() + 1)
                                    : tokens.get(at)[Integer.parseInt(macro.group(2))]);
        });
    }
}
