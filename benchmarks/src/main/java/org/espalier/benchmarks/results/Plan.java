package org.espalier.benchmarks.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.espalier.benchmarks.BenchmarkFailure;

/**
 * What is to be run: data sets, and for each the methods with their options. It is read from a text, {@code plan.txt}:
 *
 * <pre>
 * [name] Title
 * features: what is observed; left out for models that need no features
 * train: options of every training of this data set, the training file last
 * test: the file that is evaluated
 * score: the figures of 'eval --output-format json' that are shown, as Title=path.in.the.json, separated by blanks
 * Method | options of the training
 * </pre>
 */
record Plan(List<DataSet> dataSets) {

    /** A data set and its methods. */
    record DataSet(
            String name,
            String title,
            List<String> features,
            List<String> train,
            String test,
            List<Score> scores,
            List<Method> methods) {

        /** The options of a training, without the folder of its files. */
        List<String> options(Method method) {
            List<String> options = new ArrayList<>(method.options());
            for (String feature : method.options().contains("hmm") ? List.<String>of() : features) {
                if (!feature.equals("--all-features") || !method.options().contains("naive-bayes")) {
                    options.add(feature);
                }
            }
            options.addAll(train);
            return options;
        }
    }

    /** A figure that is shown. */
    record Score(String title, List<String> path) {}

    /** A method with its options. */
    record Method(String name, List<String> options) {}

    static Plan standard() {
        try (InputStream stream = Plan.class.getResourceAsStream("plan.txt")) {
            return parse(new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new BenchmarkFailure("plan.txt cannot be read: " + e.getMessage());
        }
    }

    static Plan parse(String text) {
        List<DataSet> sets = new ArrayList<>();
        DataSet current = null;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                int end = line.indexOf(']');
                current = new DataSet(
                        line.substring(1, end),
                        line.substring(end + 1).strip(),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        "",
                        new ArrayList<>(),
                        new ArrayList<>());
                sets.add(current);
                continue;
            }
            if (current == null) {
                throw new BenchmarkFailure("plan: '" + line + "' before the first [data set]");
            }
            current = with(current, line);
            sets.set(sets.size() - 1, current);
        }
        return new Plan(sets);
    }

    private static DataSet with(DataSet set, String line) {
        if (line.startsWith("features:")) {
            set.features().addAll(words(line.substring(9)));
        } else if (line.startsWith("train:")) {
            set.train().addAll(words(line.substring(6)));
        } else if (line.startsWith("test:")) {
            return new DataSet(
                    set.name(),
                    set.title(),
                    set.features(),
                    set.train(),
                    line.substring(5).strip(),
                    set.scores(),
                    set.methods());
        } else if (line.startsWith("score:")) {
            for (String score : words(line.substring(6))) {
                String[] parts = score.split("=", 2);
                set.scores().add(new Score(parts[0].replace('_', ' '), List.of(parts[1].split("\\."))));
            }
        } else {
            String[] parts = line.split("\\|", 2);
            if (parts.length < 2) {
                throw new BenchmarkFailure("plan: '" + line + "'; expected Method | options");
            }
            set.methods().add(new Method(parts[0].strip(), words(parts[1])));
        }
        return set;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
    }
}
