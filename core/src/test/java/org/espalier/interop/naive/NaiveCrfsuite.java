package org.espalier.interop.naive;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A model of CRFsuite: the weights of every attribute of an item are added with its value, however often it comes. */
public final class NaiveCrfsuite implements NaiveModel {
    private final List<String> labels;
    private final Map<String, Integer> attributes = new HashMap<>();
    private final ByteBuffer bytes;
    private final int features;

    /** The model in a file. */
    public NaiveCrfsuite(byte[] file) {
        bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        labels = strings(bytes.getInt(32));
        List<String> names = strings(bytes.getInt(36));
        for (int a = 0; a < names.size(); a++) {
            attributes.put(names.get(a), a);
        }
        features = bytes.getInt(28);
    }

    /** The strings of a database by its backward array. */
    private List<String> strings(int database) {
        List<String> strings = new ArrayList<>();
        int array = database + bytes.getInt(database + 20);
        for (int k = 0; k < bytes.getInt(database + 16); k++) {
            int string = database + bytes.getInt(array + 4 * k);
            int length = bytes.getInt(string + 4) - 1;
            strings.add(new String(bytes.array(), string + 8, length, StandardCharsets.UTF_8));
        }
        return strings;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public NaiveChain chain(List<String> lines) {
        int count = labels.size();
        double[][] states = new double[lines.size()][count];
        double[][] transitions = new double[count][count];
        double[][][] steps = new double[lines.size()][][];
        for (int k = 0; k < bytes.getInt(features + 8); k++) {
            int record = features + 12 + 20 * k;
            if (bytes.getInt(record) == 1) {
                transitions[bytes.getInt(record + 4)][bytes.getInt(record + 8)] = bytes.getDouble(record + 12);
            }
        }
        for (int t = 0; t < states.length; t++) {
            steps[t] = transitions;
            String[] fields = lines.get(t).split("\t", -1);
            for (int f = 1; f < fields.length; f++) {
                String[] parts = parts(fields[f]);
                add(attributes.getOrDefault(parts[0], -1), Double.parseDouble(parts[1]), states[t]);
            }
        }
        return new NaiveChain(states, steps);
    }

    /** The name and the value of a field. */
    static String[] parts(String field) {
        String[] parts = field.split("(?<!\\\\):", 2);
        String name = parts[0].replace("\\:", ":").replace("\\\\", "\\");
        return new String[] {name, parts.length == 1 ? "1" : parts[1]};
    }

    private void add(int attribute, double value, double[] into) {
        for (int k = 0; k < bytes.getInt(features + 8); k++) {
            int record = features + 12 + 20 * k;
            if (bytes.getInt(record) == 0 && bytes.getInt(record + 4) == attribute) {
                into[bytes.getInt(record + 8)] += value * bytes.getDouble(record + 12);
            }
        }
    }
}
