package org.espalier.interop.naive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text model of Wapiti: every pattern is expanded at every token, and its weights are added, however often they come. */
public final class NaiveWapiti implements NaiveModel {
    private static final Pattern COMMAND = Pattern.compile(
            "%([xXtTmM])\\[\\s*(@?)([-+]?[0-9]+)\\s*,\\s*([0-9]+)\\s*(?:,\"((?:[^\"\\\\]|\\\\.)*)\")?\\]");

    private final byte[] bytes;
    private int at;
    private final long type;
    private final boolean single;
    private final List<String> patterns = new ArrayList<>();
    private final List<String> labels;
    private final Map<String, Integer> firsts = new HashMap<>(); // where the weights of an observation begin
    private final Map<Integer, Double> weights = new HashMap<>();

    /** The model in a file. */
    public NaiveWapiti(byte[] file) {
        bytes = file;
        String[] header = line().substring(5).split("#", -1);
        type = header.length < 2 ? 2 : Long.parseLong(header[0]);
        String[] reader = line().substring(5).split("/", -1);
        single = reader.length > 2 && !reader[2].equals("0");
        for (int p = 0; p < Integer.parseInt(reader[0]); p++) {
            patterns.add(netstring());
        }
        labels = strings().stream()
                .map(name -> new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
                .toList();
        int next = 0;
        int count = labels.size();
        for (String observation : strings()) {
            firsts.put(observation, next);
            char kind = observation.charAt(0);
            next += (kind == 'b' ? 0 : count) + (kind == 'u' ? 0 : count * count);
        }
        for (int k = 0; k < Integer.parseInt(header[header.length - 1]); k++) {
            String[] pair = line().split("=", -1);
            weights.put(Integer.parseInt(pair[0]), Double.parseDouble(pair[1]));
        }
    }

    private String line() {
        int begin = at;
        while (bytes[at] != '\n') {
            at++;
        }
        return new String(bytes, begin, at++ - begin, StandardCharsets.ISO_8859_1);
    }

    private String netstring() {
        int begin = at;
        while (bytes[at] != ':') {
            at++;
        }
        int length = Integer.parseInt(new String(bytes, begin, at - begin, StandardCharsets.ISO_8859_1));
        String text = new String(bytes, at + 1, length, StandardCharsets.ISO_8859_1);
        at += length + 3; // the colon, the comma and the end of the line
        return text;
    }

    private List<String> strings() {
        int count = Integer.parseInt(line().substring(5));
        List<String> strings = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            strings.add(netstring());
        }
        return strings;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public boolean isLocal() {
        return type == 1;
    }

    @Override
    public NaiveChain chain(List<String> lines) {
        int length = lines.size();
        int count = labels.size();
        String[][] tokens = lines.stream().map(NaiveWapiti::tokens).toArray(String[][]::new);
        double[][] states = new double[length][count];
        double[][][] steps = new double[length][count][count];
        for (int t = 0; t < length; t++) {
            for (String name : names(tokens, t)) {
                Integer first = firsts.get(name);
                if (first == null) {
                    continue;
                }
                int next = first;
                for (int j = 0; name.charAt(0) != 'b' && j < count; j++) {
                    states[t][j] += weights.getOrDefault(next++, 0.0);
                }
                for (int k = 0; name.charAt(0) != 'u' && k < count * count; k++) {
                    steps[t][k / count][k % count] += weights.getOrDefault(next + k, 0.0);
                }
            }
        }
        return new NaiveChain(states, steps);
    }

    /** The columns of a line, a character for each byte. */
    private static String[] tokens(String line) {
        String bytes = new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return bytes.replaceAll("^[ \\t]+|[ \\t]+$", "").split("[ \\t]+", -1);
    }

    private List<String> names(String[][] tokens, int t) {
        if (patterns.isEmpty()) {
            return List.of(tokens[t]).stream()
                    .map(token -> single ? "u" + token : token)
                    .toList();
        }
        return patterns.stream()
                .map(pattern -> (single ? "u" : "")
                        + COMMAND.matcher(pattern)
                                .replaceAll(command -> Matcher.quoteReplacement(expanded(command.group(), tokens, t))))
                .toList();
    }

    private static String expanded(String text, String[][] tokens, int t) {
        Matcher command = COMMAND.matcher(text);
        if (!command.matches()) {
            throw new IllegalArgumentException(text);
        }
        int row = Integer.parseInt(command.group(3).replace("+", ""));
        int at = command.group(2).isEmpty() ? t + row : row < 0 ? tokens.length + row : row - 1;
        String value = at < 0
                ? "_x-" + (at < -4 ? "#" : -at)
                : at >= tokens.length
                        ? "_x+" + (at - tokens.length >= 4 ? "#" : at - tokens.length + 1)
                        : tokens[at][Integer.parseInt(command.group(4))];
        char letter = command.group(1).charAt(0);
        char kind = Character.toLowerCase(letter);
        if (kind != 'x') {
            String expression = command.group(5)
                    .replace("\\u", "[A-Z]")
                    .replace("\\l", "[a-z]")
                    .replace("\\a", "[a-zA-Z]")
                    .replace("\\p", "\\p{Punct}");
            Matcher match = Pattern.compile(expression, Pattern.DOTALL).matcher(value);
            boolean found = match.find();
            value = kind == 't' ? String.valueOf(found) : found ? match.group() : "";
        }
        return letter == kind ? value : value.toLowerCase(Locale.ROOT);
    }
}
