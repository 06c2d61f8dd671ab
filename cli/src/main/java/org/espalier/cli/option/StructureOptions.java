package org.espalier.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.labelling.LearnScheme;
import org.espalier.labelling.StructureSpec;
import org.espalier.labelling.ValidLabels;
import org.espalier.labelling.chain.HiddenClasses;
import org.espalier.labelling.chain.HiddenStates;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.labelling.segment.SemiMarkov;
import org.espalier.labelling.tree.Constituents;
import org.espalier.labelling.tree.Dependencies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What outputs are made of: hidden states, longer histories of labels, segments. */
@HelpTopic(Topic.MODEL)
public final class StructureOptions {
    private static final int USUAL_HIDDEN_STATES = 2;
    private static final int USUAL_CLASS_STATES = 4;
    private static final int USUAL_LONGEST = 6;
    private static final int USUAL_HORIZONTAL = 0;
    private static final int USUAL_VERTICAL = 1;

    /** What becomes of segments that are longer than they may be. */
    public enum LongSegments {
        REFUSE,
        SPLIT
    }

    @Option(
            names = "--hidden-states",
            paramLabel = "n",
            description = {
                "ldcrf: the number of hidden states per label; 1 makes it a crf. Default: " + USUAL_HIDDEN_STATES + ".",
                "hcrf: the number of hidden states per class. Default: " + USUAL_CLASS_STATES + ".",
                "hmm: the number of states S1, S2, ... in addition to the labels of the data, for unlabelled data."
            })
    private @Nullable Integer hiddenStates;

    @Option(
            names = "--shared-states",
            description = "hcrf: let all classes share the same hidden states, instead of having their own.")
    private boolean sharedStates;

    @Option(names = "--no-state-transitions", description = "hcrf: do not learn transitions between hidden states.")
    private boolean noStateTransitions;

    @Option(
            names = "--order",
            paramLabel = "k",
            description = "crf: the number of previous labels that transitions look at, 1 to 5. Default: 1.")
    private @Nullable Integer order;

    @Option(
            names = "--histories",
            paramLabel = "which",
            description =
                    "With --order: which histories of k labels are possible. occurring: those in the training data; no"
                            + " others can be predicted. all: every history, which takes longer. Default: occurring.")
    private HigherOrder.@Nullable Extent histories;

    @Option(
            names = "--order-features",
            paramLabel = "m",
            description = "With --order: the number of previous labels that transition features, such as B lines of a"
                    + " template, look at. Default: 1.")
    private @Nullable Integer orderFeatures;

    @Option(
            names = "--max-segment",
            paramLabel = "n",
            description =
                    "semi-crf: the maximum length of a segment, in tokens. A type with only shorter segments in the"
                            + " data gets their length as its limit. Default: " + USUAL_LONGEST + ".")
    private @Nullable Integer longest;

    @Option(
            names = "--max-segment-of",
            paramLabel = "type=n",
            description =
                    "semi-crf: the maximum length of one type of segment, such as PER=3. May be given several times.")
    private Map<String, Integer> perType = new LinkedHashMap<>();

    @Option(
            names = "--long-segments",
            paramLabel = "what",
            description = "semi-crf: what to do with longer segments in the training data. refuse: stop with an error."
                    + " split: cut them into pieces. Default: refuse.")
    private @Nullable LongSegments longSegments;

    @Option(
            names = "--trees",
            paramLabel = "which",
            description = "dependency: which trees are possible. projective: those without crossing arcs, by Eisner's"
                    + " algorithm. all: every tree, by the matrix-tree theorem. Default: projective.")
    private @Nullable Trees trees;

    @Option(
            names = "--tree-order",
            paramLabel = "1|2",
            description = "dependency, projective: how many arcs are scored together. 1: every arc alone. 2: also"
                    + " neighbouring children of a word, and a word with its head and the head of that; better,"
                    + " and trained on arcs that a small parser of order 1 chooses. Default: 1.")
    private @Nullable Integer treeOrder;

    @Option(
            names = "--roots",
            paramLabel = "number",
            description = "dependency: how many words of a tree have no head. single: exactly one, as in Universal"
                    + " Dependencies. any: one or more. Default: single.")
    private @Nullable Roots roots;

    @Option(
            names = "--crossing-arcs",
            paramLabel = "what",
            description =
                    "dependency, projective: what to do with training trees whose arcs cross. refuse: stop with an"
                            + " error. skip: leave them out. lift: attach their words higher up until no arcs cross."
                            + " Default: refuse.")
    private @Nullable CrossingArcs crossingArcs;

