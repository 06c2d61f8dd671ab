package org.espalier.labelling.kinds;

import java.util.Map;
import org.espalier.data.Labels;
import org.espalier.data.TagScheme;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.SchemeLabels;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.labelling.chain.ClassLabels;
import org.espalier.labelling.chain.HistoryLabels;
import org.espalier.labelling.chain.PairLabels;
import org.espalier.labelling.factor.GraphLabels;
import org.espalier.labelling.segment.SegmentStructure;
import org.espalier.labelling.tree.ConstituentLabels;
import org.espalier.labelling.tree.DependencyLabels;
import org.espalier.labelling.tree.SecondOrderLabels;

/** The kinds of structures that models can have: a new structure is registered here, in one line. */
public final class StructureKinds {
    private static final Map<String, Reader> KINDS = Map.of(
            ChainLabels.KIND, ChainLabels::read,
            HistoryLabels.KIND, HistoryLabels::read,
            ClassLabels.KIND, ClassLabels::read,
            PairLabels.KIND, PairLabels::read,
            SegmentStructure.KIND, SegmentStructure::read,
            DependencyLabels.KIND, DependencyLabels::read,
            SecondOrderLabels.KIND, SecondOrderLabels::read,
            GraphLabels.KIND, GraphLabels::read,
            ConstituentLabels.KIND, ConstituentLabels::read,
            SchemeLabels.KIND,
                    (definition, labels, scheme) -> SchemeLabels.read(definition, labels, StructureKinds::read));

    private StructureKinds() {}

    /** Makes a structure of what a model file keeps. */
    public interface Reader {

        /**
         * The structure.
         *
         * @param definition what {@link LabelStructure#definition} gave
         * @throws IllegalArgumentException when that is not a definition of the kind
         */
        LabelStructure<?> read(Map<?, ?> definition, Labels labels, TagScheme scheme);
    }

    /**
     * Makes a structure of what a model file keeps.
     *
     * @throws IllegalArgumentException when there is no such kind, or the definition is not one of it
     */
    public static LabelStructure<?> read(String kind, Map<?, ?> definition, Labels labels, TagScheme scheme) {
        Reader reader = KINDS.get(kind);
        if (reader == null) {
            throw new IllegalArgumentException("a structure of the unknown kind '" + kind + "'");
        }
        return reader.read(definition, labels, scheme);
    }
}
