package org.espalier.server.shelf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The models by name; safe to share. The first is the one that is meant where no name is given. */
public final class ModelShelf {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** A current version and the one before it, which is kept so that it can come back at once. */
    private record Slot(ServedModel current, @Nullable ServedModel previous) {}

    private final Map<String, Slot> slots = new LinkedHashMap<>();
    private final Map<String, Integer> versions = new HashMap<>(); // the number given away last

    private volatile Runnable changed = () -> {};

    /** Is told whenever a model is replaced or taken away. */
    public void onChange(Runnable listener) {
        changed = listener;
    }

    /** Whether a model can be called that. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * Reads a model and makes it the current version of its name. Requests that were begun keep the version that they began with. Nothing changes
     * when the file cannot be read.
     */
    public ServedModel load(String name, Path file) {
        if (!isName(name)) {
            throw new IllegalArgumentException("the name of a model is '" + name
                    + "'; expected up to 64 letters, digits, dots, hyphens and underlines");
        }
        ServedModel read = ServedModel.read(name, nextVersion(name), file); // takes its time: the shelf is not locked
        synchronized (slots) {
            Slot old = slots.get(name);
            slots.put(name, new Slot(read, old == null ? null : old.current()));
        }
        changed.run();
        return read;
    }

    /** A number is given away once, even if reading fails or two read at once. */
    private int nextVersion(String name) {
        synchronized (slots) {
            return versions.merge(name, 1, Integer::sum);
        }
    }

    /**
     * Makes the version before the current one current again, and the other way round when asked again.
     *
     * @throws IllegalStateException when there is none
     */
    public ServedModel rollBack(String name) {
        synchronized (slots) {
            Slot slot = slots.get(name);
            ServedModel previous = slot == null ? null : slot.previous();
            if (slot == null || previous == null) {
                throw new IllegalStateException("the model '" + name + "' has no version before the current one");
            }
            ServedModel replaced = slot.current();
            slots.put(name, new Slot(/* current= */ previous, /* previous= */ replaced));
            return previous;
        }
    }

    /** Takes a model away; false when there is none of that name, or it is the last one. */
    public boolean remove(String name) {
        boolean removed;
        synchronized (slots) {
            removed = slots.size() > 1 && slots.remove(name) != null;
        }
        changed.run();
        return removed;
    }

    /** The current version of a name, or of the first model where there is none; null when the name is not known. */
    public @Nullable ServedModel current(@Nullable String name) {
        synchronized (slots) {
            Slot slot = name == null ? slots.values().stream().findFirst().orElse(null) : slots.get(name);
            return slot == null ? null : slot.current();
        }
    }

    /** The names, the first first. */
    public List<String> names() {
        synchronized (slots) {
            return List.copyOf(slots.keySet());
        }
    }

    /** All current models, for a list of them. */
    public List<Map<String, Object>> describe() {
        List<Map<String, Object>> list = new ArrayList<>();
        synchronized (slots) {
            slots.forEach((name, slot) -> {
                Map<String, Object> map = slot.current().describe();
                ServedModel previous = slot.previous();
                if (previous != null) {
                    map.put("previous", previous.identity());
                }
                list.add(map);
            });
        }
        return list;
    }
}