    @Option(
            names = "--factor",
            paramLabel = "side",
            description =
                    "constituency, pcfg: how constituents with more than two children are made binary. right: the first child is split off,"
                            + " and the others are the rest. left: the last child is. Default: right.")
    private @Nullable Factor factor;

    @Option(
            names = "--horizontal",
            paramLabel = "h",
            description =
                    "constituency, pcfg: how many children that were split off before a rest remembers, 0 to 9. Default: "
                            + USUAL_HORIZONTAL + ".")
    private @Nullable Integer horizontal;

    @Option(
            names = "--vertical",
            paramLabel = "v",
            description =
                    "constituency, pcfg: how many labels upwards a symbol has, 1 to 9. 1: its own. 2: also that of its parent. Default: "
                            + USUAL_VERTICAL + ".")
    private @Nullable Integer vertical;

    @Option(
            names = "--tags",
            paramLabel = "whose",
            description =
                    "constituency, pcfg: where the parts of speech of words to be parsed come from. given: from the data. predicted: from"
                            + " the words, by a tagger that is learnt first (constituency), or with the tree (pcfg). Default: given for"
                            + " constituency, predicted for pcfg.")
    private @Nullable Tags tags;

    /** Where parts of speech come from. */
    public enum Tags {
        GIVEN,
        PREDICTED
    }

    /** On which side the rest of a constituent is. */
    public enum Factor {
        RIGHT,
        LEFT
    }

    @Mixin
    private GraphModelOptions graphs = new GraphModelOptions();

    /** Which trees are possible. */
    public enum Trees {
        PROJECTIVE,
        ALL
    }

    /** How many words may have no head. */
    public enum Roots {
        SINGLE,
        ANY
    }

    /** What becomes of trees whose arcs cross. */
    public enum CrossingArcs {
        REFUSE,
        SKIP,
        LIFT
    }

    @Option(
            names = "--valid-labels",
            description = "Allow only labels that follow their tag scheme (no I-X after O): all other labellings have"
                    + " probability 0, in training and in tagging.")
    private boolean validLabels;

    @Option(
            names = "--learn-scheme",
            paramLabel = "scheme",
            description =
                    "iobes: learn IOBES labels from data in IOB2 or IOE2, and answer in the scheme of the data. This"
                            + " often helps with names.")
    private @Nullable LearntScheme learnScheme;

    /** What labels are learnt as. */
    enum LearntScheme {
        IOBES
    }

    /** How many hidden states were asked for, or null. */
    public @Nullable Integer hiddenStates() {
        return hiddenStates;
    }

    /** Whether graphs are learnt from by the pseudo-likelihood. */
    boolean isPseudoLikelihood() {
        return graphs.isPseudoLikelihood();
    }

    /** What becomes of training trees whose arcs cross. */
    public CrossingArcs crossingArcs() {
        return crossingArcs == null ? CrossingArcs.REFUSE : crossingArcs;
    }

    /** The structure of a kind of model. */
    StructureSpec of(ModelKind model) {
        require(
                "--valid-labels",
                validLabels,
                model,
                ModelKind.CRF,
                ModelKind.LDCRF,
                ModelKind.SEMI_CRF,
                ModelKind.KERNEL_CRF,
                ModelKind.BILSTM_CRF);
        require(
                "--learn-scheme",
                learnScheme != null,
                model,
                ModelKind.CRF,
                ModelKind.LDCRF,
                ModelKind.KERNEL_CRF,
                ModelKind.BILSTM_CRF);
        StructureSpec structure = unconstrained(model);
        StructureSpec learnt = learnScheme == null ? structure : new LearnScheme(structure);
        return validLabels ? new ValidLabels(learnt) : learnt; // which says so where labels are valid in any case
    }

