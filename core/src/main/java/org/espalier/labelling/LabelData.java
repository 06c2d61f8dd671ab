package org.espalier.labelling;

import java.util.function.Consumer;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;

/** What a {@link StructureSpec} may look at when it is settled on training data. */
public interface LabelData {

    /** The labels of the data. */
    Labels labels();

    /** How the labels describe spans. */
    TagScheme scheme();

    /** Shows the gold standard of every sequence, one after the other; may be called again. */
    void forEach(Consumer<Gold> gold);

    /** What is observed of the data, settled on them. */
    AttributeExtractor extractor();

    /**
     * Where a sequence begins, for messages.
     *
     * @param sequence counted from 0 in the order of {@link #forEach}
     */
    Location location(int sequence);
}
