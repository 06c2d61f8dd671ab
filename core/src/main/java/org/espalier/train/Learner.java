package org.espalier.train;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Sequence;
import org.espalier.data.SequenceReader;
import org.espalier.data.Sequences;
import org.espalier.model.Model;

/**
 * A way to learn a model from data: a conditional random field, a hidden Markov model, a kernel machine. Immutable; every {@code with…} gives
 * a new learner.
 *
 * <pre>{@code
 * Learner learner = new Trainer(FeatureSet.text(), TrainingOptions.DEFAULTS);
 * Model model = learner.withDev(dev).withListener(listener).train(data);
 * }</pre>
 *
 * <p>The same data, options and development data give the same model, bit for bit, whoever listens and however many threads work.
 */
public interface Learner {

    /** What it learns, as on the command line: {@code crf}, {@code hmm}, {@code naive-bayes}, {@code kernel-svm}. */
    String name();

    /** Everything that the weights depend on besides the data, as JSON values. A model keeps it as the options of its provenance. */
    Map<String, Object> provenance();

    /**
     * With a listener, such as a progress display. It hears of the start once the data are read, of every iteration if there are any, and of
     * the end.
     */
    Learner withListener(TrainingListener listener);

    /** Asked after each iteration; when it answers true, the training ends with the best model so far. */
    Learner withStop(BooleanSupplier stop);

    /**
     * With development data, on which the best of several models is found.
     *
     * @throws IllegalArgumentException when it makes one model only, and has no use for them
     */
    default Learner withDev(List<Sequence> dev) {
        if (dev.isEmpty()) {
            return this;
        }
        throw new IllegalArgumentException(name()
                + " has no use for development data: the data determine one model, and there is nothing to choose; leave"
                + " them out");
    }

    /**
     * Learns from sequences in memory, which are walked through more than once.
     *
     * @throws TrainingException when the data do not fit what is to be learnt
     */
    Model train(Iterable<Sequence> data);

    /** Learns from sequences as they are read; a learner that cannot keeps them all in memory. The reader is not closed. */
    default Model train(SequenceReader reader) {
        return train(Sequences.readAll(reader));
    }
}
