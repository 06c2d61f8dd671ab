package org.espalier.spark;

import static org.espalier.spark.TaggerOption.Type.BOOLEAN;
import static org.espalier.spark.TaggerOption.Type.INT;
import static org.espalier.spark.TaggerOption.Type.TEXT;
import static org.espalier.spark.TaggerOption.option;

import java.util.List;
import java.util.Map;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;

/** The options that say what outputs are made of, which must fit together at once: loss, algorithm and structure. */
final class OutputOptions {
    static final String LOSS = "loss";
    static final String ALGORITHM = "algorithm";

    static final List<TaggerOption> ALL = List.of(
            option(
                    LOSS,
                    TEXT,
                    "log, local, hinge, squared-hinge, softmax-margin, one-vs-rest-…",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(ALGORITHM, TEXT, "auto, lbfgs, owlqn, cg, trust-region, …", TaggerOption::always, TaggerOption.NONE),
            option("order", INT, "how many previous labels weights look at", TaggerOption::always, TaggerOption.NONE),
            option(
                    "histories",
                    TEXT,
                    "occurring or all, of a chain of higher order",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(
                    "orderFeatures",
                    INT,
                    "labels that features of steps look at, in a chain of higher order",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option("hiddenStates", INT, "hidden states of each label", TaggerOption::always, TaggerOption.NONE),
            option(
                    "hiddenClasses",
                    INT,
                    "hidden states of each class, where a sequence has one label",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(
                    "maxSegment",
                    INT,
                    "the longest segment, for a semi-Markov model",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(
                    "splitLongSegments",
                    BOOLEAN,
                    "whether longer segments are cut, not refused",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(
                    "learnScheme",
                    BOOLEAN,
                    "whether labels are learnt as IOBES",
                    TaggerOption::always,
                    TaggerOption.NONE),
            option(
                    "validLabels",
                    BOOLEAN,
                    "whether only valid sequences of labels are possible",
                    TaggerOption::always,
                    TaggerOption.NONE));

    private OutputOptions() {}

    /** What outputs are made of. */
    static StructureSpec structure(Map<String, Object> set) {
        int kinds = 0;
        StructureSpec structure = HiddenStates.NONE;
        if (set.containsKey("order")) {
            kinds++;
            HigherOrder.Extent extent = set.containsKey("histories")
                    ? TaggerOption.value(set, "histories").constant(HigherOrder.Extent.class)
                    : HigherOrder.Extent.OCCURRING;
            int observed = set.containsKey("orderFeatures")
                    ? TaggerOption.value(set, "orderFeatures").integer()
                    : 1;
            structure = new HigherOrder(TaggerOption.value(set, "order").integer(), extent, observed);
        } else {
            refuse(set, "histories", "order");
            refuse(set, "orderFeatures", "order");
        }
        if (set.containsKey("hiddenStates")) {
            kinds++;
            structure = new HiddenStates(TaggerOption.value(set, "hiddenStates").integer());
        }
        if (set.containsKey("hiddenClasses")) {
            kinds++;
            structure =
                    new HiddenClasses(TaggerOption.value(set, "hiddenClasses").integer());
        }
        if (set.containsKey("maxSegment")) {
            kinds++;
            boolean splits = set.containsKey("splitLongSegments")
                    && TaggerOption.value(set, "splitLongSegments").flag();
            structure = new SemiMarkov(TaggerOption.value(set, "maxSegment").integer(), Map.of(), splits);
        } else {
            refuse(set, "splitLongSegments", "maxSegment");
        }
        if (kinds > 1) {
            throw new IllegalArgumentException(
                    "order, hiddenStates, hiddenClasses and maxSegment are different models; set one of them");
        }
        if (set.containsKey("learnScheme")
                && TaggerOption.value(set, "learnScheme").flag()) {
            structure = new LearnScheme(structure);
        }
        return set.containsKey("validLabels")
                        && TaggerOption.value(set, "validLabels").flag()
                ? new ValidLabels(structure)
                : structure;
    }

    private static void refuse(Map<String, Object> set, String name, String needed) {
        if (set.containsKey(name)) {
            throw new IllegalArgumentException(
                    "the option " + name + " has no effect without " + needed + "; set that too, or clear this one");
        }
    }
}
