package org.espalier.online;

import java.util.ArrayList;
import java.util.List;
import org.espalier.scoring.SparseVector;

/** The outputs that contend with the gold standard of one instance, best first; used anew for every instance. */
public final class Rivals {
    private final List<Rival> all = new ArrayList<>();
    private int size;
    private int length;

    /** Begins with the next instance. */
    public void begin(int positions) {
        size = 0;
        length = positions;
    }

    /**
     * Adds the next best output that has errors.
     *
     * @param difference Φ(x, gold) − Φ(x, y), copied
     * @param margin score(gold) − score(y)
     * @param errors in how many positions y is wrong, at least 1
     */
    public void add(SparseVector difference, double margin, int errors) {
        if (errors < 1) {
            throw new IllegalArgumentException(errors + " errors; an output without errors is not a rival");
        }
        if (size == all.size()) {
            all.add(new Rival());
        }
        all.get(size++).set(difference, margin, errors);
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The n-th best. */
    public Rival get(int n) {
        return all.get(n);
    }

    /** The positions of the instance. */
    public int length() {
        return length;
    }
}
