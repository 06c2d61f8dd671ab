package org.espalier.cli.continuous;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.espalier.cli.input.OrderedWork;
import org.espalier.cli.output.FrameTable;
import org.espalier.cli.output.Streams;
import org.espalier.continuous.ContinuousCrf;
import org.espalier.continuous.Prediction;
import org.espalier.data.DataFormatException;
import org.espalier.data.DataOptions;
import org.espalier.data.Json;
import org.espalier.data.Sequence;

/**
 * {@code espalier tag} with a continuous CRF: the table with the columns {@code predicted}, {@code deviation}, {@code lower} and {@code
 * upper}, or a JSON record per sequence.
 *
 * @param complete whether numbers that the data have are taken for known
 */
public record NumberTagging(ContinuousCrf crf, double level, boolean complete, boolean json) {
    private static final List<String> FURTHER = List.of("predicted", "deviation", "lower", "upper");

    private record Result(Sequence sequence, Prediction prediction) {}

    /** Predicts all data. */
    void run(OrderedWork reader, Streams streams) {
        String[] separator = {","};
        String[] head = {""};
        Function<Sequence, Result> predict =
                sequence -> new Result(sequence, complete ? crf.complete(sequence) : crf.predict(sequence));
        reader.run(
                predict,
                result -> {
                    if (json) {
                        streams.print(Json.write(record(result)) + "\n");
                        return;
                    }
                    String header = FrameTable.formatter(reader.options(), result.sequence, separator[0])
                            .header(result.sequence, FURTHER);
                    if (head[0].isEmpty()) {
                        head[0] = header;
                        streams.print(header);
                    } else if (!header.equals(head[0])) {
                        throw new DataFormatException(
                                result.sequence.location(),
                                "the columns of the result are " + header.strip() + ", expected " + head[0].strip()
                                        + " as in the previous file; tag files with different columns one at a time");
                    }
                    streams.print(table(result, reader.options(), separator[0]));
                },
                found -> separator[0] = found);
    }

    private String table(Result result, DataOptions options, String separator) {
        List<List<String>> further = new ArrayList<>();
        FURTHER.forEach(name -> further.add(new ArrayList<>()));
        Prediction prediction = result.prediction;
        for (int t = 0; t < prediction.length(); t++) {
            further.get(0).add(number(prediction.mean(t)));
            further.get(1).add(number(prediction.deviation(t)));
            further.get(2).add(number(prediction.lower(t, level)));
            further.get(3).add(number(prediction.upper(t, level)));
        }
        StringBuilder out = new StringBuilder();
        FrameTable.formatter(options, result.sequence, separator).append(result.sequence, further, out);
        return out.toString();
    }

    /** Six digits, wherever the point is. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }

    private Map<String, Object> record(Result result) {
        Prediction prediction = result.prediction;
        List<Double> deviations = new ArrayList<>();
        List<Double> lower = new ArrayList<>();
        List<Double> upper = new ArrayList<>();
        for (int t = 0; t < prediction.length(); t++) {
            deviations.add(prediction.deviation(t));
            lower.add(prediction.lower(t, level));
            upper.add(prediction.upper(t, level));
        }
        Map<String, Object> record = new LinkedHashMap<>();
        name(result.sequence).forEach((key, value) -> record.put(String.valueOf(key), value));
        record.put(
                "predicted", java.util.Arrays.stream(prediction.means()).boxed().toList());
        record.put("deviation", deviations);
        record.put("level", level);
        record.put("lower", lower);
        record.put("upper", upper);
        return record;
    }

    /** The name of the sequence, which the reader keeps as its first comment. */
    private static Map<?, ?> name(Sequence sequence) {
        if (sequence.comments().isEmpty()) {
            return Collections.emptyMap();
        }
        return Json.parse(sequence.comments().get(0)) instanceof Map<?, ?> map
                        && map.values().iterator().next() instanceof String
                ? Collections.singletonMap("sequence", map.values().iterator().next())
                : Collections.emptyMap();
    }
}
