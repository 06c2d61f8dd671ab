package org.espalier.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Span;
import org.espalier.model.Tagger;
import org.espalier.model.Tagging;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/** What an executor says of one row of tokens. */
final class Prediction {
    static final StructType SPAN = new StructType()
            .add("start", DataTypes.IntegerType, false)
            .add("end", DataTypes.IntegerType, false)
            .add("type", DataTypes.StringType, false)
            .add("probability", DataTypes.DoubleType, false);

    /** What is wanted, as bits of a number. */
    static final int LABELS = 1;

    static final int SPANS = 2;
    static final int MARGINALS = 4;
    static final int PROBABILITY = 8;
    static final int PROBLEM = 16;

    private Prediction() {}

    /**
     * The values of the columns that are wanted, in their order.
     *
     * @param tokens a value of Spark
     * @param wanted the sum of what is wanted; with {@link #PROBLEM} a bad row fails nothing
     */
    static Row of(@Nullable Object tokens, String hash, Broadcast<byte[]> model, boolean valid, int wanted) {
        List<@Nullable Object> values = new ArrayList<>();
        try {
            if (tokens == null) {
                throw new IllegalArgumentException("the tokens are null; expected an array");
            }
            Tagging tagging =
                    ExecutorModels.tagger(hash, model, valid).tag(Sequence.of(RowReader.tokens(tokens), null));
            addAll(tagging, wanted, values);
            add(wanted, PROBLEM, () -> null, values);
        } catch (DataFormatException | IllegalArgumentException e) {
            if ((wanted & PROBLEM) == 0) {
                throw new TrainingException(
                        "the row with the tokens " + tokens + " cannot be labelled: " + e.getMessage()
                                + ". Correct it, or set badRows to 'aside'",
                        e);
            }
            values.clear();
            for (int bit = LABELS; bit < PROBLEM; bit *= 2) {
                add(wanted, bit, () -> null, values);
            }
            values.add(e.getMessage());
        }
        return RowFactory.create(values.toArray());
    }

    /** Made only when it is wanted. */
    private interface Column {
        @Nullable
        Object value();
    }

    private static void add(int wanted, int bit, Column column, List<@Nullable Object> values) {
        if ((wanted & bit) != 0) {
            values.add(column.value());
        }
    }

    private static void addAll(Tagging tagging, int wanted, List<@Nullable Object> values) {
        add(wanted, LABELS, () -> tagging.labels().toArray(String[]::new), values);
        add(wanted, SPANS, () -> spans(tagging), values);
        add(wanted, MARGINALS, () -> marginals(tagging), values);
        add(wanted, PROBABILITY, tagging::probability, values);
    }

    private static Row[] spans(Tagging tagging) {
        List<Row> rows = new ArrayList<>();
        for (Span span : tagging.spans()) {
            rows.add(RowFactory.create(span.start(), span.end(), span.type(), tagging.probability(span)));
        }
        return rows.toArray(Row[]::new);
    }

    private static Object marginals(Tagging tagging) {
        return tagging.marginals();
    }

    /** The labels of a sequence of tokens. */
    static List<String> labels(Tagger tagger, Object tokens) {
        return tagger.tag(new Sequence(RowReader.tokens(tokens), null, 1, List.of(), new Location("row", 0)))
                .labels();
    }
}
