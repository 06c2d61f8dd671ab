package org.espalier.tune;

import java.util.List;
import org.espalier.data.Sequence;

/**
 * What is learnt from and what is measured on.
 *
 * @param train to learn from
 * @param test to measure on
 */
public record Fold(List<Sequence> train, List<Sequence> test) {
    public Fold {
        train = List.copyOf(train);
        test = List.copyOf(test);
    }
}
