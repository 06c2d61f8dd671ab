package org.espalier.spark;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.espalier.data.Attribute;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.train.TrainingException;
import org.espalier.train.corpus.GoldLabels;
import org.espalier.train.corpus.SequenceContent;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Makes sequences of rows.
 *
 * <p>A row travels as bytes: 1 or 0 for good or bad, the length of its name, its name, then its content if it is good, or what is wrong with
 * it. The name is for messages, and has no part in the order of the rows.
 */
final class RowReader {
    private static final byte BAD = 0;
    private static final byte GOOD = 1;
    private static final int HEAD = 1 + Integer.BYTES;

    private static final int SHOWN = 40;

    private static final double LARGEST = 1e15; // of values that can be learnt from

    private RowReader() {}

    /** A row as bytes: tokens, labels, and, if they are there, weight and name. */
    static byte[] read(Row row, LabelNotation notation, boolean weighted, boolean named) {
        String name = null;
        try {
            int at = 2;
            Object weight = weighted ? row.get(at++) : (Object) 1.0;
            name = name(row, named ? at : -1);
            if (row.isNullAt(0)) {
                throw new IllegalArgumentException("the tokens are null; expected an array");
            }
            if (row.isNullAt(1)) {
                throw new IllegalArgumentException("the labels are null; expected an array");
            }
            if (!(weight instanceof Number number)) {
                throw new IllegalArgumentException("the weight is " + weight + "; expected a number of at least 0");
            }
            return good(name, sequence(row, number.doubleValue(), notation));
        } catch (DataFormatException | IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage());
            return record(BAD, name == null ? "row " + row : name, problem.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Sequence sequence(Row row, double weight, LabelNotation notation) {
        Location location = new Location("row", 0);
        List<Token> tokens = tokens(row.get(0));
        List<String> labels = strings(row.get(1), "label");
        Sequence sequence = new Sequence(tokens, labels, weight, List.of(), location);
        if (!(weight <= LARGEST)) {
            throw new IllegalArgumentException("the weight is " + weight + "; expected at most " + LARGEST);
        }
        for (int t = 0; t < labels.size(); t++) {
            if (labels.get(t).isEmpty()) {
                throw new IllegalArgumentException("label " + (t + 1) + " is empty; expected a label, or '"
                        + notation.unknown() + "' where it is not known");
            }
            GoldLabels.alternatives(notation, sequence, labels.get(t), t);
        }
        for (Token token : tokens) {
            for (Attribute attribute : token.attributes()) {
                if (!(Math.abs(attribute.value()) <= LARGEST)) {
                    throw new IllegalArgumentException("the attribute '" + attribute.name() + "' has the value "
                            + attribute.value() + "; expected a number from -1e15 to 1e15");
                }
            }
        }
        return sequence;
    }

    /** What is said of a row: the value of a column, or how it begins. */
    private static String name(Row row, int column) {
        if (column >= 0) {
            return "row " + row.get(column);
        }
        String text = String.valueOf(row.get(0));
        return "row " + (text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text);
    }

    /** The tokens of a value of Spark: an array of strings, of structs of columns, or of maps of attributes. */
    static List<Token> tokens(Object value) {
        List<Token> tokens = new ArrayList<>();
        scala.collection.Iterator<?> elements = elements(value, "tokens");
        for (int t = 1; elements.hasNext(); t++) {
            Object element = elements.next();
            if (element instanceof String word) {
                tokens.add(Token.ofColumns(word));
            } else if (element instanceof Row columns) {
                tokens.add(new Token(columns(columns, t), List.of()));
            } else if (element instanceof scala.collection.Map<?, ?> attributes) {
                tokens.add(Token.ofAttributes(attributes(attributes, t)));
            } else {
                throw new IllegalArgumentException("token " + t + " is " + element
                        + "; expected a string, a struct of columns, or a map of attributes and their values");
            }
        }
        return tokens;
    }

    private static scala.collection.Iterator<?> elements(@Nullable Object value, String what) {
        if (value instanceof scala.collection.Iterable<?> elements) {
            return elements.iterator();
        }
        throw new IllegalArgumentException("the " + what + " are " + value + "; expected an array");
    }

    private static List<String> columns(Row columns, int t) {
        List<String> texts = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            if (columns.isNullAt(c)) {
                throw new IllegalArgumentException(
                        "column " + (c + 1) + " of token " + t + " is null; expected a value, or an empty text");
            }
            texts.add(String.valueOf(columns.get(c)));
        }
        return texts;
    }

    private static List<Attribute> attributes(scala.collection.Map<?, ?> map, int t) {
        List<Attribute> attributes = new ArrayList<>();
        scala.collection.Iterator<?> entries = map.iterator();
        while (entries.hasNext()) {
            Tuple2<?, ?> entry = (Tuple2<?, ?>) entries.next();
            if (!(entry._1() instanceof String name) || !(entry._2() instanceof Number number)) {
                throw new IllegalArgumentException("the attribute '" + entry._1() + "' of token " + t
                        + " has the value " + entry._2() + "; expected a number");
            }
            attributes.add(new Attribute(name, number.doubleValue()));
        }
        attributes.sort((one, other) -> one.name().compareTo(other.name())); // maps promise no order
        return attributes;
    }

    private static List<String> strings(Object value, String what) {
        List<String> strings = new ArrayList<>();
        scala.collection.Iterator<?> elements = elements(value, what + "s");
        while (elements.hasNext()) {
            if (!(elements.next() instanceof String text)) {
                throw new IllegalArgumentException(what + " " + (strings.size() + 1) + " is null; expected a text");
            }
            strings.add(text);
        }
        return strings;
    }

    private static byte[] good(String name, Sequence sequence) {
        return record(GOOD, name, SequenceContent.write(sequence));
    }

    private static byte[] record(byte kind, String name, byte[] rest) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = ByteBuffer.allocate(Math.addExact(HEAD + text.length, rest.length));
        return record.put(kind).putInt(text.length).put(text).put(rest).array();
    }

    static boolean isGood(byte[] record) {
        return record[0] == GOOD;
    }

    /** The content of a good row, or what is wrong with a bad one. */
    static byte[] rest(byte[] record) {
        int name = ByteBuffer.wrap(record, 1, Integer.BYTES).getInt();
        if (name < 0 || name > record.length - HEAD) {
            throw new TrainingException("the bytes of a row are damaged");
        }
        byte[] rest = new byte[record.length - HEAD - name];
        System.arraycopy(record, HEAD + name, rest, 0, rest.length);
        return rest;
    }

    static String name(byte[] record) {
        int name = ByteBuffer.wrap(record, 1, Integer.BYTES).getInt();
        return new String(record, HEAD, name, StandardCharsets.UTF_8);
    }

    /** What is said of a bad row. */
    static String problem(byte[] record) {
        return name(record) + ": " + new String(rest(record), StandardCharsets.UTF_8);
    }

    /** The sequence of a good row. */
    static Sequence sequence(byte[] record) {
        return SequenceContent.read(rest(record), new Location(name(record), 0));
    }
}
