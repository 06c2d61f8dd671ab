/**
 * Conditional random fields and their family.
 *
 * <p>What is exported is the contract: the packages whose types users meet. The rooms that are not exported ({@code train.corpus}, {@code
 * train.run}, {@code labelling.kinds}, {@code loss.chain}) do the work behind it, and change without notice.
 */
module org.espalier.core {
    requires static org.jspecify; // annotations only: users of this module do not need it

    exports org.espalier.cluster;
    exports org.espalier.compress;
    exports org.espalier.confidence;
    exports org.espalier.continuous;
    exports org.espalier.data;
    exports org.espalier.dictionary;
    exports org.espalier.emission;
    exports org.espalier.entropy;
    exports org.espalier.evaluate;
    exports org.espalier.evaluate.errors;
    exports org.espalier.feature;
    exports org.espalier.feature.arc;
    exports org.espalier.feature.span;
    exports org.espalier.feature.encoding;
    exports org.espalier.feature.graph;
    exports org.espalier.feature.kernel;
    exports org.espalier.feature.map;
    exports org.espalier.feature.network;
    exports org.espalier.feature.table;
    exports org.espalier.feature.template;
    exports org.espalier.feature.text;
    exports org.espalier.generative;
    exports org.espalier.graph;
    exports org.espalier.inference;
    exports org.espalier.inference.chain;
    exports org.espalier.inference.factor;
    exports org.espalier.inference.forest;
    exports org.espalier.inference.lattice;
    exports org.espalier.inference.segment;
    exports org.espalier.inference.spanning;
    exports org.espalier.inspect;
    exports org.espalier.interop;
    exports org.espalier.interop.crfpp;
    exports org.espalier.interop.crfsuite;
    exports org.espalier.interop.wapiti;
    exports org.espalier.kernel;
    exports org.espalier.labelling;
    exports org.espalier.labelling.chain;
    exports org.espalier.labelling.factor;
    exports org.espalier.labelling.segment;
    exports org.espalier.labelling.tree;
    exports org.espalier.loss;
    exports org.espalier.loss.factor;
    exports org.espalier.math;
    exports org.espalier.model;
    exports org.espalier.morphology;
    exports org.espalier.network;
    exports org.espalier.online;
    exports org.espalier.optimize;
    exports org.espalier.optimize.batch;
    exports org.espalier.optimize.dual;
    exports org.espalier.optimize.stochastic;
    exports org.espalier.parallel;
    exports org.espalier.scoring;
    exports org.espalier.structure;
    exports org.espalier.structure.chain;
    exports org.espalier.structure.factor;
    exports org.espalier.structure.forest;
    exports org.espalier.structure.lattice;
    exports org.espalier.structure.segment;
    exports org.espalier.structure.spanning;
    exports org.espalier.text;
    exports org.espalier.train;
    exports org.espalier.train.remote;
    exports org.espalier.tune;

    uses org.espalier.feature.ExtractorProvider;
    uses org.espalier.interop.ModelReader;
    uses org.espalier.math.KernelProvider;
}
