package org.espalier.evaluate.errors;

import java.util.List;
import java.util.Map;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;

/** Collects what is wrong with trees, one sentence at a time. For one thread; memory grows with the kinds of mistakes, not with the sentences. */
public sealed interface MarkErrors permits TreeErrors, ConstituentErrors {

    /** Adds a sentence with the tree that it should have. */
    void add(Sequence sequence, List<Mark> gold, List<Mark> predicted);

    /** As text. */
    String text();

    /** As JSON values. */
    Map<String, Object> toMap();
}
