package org.espalier.spark;

import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable;
import org.espalier.train.TrainingOptions;

/**
 * One training option as a parameter of Spark.
 *
 * @param name of the parameter
 * @param type of its values
 * @param doc what Spark says of it
 * @param matters whether it has an effect with these options
 * @param change puts a value into the options
 */
record TaggerOption(String name, Type type, String doc, Predicate<TrainingOptions> matters, Change change) {

    /** Of options that are there from the start. */
    static final Change NONE = (options, value) -> options;

    /** The types of values. */
    enum Type {
        INT,
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    /** Puts a value into options. */
    interface Change {
        TrainingOptions apply(TrainingOptions options, Value value);
    }

    /** The value of an option, which may have travelled as JSON. */
    record Value(String name, Object value) {

        int integer() {
            return Math.toIntExact(whole());
        }

        long whole() {
            if (value instanceof Number number && number.doubleValue() == number.longValue()) {
                return number.longValue();
            }
            throw wrong("a whole number");
        }

        double number() {
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            throw wrong("a number");
        }

        boolean flag() {
            if (value instanceof Boolean flag) {
                return flag;
            }
            throw wrong("true or false");
        }

        String text() {
            if (value instanceof String text) {
                return text;
            }
            throw wrong("a text");
        }

        <E extends Enum<E>> E constant(Class<E> type) {
            return TaggerOptions.constant(name, text(), type);
        }

        private IllegalArgumentException wrong(String expected) {
            return new IllegalArgumentException(name + " = " + value + "; expected " + expected);
        }
    }

    /** Of options that have an effect with all others. */
    static boolean always(TrainingOptions options) {
        return true;
    }

    static TaggerOption option(String name, Type type, String doc, Predicate<TrainingOptions> matters, Change change) {
        return new TaggerOption(name, type, doc, matters, change);
    }

    static Value value(Map<String, Object> set, String name) {
        return new Value(name, set.getOrDefault(name, ""));
    }

    /** A number in the type of its parameter: Python has one kind of whole numbers, and writes 1 for 1.0. */
    static Object typed(Param<?> param, Object value) {
        if (param instanceof DoubleParam && value instanceof Number number) {
            return number.doubleValue();
        }
        if (param instanceof LongParam && value instanceof Integer number) {
            return number.longValue();
        }
        return value;
    }

    /** The parameter of an estimator. */
    Param<?> param(Identifiable owner) {
        return switch (type) {
            case INT -> new IntParam(owner, name, doc);
            case LONG -> new LongParam(owner, name, doc);
            case DOUBLE -> new DoubleParam(owner, name, doc);
            case BOOLEAN -> new BooleanParam(owner, name, doc);
            case TEXT -> new Param<String>(owner, name, doc);
        };
    }
}
