package org.espalier.cli.multilabel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.espalier.cli.output.CommandFailure;
import org.espalier.data.LabelSet;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.feature.graph.GraphSchema;
import org.espalier.graph.LabelTree;
import org.espalier.inference.chain.Decoder;
import org.espalier.model.BatchTagger;
import org.espalier.model.Model;
import org.espalier.model.Tagging;
import org.jspecify.annotations.Nullable;

/**
 * A model of graphs that is one of label sets: its types of variables are the labels, its templates the edges of their tree.
 *
 * @param tree the labels and what joins them
 * @param joined whether edges look at the attributes too
 */
record LabelSetModel(Model model, LabelTree tree, boolean joined) {
    private static final String PROVENANCE = "labelTree";
    private static final String JOINED = "edgeAttributes";

    /** The model with a note that it is one of label sets, so that {@link #open} knows it. */
    static Model noted(Model model, boolean joined) {
        Map<String, Object> provenance = new LinkedHashMap<>(model.provenance());
        provenance.put(PROVENANCE, Map.of(JOINED, joined));
        return model.withProvenance(provenance);
    }

    /** Whether {@link #open} knows the model. */
    static boolean isOne(Model model) {
        return model.provenance().get(PROVENANCE) instanceof Map<?, ?>;
    }

    static LabelSetModel open(Path file) {
        Model model = Model.load(file);
        if (!(model.provenance().get(PROVENANCE) instanceof Map<?, ?> note)
                || !(model.encoder().extractor() instanceof GraphFeatures features)) {
            throw new CommandFailure(file + ": the model is " + model.structure()
                    + "; expected one that 'espalier multilabel train' made. Other models are for 'espalier"
                    + " tag' and 'espalier eval'");
        }
        GraphSchema schema = features.schema();
        List<int[]> edges = schema.templates().stream()
                .map(template ->
                        template.types().stream().mapToInt(type -> type).toArray())
                .toList();
        return new LabelSetModel(model, new LabelTree(schema.types(), edges), Boolean.TRUE.equals(note.get(JOINED)));
    }

    /** The labels that a tagging says an instance has. */
    Set<String> found(Tagging tagging) {
        Set<String> found = new LinkedHashSet<>();
        List<String> values = tagging.labels();
        for (int k = 0; k < values.size(); k++) {
            if (values.get(k).equals(LabelTree.YES)) {
                found.add(tree.labels().get(k));
            }
        }
        return found;
    }

    /** The probability of each label. */
    Map<String, Object> probabilities(Tagging tagging) {
        Map<String, Object> map = new LinkedHashMap<>();
        double[][] marginals = tagging.marginals();
        int yes = model.labels().names().indexOf(LabelTree.YES);
        for (int k = 0; k < marginals.length; k++) {
            map.put(tree.labels().get(k), yes < 0 ? 0.0 : marginals[k][yes]);
        }
        return map;
    }

    /** Tags instances with several threads, and tells of them in their order. */
    void tag(List<LabelSet> instances, @Nullable Decoder decoder, int threads, BiConsumer<LabelSet, Tagging> sink) {
        Iterator<LabelSet> rest = instances.iterator();
        SequenceReader reader = new SequenceReader() {
            @Override
            public @Nullable Sequence next() {
                return rest.hasNext() ? tree.graph(rest.next().attributes(), null, joined) : null;
            }

            @Override
            public void close() {}
        };
        Iterator<LabelSet> told = new ArrayList<>(instances).iterator();
        new BatchTagger(decoder == null ? model.tagger() : model.tagger().withDecoder(decoder), threads)
                .run(reader, tagging -> tagging, tagging -> sink.accept(told.next(), tagging));
    }
}
