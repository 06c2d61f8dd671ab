package org.espalier.tune;

import java.util.List;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.train.corpus.Fingerprint;

/**
 * One fold: all data to learn from, others to measure on.
 *
 * @param test to measure on
 */
public record HeldOut(List<Sequence> test) implements Split {
    public HeldOut {
        test = List.copyOf(test);
        if (test.isEmpty()) {
            throw new IllegalArgumentException("there are no sequences to measure on");
        }
    }

    @Override
    public List<Fold> folds(List<Sequence> data) {
        return List.of(new Fold(data, test));
    }

    @Override
    public Map<String, Object> description() {
        return Map.of("heldOut", Fingerprint.of(test));
    }
}