    private StructureSpec unconstrained(ModelKind model) {
        require("--hidden-states", hiddenStates != null, model, ModelKind.LDCRF, ModelKind.HCRF, ModelKind.HMM);
        require("--shared-states", sharedStates, model, ModelKind.HCRF);
        require("--no-state-transitions", noStateTransitions, model, ModelKind.HCRF);
        require("--order", order != null, model, ModelKind.CRF, ModelKind.KERNEL_CRF, ModelKind.BILSTM_CRF);
        require("--trees", trees != null, model, ModelKind.DEPENDENCY);
        require("--tree-order", treeOrder != null, model, ModelKind.DEPENDENCY);
        require("--roots", roots != null, model, ModelKind.DEPENDENCY);
        require("--crossing-arcs", crossingArcs != null, model, ModelKind.DEPENDENCY);
        require("--factor", factor != null, model, ModelKind.CONSTITUENCY, ModelKind.PCFG);
        require("--horizontal", horizontal != null, model, ModelKind.CONSTITUENCY, ModelKind.PCFG);
        require("--vertical", vertical != null, model, ModelKind.CONSTITUENCY, ModelKind.PCFG);
        require("--tags", tags != null, model, ModelKind.CONSTITUENCY, ModelKind.PCFG);
        String ofGraphs = graphs.given();
        require(ofGraphs == null ? "" : ofGraphs, ofGraphs != null, model, ModelKind.GRAPH);
        if (trees == Trees.ALL && crossingArcs != null) {
            throw new IllegalArgumentException(
                    "--crossing-arcs has no meaning for --trees all, which may have them; leave it out");
        }
        require("--max-segment", longest != null, model, ModelKind.SEMI_CRF, ModelKind.BILSTM_CRF);
        require("--max-segment-of", !perType.isEmpty(), model, ModelKind.SEMI_CRF, ModelKind.BILSTM_CRF);
        require("--long-segments", longSegments != null, model, ModelKind.SEMI_CRF, ModelKind.BILSTM_CRF);
        if (hiddenStates != null && hiddenStates < 1) {
            throw new IllegalArgumentException("--hidden-states is " + hiddenStates + "; expected at least 1");
        }
        int labelsBefore = order == null ? 1 : order;
        boolean isHigher = labelsBefore != 1;
        if (!isHigher && (histories != null || orderFeatures != null)) {
            throw new IllegalArgumentException((histories != null ? "--histories" : "--order-features")
                    + " has no meaning for a chain of order 1; ask for an --order above 1, or leave it out");
        }
        if (model == ModelKind.BILSTM_CRF && (longest != null || !perType.isEmpty() || longSegments != null)) {
            if (isHigher) {
                throw new IllegalArgumentException(
                        "--order with --max-segment: a network stands below labels of tokens or below"
                                + " segments; leave one of the two out");
            }
            return segments();
        }
        return switch (model) {
            case LDCRF -> new HiddenStates(hiddenStates == null ? USUAL_HIDDEN_STATES : hiddenStates);
            case HCRF ->
                new HiddenClasses(
                        hiddenStates == null ? USUAL_CLASS_STATES : hiddenStates, sharedStates, !noStateTransitions);
            case GRAPH -> graphs.chosen();
            case DEPENDENCY -> dependencies();
            case CONSTITUENCY -> constituents();
            case SEMI_CRF -> segments();
            default ->
                isHigher
                        ? new HigherOrder(
                                labelsBefore,
                                histories == null ? HigherOrder.Extent.OCCURRING : histories,
                                orderFeatures == null ? 1 : orderFeatures)
                        : HiddenStates.NONE;
        };
    }

    /** How trees of constituents are made binary. */
    Constituents constituents() {
        return new Constituents(
                factor != Factor.LEFT,
                horizontal == null ? USUAL_HORIZONTAL : horizontal,
                vertical == null ? USUAL_VERTICAL : vertical);
    }

    /** Where parts of speech come from; null when the user does not say. */
    public @Nullable Tags tags() {
        return tags;
    }

    private SemiMarkov segments() {
        return new SemiMarkov(longest == null ? USUAL_LONGEST : longest, perType, longSegments == LongSegments.SPLIT);
    }

    private Dependencies dependencies() {
        Dependencies arcs = new Dependencies(trees != Trees.ALL, roots != Roots.ANY);
        if (treeOrder == null || treeOrder == 1) {
            return arcs;
        }
        if (treeOrder != 2) {
            throw new IllegalArgumentException("--tree-order is " + treeOrder + "; expected 1 or 2");
        }
        if (trees == Trees.ALL) {
            throw new IllegalArgumentException(
                    "--tree-order 2 needs projective trees, because the best of all trees cannot be found in"
                            + " reasonable time then; leave --trees all out");
        }
        return arcs.secondOrder();
    }

    private static void require(String option, boolean given, ModelKind model, ModelKind... fitting) {
        for (ModelKind kind : fitting) {
            if (kind == model) {
                return;
            }
        }
        if (given) {
            StringBuilder kinds = new StringBuilder();
            for (ModelKind kind : fitting) {
                kinds.append(kinds.isEmpty() ? "" : " or ").append(kind);
            }
            throw new IllegalArgumentException(
                    option + " has no meaning for --model " + model + "; leave it out, or use" + " --model " + kinds);
        }
    }
}
