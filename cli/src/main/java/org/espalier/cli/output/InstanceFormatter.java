package org.espalier.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.espalier.data.Attribute;
import org.espalier.data.CsvFormatter;
import org.espalier.data.DataOptions;
import org.espalier.data.Format;
import org.espalier.data.Json;
import org.espalier.data.JsonLinesFormatter;
import org.espalier.data.LibsvmFormatter;
import org.espalier.data.Sequence;
import org.espalier.data.TextFormatter;
import org.espalier.data.Token;
import org.espalier.model.Labelling;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/**
 * Writes classified instances, one per line: label, then what was asked for, then the instance as it was read, separated by tabs; or a
 * row of a table; or a JSON object. Immutable and safe to share.
 *
 * @param nBest how many labels are ranked, or null for none
 * @param probability whether the predicted label's probability is written
 * @param probabilities whether those of all labels are
 */
public record InstanceFormatter(
        TagOutput output,
        @Nullable Integer nBest,
        boolean probability,
        boolean probabilities,
        DataOptions options,
        Model model) {

    /** Whether the sequence is one instance, and no sequence of tokens. */
    public static boolean fits(DataOptions options, Sequence sequence) {
        return options.format().isInstances()
                || (options.format() == Format.JSONL && JsonLinesFormatter.isInstance(sequence));
    }

    /** The first row of a table with the results of instances like this one; empty for other formats. */
    public String header(Sequence sequence, String separator) {
        if (options.format() != Format.CSV || output != TagOutput.COLUMNS) {
            return "";
        }
        List<String> fields = new ArrayList<>();
        ignored(sequence).forEach(member -> fields.add(member.getKey()));
        fields.addAll(sequence.tokens().get(0).names());
        if (sequence.labels() != null) {
            String label = options.instances().label();
            fields.add(label == null || label.matches("-?[0-9]+") ? "label" : label);
        }
        fields.add("predicted");
        if (probability) {
            fields.add("probability");
        }
        if (probabilities) {
            model.labels().names().forEach(name -> fields.add("p(" + name + ")"));
        }
        if (nBest != null) {
            fields.add("ranking");
        }
        return table(separator).row(fields) + "\n";
    }

    public void append(Tagging tagging, String separator, StringBuilder out) {
        if (output == TagOutput.JSON) {
            out.append(json(tagging)).append('\n');
            return;
        }
        boolean table = options.format() == Format.CSV && output == TagOutput.COLUMNS;
        List<String> results = results(tagging, table);
        if (output == TagOutput.LABELS) {
            out.append(String.join("\t", results)).append('\n');
        } else if (table) {
            Sequence sequence = tagging.sequence();
            List<String> fields = new ArrayList<>();
            ignored(sequence).forEach(member -> fields.add(String.valueOf(member.getValue())));
            fields.addAll(sequence.tokens().get(0).columns());
            if (sequence.labels() != null) {
                fields.addAll(sequence.labels());
            }
            fields.addAll(results);
            out.append(table(separator).row(fields)).append('\n');
        } else {
            out.append(String.join("\t", results)).append('\t').append(original(tagging.sequence()));
        }
    }

    private CsvFormatter table(String separator) {
        return new CsvFormatter(separator.charAt(0), CsvFormatter.DEFAULT.label());
    }

    /** The label and what was asked for; probabilities of all labels in one field, or one each. */
    private List<String> results(Tagging tagging, boolean apart) {
        List<String> results = new ArrayList<>();
        results.add(tagging.labels().get(0));
        if (probability) {
            results.add(number(tagging.probability()));
        }
        if (probabilities) {
            double[] row = tagging.marginals()[0];
            List<String> all = new ArrayList<>();
            for (int k = 0; k < row.length; k++) {
                all.add(apart ? number(row[k]) : model.labels().name(k) + ":" + number(row[k]));
            }
            results.addAll(apart ? all : List.of(String.join(" ", all)));
        }
        if (nBest != null) {
            List<String> ranked = new ArrayList<>();
            for (Labelling labelling : tagging.nBest(nBest)) {
                ranked.add(labelling.labels().get(0) + ":" + number(labelling.probability()));
            }
            results.add(String.join(" ", ranked));
        }
        return results;
    }

    /** The instance as it stands in its own format, with its line end. */
    private String original(Sequence sequence) {
        return switch (options.format()) {
            case TEXT -> new TextFormatter(options.instances()).format(sequence);
            case LIBSVM -> {
                String line = new LibsvmFormatter().format(sequence);
                // No label was there.
                yield sequence.labels() == null ? line.substring(Math.min(2, line.length() - 1)) : line;
            }
            default -> JsonLinesFormatter.DEFAULT.format(sequence);
        };
    }

    private List<Map.Entry<String, Object>> ignored(Sequence sequence) {
        List<Map.Entry<String, Object>> members = new ArrayList<>();
        for (String comment : sequence.comments()) {
            if (Json.parse(comment) instanceof Map<?, ?> map) {
                map.forEach((key, value) -> members.add(Map.entry(String.valueOf(key), String.valueOf(value))));
            }
        }
        return members;
    }

    private String json(Tagging tagging) {
        Sequence sequence = withNames(tagging.sequence());
        Map<String, @Nullable Object> record = new LinkedHashMap<>();
        String line = JsonLinesFormatter.DEFAULT.format(sequence.withLabels(tagging.labels()));
        ((Map<?, ?>) Objects.requireNonNull(Json.parse(line)))
                .forEach((key, value) -> record.put(String.valueOf(key), value));
        if (sequence.labels() != null) {
            record.putIfAbsent("gold", sequence.labels().get(0));
        }
        if (probability) {
            record.put("probability", tagging.probability());
        }
        if (probabilities) {
            Map<String, Double> all = new LinkedHashMap<>();
            double[] row = tagging.marginals()[0];
            for (int k = 0; k < row.length; k++) {
                all.put(model.labels().name(k), row[k]);
            }
            record.put("probabilities", all);
        }
        if (nBest != null) {
            List<Object> ranking = new ArrayList<>();
            for (Labelling labelling : tagging.nBest(nBest)) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("label", labelling.labels().get(0));
                entry.put("probability", labelling.probability());
                ranking.add(entry);
            }
            record.put("ranking", ranking);
        }
        return Json.write(record);
    }

    /** Attributes alone as the column that JSON Lines have for them. */
    private Sequence withNames(Sequence sequence) {
        Token token = sequence.tokens().get(0);
        if (!token.names().isEmpty()) {
            return sequence;
        }
        Map<String, Double> features = new LinkedHashMap<>();
        for (Attribute attribute : token.attributes()) {
            // The bias is an option, not a part of the data.
            if (options.instances().bias() == null || !attribute.name().equals("bias")) {
                features.put(attribute.name(), attribute.value());
            }
        }
        Token named = new Token(List.of(Json.write(features)), token.attributes(), List.of("features"));
        return new Sequence(
                List.of(named), sequence.labels(), sequence.weight(), sequence.comments(), sequence.location());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
