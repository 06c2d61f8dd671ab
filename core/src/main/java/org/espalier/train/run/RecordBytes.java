package org.espalier.train.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import org.espalier.train.TrainingException;
import org.jspecify.annotations.Nullable;

/**
 * Options as bytes: the components of a record, in their order, each behind its name.
 *
 * <p>A component is a number, a truth value, a text, a constant or another record. Others, such as interfaces, do not travel: the reader has
 * them from its defaults. The names are read again, so a record that another version has changed is noticed.
 */
final class RecordBytes {
    private static final String NULL = "null";
    private static final String SET = "set";

    private RecordBytes() {}

    static void write(Record options, DataOutput output) throws IOException {
        for (RecordComponent component : options.getClass().getRecordComponents()) {
            if (travels(component.getType())) {
                output.writeUTF(component.getName());
                writeValue(component.getType(), value(options, component), output);
            }
        }
    }

    private static boolean travels(Class<?> type) {
        return type.isPrimitive() || type.isRecord() || type.isEnum() || type == String.class;
    }

    private static void writeValue(Class<?> type, Object value, DataOutput output) throws IOException {
        if (value instanceof Record inner) {
            write(inner, output);
        } else if (value instanceof Double number) {
            output.writeDouble(number);
        } else if (value instanceof Integer number) {
            output.writeInt(number);
        } else if (value instanceof Long number) {
            output.writeLong(number);
        } else if (value instanceof Boolean flag) {
            output.writeBoolean(flag);
        } else if (value instanceof Enum<?> constant) {
            output.writeUTF(constant.name());
        } else if (type == String.class) {
            output.writeUTF(value == null ? NULL : SET);
            output.writeUTF(value == null ? "" : (String) value);
        } else {
            throw new IllegalArgumentException(type + " cannot travel");
        }
    }

    /**
     * The record again.
     *
     * @param defaults gives what has not travelled
     */
    static <R extends Record> R read(R defaults, DataInput input) throws IOException {
        RecordComponent[] components = defaults.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int k = 0; k < components.length; k++) {
            RecordComponent component = components[k];
            types[k] = component.getType();
            Object usual = value(defaults, component);
            if (travels(types[k])) {
                requireName(component.getName(), input.readUTF());
                values[k] = usual instanceof Record inner ? read(inner, input) : readValue(types[k], input);
            } else {
                values[k] = usual;
            }
        }
        try {
            @SuppressWarnings("unchecked") // the constructor is that of the defaults' class
            R made = (R) defaults.getClass().getDeclaredConstructor(types).newInstance(values);
            return made;
        } catch (ReflectiveOperationException e) {
            throw new TrainingException("the options of a training are damaged: " + e.getCause(), e);
        }
    }

    private static void requireName(String expected, String found) {
        if (!expected.equals(found)) {
            throw new TrainingException("the options of a training have '" + found + "' where '" + expected
                    + "' was expected; use the same version of Espalier on all machines");
        }
    }

    private static @Nullable Object readValue(Class<?> type, DataInput input) throws IOException {
        if (type == double.class) {
            return input.readDouble();
        }
        if (type == int.class) {
            return input.readInt();
        }
        if (type == long.class) {
            return input.readLong();
        }
        if (type == boolean.class) {
            return input.readBoolean();
        }
        String text = input.readUTF();
        if (type == String.class) {
            String value = input.readUTF();
            return text.equals(NULL) ? null : value;
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(text)) {
                return constant;
            }
        }
        throw new TrainingException("the options of a training have the unknown constant '" + text
                + "'; use the same version of Espalier on all machines");
    }

    private static Object value(Record options, RecordComponent component) {
        try {
            return component.getAccessor().invoke(options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " cannot be read", e);
        }
    }
}
