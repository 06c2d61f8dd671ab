package org.espalier.spark;

import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that the estimator and its model share, as parameters of their owner; an empty name of an output leaves it out. */
final class TaggerColumns {
    private static final String FAIL = "fail";
    private static final String ASIDE = "aside";

    private final Params owner;
    private final Param<String> tokens;
    private final Param<String> prediction;
    private final Param<String> spans;
    private final Param<String> marginals;
    private final Param<String> probability;
    private final Param<String> problem;
    private final Param<String> badRows;
    private final BooleanParam valid;

    TaggerColumns(Params owner) {
        this.owner = owner;
        tokens = text(
                "tokensCol", "tokens: an array of strings, of structs of columns, or of maps of attributes", "tokens");
        prediction = text("predictionCol", "labels that are predicted: an array of strings", "prediction");
        spans = text(
                "spansCol", "spans that the labels stand for: an array of structs (start, end, type, probability)", "");
        marginals = text("marginalsCol", "probability of every label at every token: an array of arrays", "");
        probability = text("probabilityCol", "probability of the whole prediction: a number", "");
        problem = text("problemCol", "what is wrong with a bad row: a text, or null; for badRows=aside", "problem");
        badRows = text(
                "badRows", "fail: a row that cannot be read ends the job; aside: it is left out, and counted", FAIL);
        valid = new BooleanParam(
                owner, "validPredictions", "whether only labels that follow their tag scheme are predicted");
        owner.setDefault(valid, false);
    }

    private Param<String> text(String name, String doc, String usual) {
        Param<String> param = new Param<>(owner, name, doc);
        owner.setDefault(param, usual);
        return param;
    }

    List<Param<?>> all() {
        return List.of(tokens, prediction, spans, marginals, probability, problem, badRows, valid);
    }

    String tokens() {
        return owner.getOrDefault(tokens);
    }

    String prediction() {
        return owner.getOrDefault(prediction);
    }

    String spans() {
        return owner.getOrDefault(spans);
    }

    String marginals() {
        return owner.getOrDefault(marginals);
    }

    String probability() {
        return owner.getOrDefault(probability);
    }

    String problem() {
        return owner.getOrDefault(problem);
    }

    boolean valid() {
        return owner.<Object>getOrDefault(owner.getParam("validPredictions")).equals(true);
    }

    boolean putsAside() {
        String value = owner.getOrDefault(badRows);
        if (!value.equals(FAIL) && !value.equals(ASIDE)) {
            throw new IllegalArgumentException("badRows = '" + value + "'; expected " + FAIL + " or " + ASIDE);
        }
        return value.equals(ASIDE);
    }

    /** Whether tokens are maps of attributes. */
    boolean areAttributes(StructType schema) {
        return element(schema) instanceof MapType;
    }

    private DataType element(StructType schema) {
        DataType type = field(schema, tokens(), "tokensCol").dataType();
        if (type instanceof ArrayType array) {
            DataType element = array.elementType();
            boolean attributes = element instanceof MapType map
                    && map.keyType() instanceof StringType
                    && map.valueType() instanceof NumericType;
            if (element instanceof StringType || element instanceof StructType || attributes) {
                return element;
            }
        }
        throw new IllegalArgumentException(
                "the column '" + tokens() + "' (tokensCol) has the type " + type.simpleString()
                        + "; expected array<string>, array<struct<…>> of columns, or array<map<string,double>> of"
                        + " attributes");
    }

    static StructField field(StructType schema, String name, String param) {
        for (StructField field : schema.fields()) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        throw new IllegalArgumentException("there is no column '" + name + "' (" + param + ") among "
                + String.join(", ", schema.fieldNames()) + "; set " + param + " to the name of one");
    }

    /** The schema of what is predicted. */
    StructType transformed(StructType schema) {
        element(schema);
        StructType result = schema;
        for (StructField field : outputs().fields()) {
            for (String known : schema.fieldNames()) {
                if (known.equals(field.name())) {
                    throw new IllegalArgumentException("there is a column '" + known
                            + "' already; choose another name for what is predicted, or an empty one to leave it out");
                }
            }
            result = result.add(field);
        }
        return result;
    }

    /** The columns of what is predicted. */
    StructType outputs() {
        StructType outputs = new StructType();
        outputs = with(outputs, prediction(), DataTypes.createArrayType(DataTypes.StringType, false));
        outputs = with(outputs, spans(), DataTypes.createArrayType(Prediction.SPAN, false));
        outputs = with(
                outputs,
                marginals(),
                DataTypes.createArrayType(DataTypes.createArrayType(DataTypes.DoubleType, false), false));
        outputs = with(outputs, probability(), DataTypes.DoubleType);
        return putsAside() ? with(outputs, problem(), DataTypes.StringType) : outputs;
    }

    private static StructType with(StructType type, String name, DataType column) {
        return name.isEmpty() ? type : type.add(name, column, true);
    }
}
