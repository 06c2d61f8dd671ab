package org.espalier.train;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** The options inside options: the components of a record that are no records, by their path such as {@code penalty.l1}. */
final class Leaves {
    private Leaves() {}

    static List<String> of(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType().isRecord()) {
                of(component.getType()).forEach(inner -> names.add(component.getName() + "." + inner));
            } else {
                names.add(component.getName());
            }
        }
        return names;
    }

    /** A copy of the record with another value at the path. */
    @SuppressWarnings("unchecked")
    static <R extends Record> R with(R record, String path, Object value) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        try {
            RecordComponent[] components = record.getClass().getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            Object[] values = new Object[components.length];
            for (int k = 0; k < components.length; k++) {
                types[k] = components[k].getType();
                Object old = components[k].getAccessor().invoke(record);
                boolean here = components[k].getName().equals(first);
                values[k] = !here ? old : dot < 0 ? value : with((Record) old, path.substring(dot + 1), value);
            }
            Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
            return (R) constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(path + " = " + value, e);
        }
    }
}
