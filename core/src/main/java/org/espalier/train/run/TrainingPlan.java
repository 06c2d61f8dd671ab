package org.espalier.train.run;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.espalier.data.Sequence;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.text.FeatureSet;
import org.espalier.inference.Inference;
import org.espalier.labelling.LabelStructure;
import org.espalier.loss.CustomLoss;
import org.espalier.loss.Loss;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.online.OnlineLearning;
import org.espalier.optimize.VisitingOrder;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.Structure;
import org.espalier.train.Algorithm;
import org.espalier.train.ParameterMixing;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.corpus.InstanceStore;
import org.jspecify.annotations.Nullable;

/**
 * What a trainer asks of a run: everything but the features and where the data are kept.
 *
 * @param options the options
 * @param listener hears how the run goes
 * @param dev the development set; empty when there is none
 * @param initial the model to start from
 * @param checkpoint where and how often a checkpoint is kept
 * @param stop asked after each iteration
 * @param online the user's own update rule
 * @param order the user's own order of the instances
 * @param mixing how the weights of shards are mixed
 * @param loss the user's own loss
 * @param optimizer the user's own optimiser
 */
public record TrainingPlan(
        TrainingOptions options,
        TrainingListener listener,
        List<Sequence> dev,
        @Nullable Model initial,
        @Nullable CheckpointPlan checkpoint,
        BooleanSupplier stop,
        @Nullable OnlineLearning online,
        @Nullable VisitingOrder order,
        @Nullable ParameterMixing mixing,
        @Nullable CustomLoss loss,
        @Nullable CustomOptimizer optimizer) {

    /** The same with other options, for a shard. */
    TrainingPlan withOptions(TrainingOptions value) {
        return new TrainingPlan(
                value, listener, dev, initial, checkpoint, stop, online, order, mixing, loss, optimizer);
    }

    /** What the model file keeps of it. */
    public Map<String, Object> provenance() {
        Map<String, Object> map = options.provenance();
        if (online != null) {
            map.put("algorithm", online.name());
        }
        if (loss != null) {
            map.put("loss", loss.name());
        }
        if (optimizer != null) {
            map.put("algorithm", optimizer.name());
        }
        return map;
    }

    /** The loss of one instance: the user's own, or that of the options; the only place where it is made. */
    public <S extends Structure> Loss<S> instanceLoss(LabelStructure<S> labels, Inference<S> inference) {
        if (loss == null) {
            return labels.loss(options.loss(), inference, options.cost());
        }
        Loss<S> made = loss.factory().with(inference);
        if (options.algorithm().needsHessian() && optimizer == null && !made.hasHessian()) {
            throw new TrainingException("the loss " + loss.name() + " has no second derivatives, but the algorithm "
                    + options.algorithm() + " needs them; implement timesHessian, or use lbfgs");
        }
        return made;
    }

    <S extends Structure> Loss<S> instanceLoss(Task<S> task) {
        return instanceLoss(task.labels(), task.inference());
    }

    /** Whether the objective is convex, as far as can be known; true of an online learner, which has none. */
    boolean isConvex(InstanceStore instances, LabelStructure<?> structure, ParameterLayout layout) {
        return options.algorithm().isOnline()
                || (loss == null
                        ? Convexity.of(options.loss(), instances, structure, layout)
                        : Convexity.of(loss, instances, structure));
    }

    /**
     * Whether attributes that occur at the same tokens are learnt as one: where the penalty makes that the same problem, and nothing but the
     * data distinguishes them. Templates say which attributes there are, built-in features make many that are the same.
     */
    boolean mergesTwins(AttributeExtractor extractor) {
        boolean hybrid = options.algorithm() == Algorithm.AUTO && options.loss() == LossFunction.LOG && isUsual();
        boolean smooth = options.penalty().l1() == 0 && options.penalty().l2() > 0;
        boolean plain = !options.structure().hasMarks() && !options.structure().hidesStates();
        return extractor instanceof FeatureSet && hybrid && smooth && plain && initial == null && mixing == null;
    }

    /** Whether auto is what it usually is: neither loss nor optimiser are the user's own. */
    boolean isUsual() {
        return loss == null && optimizer == null;
    }
}
