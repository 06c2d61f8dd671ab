package org.espalier.train.corpus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.TagScheme;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.TwinAttributes;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.Gold;
import org.espalier.labelling.LabelData;
import org.espalier.structure.chain.AllowedStates;
import org.espalier.train.TrainingOptions;
import org.espalier.train.remote.RemoteCorpus;
import org.jspecify.annotations.Nullable;

/**
 * The training data as numbers.
 *
 * @param encoder with the vocabulary of the data, frozen
 * @param labels the labels of the data, sorted; those of an initial model come first
 * @param instances the sequences whose weight is not 0
 * @param columns how many observed columns the first token has
 * @param fingerprint a digest of the content
 * @param locations where the instances stand in their files
 * @param twins the attributes of tokens that are one in the instances; null when each of the encoder's has its own number there
 */
public record TrainingData(
        Encoder encoder,
        Labels labels,
        InstanceStore instances,
        int columns,
        String fingerprint,
        Locations locations,
        @Nullable TwinAttributes twins)
        implements LabelData, AutoCloseable {

    /** Data that are kept elsewhere. Where their sequences stand in a file is not known here. */
    public static TrainingData of(RemoteCorpus corpus, AttributeExtractor extractor, TrainingOptions options) {
        Encoder encoder = new Encoder(
                extractor.trained(),
                options.selection().boundaries(),
                List.of(corpus.attributes(), corpus.pairAttributes()),
                options.structure().pairPlaces());
        InstanceStore instances = new InstanceStore(
                new RemoteChunks(corpus.shards()), corpus.sequences(), corpus.tokens(), encoder.attributes());
        return new TrainingData(
                encoder, corpus.labels(), instances, corpus.columns(), corpus.fingerprint(), new Locations(), null);
    }

    /**
     * How the labels describe spans. The labels are counted only where their names leave it open: some of them have prefixes
     * and types, and others do not.
     */
    @Override
    public TagScheme scheme() {
        TagScheme named = TagScheme.ofLabels(labels.names());
        boolean open = named == TagScheme.NONE && labels.names().stream().anyMatch(name -> name.indexOf('-') > 0);
        return open ? TagScheme.ofCounts(counts()) : named;
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>();
        for (Instance instance : instances) {
            AllowedStates gold = instance.gold().labels();
            for (int t = 0; t < gold.length(); t++) {
                int only = gold.onlyState(t);
                int[] states = only >= 0 ? new int[] {only} : gold.alternatives(t);
                for (int state : states) {
                    counts.merge(labels.name(state), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    /**
     * The same data with one attribute in the place of all that occur at the same tokens. These data are changed, and are not to be used any
     * more.
     */
    public TrainingData merged() {
        TwinAttributes found = instances.twins();
        return found.areNone()
                ? this
                : new TrainingData(encoder, labels, instances.merged(found), columns, fingerprint, locations, found);
    }

    @Override
    public void forEach(Consumer<Gold> gold) {
        for (Instance instance : instances) {
            gold.accept(instance.gold());
        }
    }

    @Override
    public AttributeExtractor extractor() {
        return encoder.extractor();
    }

    @Override
    public Location location(int sequence) {
        return locations.get(sequence);
    }

    @Override
    public void close() {
        instances.close();
    }
}
