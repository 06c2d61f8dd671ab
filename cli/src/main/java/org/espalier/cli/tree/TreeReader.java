package org.espalier.cli.tree;

import java.util.function.Consumer;
import org.espalier.cli.option.StructureOptions.CrossingArcs;
import org.espalier.data.Location;
import org.espalier.data.Projective;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.jspecify.annotations.Nullable;

/** Reads training trees, and does to those with crossing arcs what the user wants; at the end it tells how many there were. */
public final class TreeReader implements SequenceReader {
    private final SequenceReader reader;
    private final CrossingArcs crossing;
    private final Consumer<String> warn;
    private long changed;
    private long all;
    private @Nullable Location first;
    private boolean told;

    public TreeReader(SequenceReader reader, CrossingArcs crossing, Consumer<String> warn) {
        this.reader = reader;
        this.crossing = crossing;
        this.warn = warn;
    }

    @Override
    public @Nullable Sequence next() {
        for (Sequence sequence = reader.next(); sequence != null; sequence = reader.next()) {
            all++;
            if (crossing == CrossingArcs.REFUSE || sequence.marks() == null || Projective.isProjective(sequence)) {
                return sequence;
            }
            changed++;
            first = first == null ? sequence.location() : first;
            if (crossing == CrossingArcs.LIFT) {
                return Projective.lifted(sequence);
            }
        }
        tell();
        return null;
    }

    private void tell() {
        if (changed > 0 && !told) {
            warn.accept(first + ": " + changed + " of " + all + " trees have crossing arcs and were "
                    + (crossing == CrossingArcs.SKIP ? "left out" : "lifted"));
        }
        told = true;
    }

    @Override
    public String columnSeparator() {
        return reader.columnSeparator();
    }

    @Override
    public void close() {
        reader.close();
    }
}
