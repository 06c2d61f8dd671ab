package org.espalier.data;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The labels of a model, numbered from 0 in a fixed order; immutable. */
public final class Labels {
    private final List<String> names;
    private final Map<String, Integer> indices;

    private Labels(List<String> names, Map<String, Integer> indices) {
        this.names = names;
        this.indices = indices;
    }

    /** The given labels in the given order; a label that stands twice is an error. */
    public static Labels of(Collection<String> names) {
        List<String> list = List.copyOf(names);
        Map<String, Integer> indices = new HashMap<>();
        for (String name : list) {
            if (indices.put(name, indices.size()) != null) {
                throw new IllegalArgumentException("label '" + name + "' occurs twice");
            }
        }
        return new Labels(list, indices);
    }

    public int size() {
        return names.size();
    }

    public String name(int index) {
        return names.get(index);
    }

    /** The label's number, or −1 when it is not one of these labels. */
    public int indexOf(String name) {
        Integer index = indices.get(name);
        return index == null ? -1 : index;
    }

    public List<String> names() {
        return names;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Labels that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
