package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** A service whose model is replaced while it runs: the recipe of docs/model-file.md. */
public final class HotSwap {
    private final Path live;
    private List<Object> loaded; // only the thread that calls refresh looks at it
    private volatile Tagger tagger;

    /** Loads the model that is live now. */
    public HotSwap(Path live) throws IOException {
        this.live = live;
        this.loaded = stamp(live);
        this.tagger = Model.load(live).tagger();
    }

    /** What differs when another file stands in the place of this one. */
    private static List<Object> stamp(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(attributes.lastModifiedTime(), attributes.size(), String.valueOf(attributes.fileKey()));
    }

    /** Labels a line, in any thread. One call uses one model from its beginning to its end. */
    public List<String> labels(String... words) {
        return tagger.tag(Sequence.ofWords(words)).labels();
    }

    /** Looks for a new model, now and then; returns whether there was one. A file that is no model leaves the old one in use. */
    public boolean refresh() throws IOException {
        List<Object> now = stamp(live); // before loading: a model that comes meanwhile is found the next time
        if (now.equals(loaded)) {
            return false;
        }
        tagger = Model.load(live).tagger(); // throws for a damaged file, and nothing has changed
        loaded = now;
        return true;
    }

    /** Makes a model live: a copy beside it first, then a rename, so that nobody ever reads a part of it. */
    public static void publish(Path model, Path live) throws IOException {
        Path beside = live.resolveSibling(live.getFileName() + ".new");
        Files.copy(model, beside, StandardCopyOption.REPLACE_EXISTING);
        Files.move(beside, live, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Expects the training file, and a directory for models. */
    public static void main(String[] args) throws IOException {
        List<Sequence> data = Sequences.read(DataOptions.COLUMNS, Path.of(args[0]));
        Path first = Path.of(args[1], "first.esp");
        Path second = Path.of(args[1], "second.esp");
        Path live = Path.of(args[1], "live.esp");
        TrainingOptions options = TrainingOptions.DEFAULTS;
        new Trainer(FeatureSet.parse("bias"), options).train(data).save(first);
        new Trainer(FeatureSet.text(), options).train(data).save(second);

        publish(first, live);
        HotSwap service = new HotSwap(live);
        System.out.println("first model:  " + service.labels("2", "cups", "flour"));
        publish(second, live);
        System.out.println("until then:   " + service.labels("2", "cups", "flour"));
        System.out.println("a new model:  " + service.refresh());
        System.out.println("second model: " + service.labels("2", "cups", "flour"));
    }
}
