package org.espalier.cli.input;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.data.AnnotationProblem;

/** Counts the annotations that were changed or left out, and keeps the first of each kind. Safe for use by several threads. */
public final class AnnotationReport implements Consumer<AnnotationProblem> {
    private final Map<AnnotationProblem.Kind, Integer> counts = new EnumMap<>(AnnotationProblem.Kind.class);
    private final Map<AnnotationProblem.Kind, AnnotationProblem> firsts = new EnumMap<>(AnnotationProblem.Kind.class);

    @Override
    public synchronized void accept(AnnotationProblem problem) {
        counts.merge(problem.kind(), 1, Integer::sum);
        firsts.putIfAbsent(problem.kind(), problem);
    }

    /** Tells what was found since the last call, one message per kind. */
    public synchronized void tell(Consumer<String> warn) {
        counts.forEach((kind, count) -> warn.accept(kind + ": " + count + "; the first is " + firsts.get(kind)));
        counts.clear();
        firsts.clear();
    }
}
