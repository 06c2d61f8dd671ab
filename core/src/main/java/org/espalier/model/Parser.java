package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.data.Labels;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.feature.EncodedSequence;
import org.espalier.feature.encoding.Encoder;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.MarkDecoding;
import org.espalier.labelling.Marks;
import org.espalier.labelling.tree.TagMarks;

/**
 * Finds the trees of sentences with a model; immutable and safe to share between threads, each of which gets a workspace of its own.
 *
 * <pre>{@code
 * Parser parser = Model.load(Path.of("parser.esp")).parser();
 * Parsing parsing = parser.parse(sentence);
 * parsing.marks(); // [Mark[from=1, to=0, label=nsubj], …]
 * }</pre>
 */
public final class Parser {
    private static final int TAG = 1; // the column of the tag

    private final Model model;
    private final Labels labels;
    private final Decoder decoder;
    private final ThreadLocal<Scratch> scratches = ThreadLocal.withInitial(this::scratch);

    Parser(Model model) {
        this(model, model.structure().usualDecoder());
    }

    private Parser(Model model, Decoder decoder) {
        this.model = model;
        this.labels = model.labels();
        this.decoder = decoder;
        model.markSession(decoder); // which may not know this decoder
    }

    /** What one thread uses again for every sentence. */
    private record Scratch(Encoder.Reusable encoder, MarkSession<?> session) {}

    private Scratch scratch() {
        return new Scratch(model.encoder().reusable(), model.markSession(decoder));
    }

    public Model model() {
        return model;
    }

    /** A parser that chooses in another way: {@link Decoder#POSTERIOR} makes as many marks right as can be expected. */
    public Parser withDecoder(Decoder value) {
        return new Parser(model, value);
    }

    /** Whether it finds parts of speech, too, in the words alone; if not, sentences have them, or the parser needs none. */
    public boolean findsTags() {
        return model.structure().hasSpans()
                && !model.encoder().extractor().columns().contains(TAG);
    }

    /** How trees are chosen. */
    public Decoder decoder() {
        return decoder;
    }

    /** The chosen tree; what else {@link Parsing} offers is computed when it is asked for. */
    public Parsing parse(Sequence given) {
        Sequence sequence = model.encoder().extractor().completed(given);
        Scratch scratch = scratches.get();
        EncodedSequence encoded = scratch.encoder.encode(sequence);
        MarkDecoding.ScoredMarks best = scratch.session.best(encoded);
        return parsing(sequence, best);
    }

    /** In a model that finds tags, they are those of the sentence. */
    private Parsing parsing(Sequence sequence, MarkDecoding.ScoredMarks found) {
        List<Mark> marks = named(found.marks());
        if (!model.structure().hasTags()) {
            return new Parsing(this, sequence, marks, found.score());
        }
        TagMarks tagged = TagMarks.of(sequence, marks);
        return new Parsing(this, tagged.sequence(), tagged.marks(), found.score());
    }

    EncodedSequence encode(Sequence sequence) {
        return model.encoder().encode(sequence);
    }

    private MarkSession<?> session() {
        return scratches.get().session;
    }

    double logSum(EncodedSequence encoded) {
        return session().logSum(encoded);
    }

    double score(Sequence sequence, EncodedSequence encoded, List<Mark> marks) {
        List<Mark> all = model.structure().hasTags() ? new TagMarks(sequence, marks).all() : marks;
        return session().score(encoded, numbered(all));
    }

    double[] probabilities(EncodedSequence encoded, List<Mark> marks) {
        return session().probabilities(encoded, numbered(marks));
    }

    double entropy(EncodedSequence encoded) {
        return session().entropy(encoded);
    }

    List<Mark> sample(Sequence sequence, EncodedSequence encoded, long seed) {
        List<Mark> marks = named(session().sample(encoded, new SplittableRandom(seed)));
        return model.structure().hasTags() ? TagMarks.of(sequence, marks).marks() : marks;
    }

    List<Parsing> nBest(Sequence sequence, EncodedSequence encoded, int n) {
        List<Parsing> list = new ArrayList<>();
        for (MarkDecoding.ScoredMarks found : session().nBest(encoded, n)) {
            list.add(parsing(sequence, found));
        }
        return list;
    }

    private List<Mark> named(Marks marks) {
        List<Mark> list = new ArrayList<>(marks.size());
        for (int k = 0; k < marks.size(); k++) {
            list.add(new Mark(marks.from(k), marks.to(k), labels.name(marks.label(k))));
        }
        return list;
    }

    /** Marks whose label the model does not have get the number −1. */
    private Marks numbered(List<Mark> marks) {
        int[] numbers = new int[3 * marks.size()];
        for (int k = 0; k < marks.size(); k++) {
            numbers[3 * k] = marks.get(k).from();
            numbers[3 * k + 1] = marks.get(k).to();
            numbers[3 * k + 2] = labels.indexOf(marks.get(k).label());
        }
        return Marks.of(numbers);
    }
}
