package org.espalier.tune;

import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;

/** Says on which data is learnt and on which is measured. */
public sealed interface Split permits CrossValidation, HeldOut {

    /** The folds of the data, the same ones at every call. */
    List<Fold> folds(List<Sequence> data);

    /** What the folds depend on besides the data, as JSON values. */
    Map<String, Object> description();
}
