package org.espalier.interop.crfpp;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.espalier.data.DataFormatException;
import org.espalier.data.LabelNotation;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.feature.template.Template;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.model.Model;
import org.espalier.online.BoundedMira;
import org.espalier.online.OnlineLearning;
import org.espalier.online.OnlineOptions;
import org.espalier.optimize.Penalty;
import org.espalier.optimize.VisitingOrder;
import org.espalier.optimize.batch.LbfgsOptions;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.ParameterLayout;
import org.espalier.train.Algorithm;
import org.espalier.train.FeatureSelection;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingException;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingOptions;
import org.espalier.train.TrainingProgress;

/**
 * Trains as {@code crf_learn} does: its features, its objective, its rule to stop, its numbering; with our trainer.
 *
 * <p>Every feature string meets every label, or every pair of labels. The objective is minimised until it changes by less
 * than a given share three times in a row.
 */
public final class CrfppTraining {
    private static final int CALM_ITERATIONS = 3;

    /** CRF++'s L-BFGS ends at this norm of the gradient, per max(1, ‖w‖), whatever its tolerance is. */
    private static final double GRADIENT_TOLERANCE = 1e-7;

    private final String templateText;
    private final Template exact;
    private final List<Sequence> data;
    private final CrfppTrainingOptions options;
    private final Charset charset;
    private final CrfppProgress progress;

    private CrfppTraining(
            String templateText,
            Template exact,
            List<Sequence> data,
            CrfppTrainingOptions options,
            Charset charset,
            CrfppProgress progress) {
        this.templateText = templateText;
        this.exact = exact;
        this.data = data;
        this.options = options;
        this.charset = charset;
        this.progress = progress;
    }

    /**
     * Trains.
     *
     * @param template the template's text
     * @param templateName its name, for error messages
     * @param data labelled sequences, all with as many columns
     * @param charset by whose bytes labels and strings are sorted
     */
    public static CrfppContent train(
            String template,
            String templateName,
            List<Sequence> data,
            CrfppTrainingOptions options,
            Charset charset,
            CrfppProgress progress) {
        if (data.isEmpty()) {
            throw new TrainingException("there are no sequences to train on");
        }
        Template exact = Template.parseExactly(template, templateName);
        return new CrfppTraining(template, exact, data, options, charset, progress).run(templateName);
    }

    /**
     * Trains by CRF++'s MIRA ({@code -a MIRA}), see {@link BoundedMira}: in the order of the data, without a penalty and
     * without an average. Tolerance and threads of the options have no effect.
     *
     * @param shrinkingSize how often in a row a sequence must be right to be left out for a while (-H)
     */
    public static CrfppContent trainByMira(
            String template,
            String templateName,
            List<Sequence> data,
            CrfppTrainingOptions options,
            int shrinkingSize,
            Charset charset,
            CrfppMiraProgress progress) {
        if (data.isEmpty()) {
            throw new TrainingException("there are no sequences to train on");
        }
        Template exact = Template.parseExactly(template, templateName);
        CrfppTraining training = new CrfppTraining(template, exact, data, options, charset, CrfppProgress.NONE);
        return training.runMira(templateName, shrinkingSize, progress);
    }

    private CrfppContent runMira(String templateName, int shrinkingSize, CrfppMiraProgress watcher) {
        FeatureStrings strings = strings();
        TrainingOptions settings = TrainingOptions.DEFAULTS
                .withAlgorithm(Algorithm.MIRA)
                .withOnline(OnlineOptions.DEFAULTS
                        .withEpochs(options.maxIterations())
                        .withAveraging(false))
                .withSelection(new FeatureSelection(Math.max(1, options.minCount()), 1, true, false))
                .withNotation(new LabelNotation("", ""))
                .withThreads(options.threads());
        watcher.onStart(data.size(), strings.weights(), settings.workers());
        // Of three addends and more the order shows in the last bits, and in which of two equal outputs wins.
        Template template = lines("B").size() > 2 ? exact : trainable(strings, templateName);
        BoundedMira rule = new BoundedMira(data.size(), (float) options.cost(), shrinkingSize);
        long tokens = data.stream().mapToLong(Sequence::length).sum();
        Model model = new Trainer(template, settings)
                .withInitial(sortedLabels(template))
                .withOnline(new OnlineLearning(
                        "CRF++'s MIRA",
                        (parameters, instances) -> rule,
                        new CrfppSearch(new ChainInference(Kernels.best()))))
                .withOrder(VisitingOrder.GIVEN)
                .withListener(new TrainingListener() {
                    @Override
                    public void onIteration(TrainingProgress done) {
                        BoundedMira.Epoch epoch = rule.lastEpoch();
                        watcher.onIteration(
                                done.iteration() - 1,
                                (double) epoch.wrongPositions() / tokens,
                                (double) epoch.wrongInstances() / data.size(),
                                epoch,
                                done.weightNorm() * done.weightNorm());
                    }
                })
                .train(data);
        return content(model, strings, template);
    }

    /** A model without weights, so that labels have CRF++'s numbers: of equal outputs the one with smaller numbers wins. */
    private Model sortedLabels(Template template) {
        List<String> names = data.stream()
                .flatMap(sequence -> labels(sequence).stream())
                .distinct()
                .toList();
        Labels labels = Labels.of(Arrays.stream(ContentWriting.sorted(names, charset))
                .mapToObj(names::get)
                .toList());
        int states = labels.size();
        int[] pairs = new int[states * states];
        Arrays.fill(pairs, -1);
        Vocabulary none = new Vocabulary.Builder().build();
        return new Model(
                labels,
                new Encoder(template, false, none, none),
                new ParameterLayout(
                        states, FeatureLists.complete(0, states), pairs, FeatureLists.complete(0, states * states)),
                new double[0],
                0,
                Map.of());
    }

    private FeatureStrings strings() {
        int labels = (int) data.stream()
                .flatMap(sequence -> labels(sequence).stream())
                .distinct()
                .count();
        FeatureStrings strings = FeatureStrings.of(exact, data, labels, options.minCount(), charset);
        if (strings.weights() == 0) {
            throw new TrainingException("no feature occurs " + options.minCount() + " times; use a smaller -f");
        }
        return strings;
    }

    static List<String> labels(Sequence sequence) {
        return Objects.requireNonNull(sequence.labels(), "labels");
    }

    private CrfppContent run(String templateName) {
        int labels = (int) data.stream()
                .flatMap(sequence -> labels(sequence).stream())
                .distinct()
                .count();
        FeatureStrings strings = strings();
        TrainingOptions settings = TrainingOptions.DEFAULTS
                .withPenalty(options.sparse() ? new Penalty(1 / options.cost(), 0) : Penalty.l2(1 / options.cost()))
                .withOptimizer(LbfgsOptions.DEFAULTS
                        .withMaxIterations(options.maxIterations() - 1)
                        .withObjectiveTolerance(0)
                        .withGradientTolerance(GRADIENT_TOLERANCE))
                .withSelection(new FeatureSelection(Math.max(1, options.minCount()), 1, true, false))
                .withNotation(new LabelNotation("", ""))
                .withThreads(options.threads());
        progress.onStart(data.size(), strings.weights(), settings.workers());
        Template template = trainable(strings, templateName);
        Model model;
        try (Watch watch = new Watch(strings.weights(), settings.workers())) {
            watch.begin(labels);
            model = new Trainer(template, settings)
                    .withListener(watch)
                    .withStop(watch::isCalm)
                    .train(data);
        }
        return content(model, strings, template);
    }

    /**
     * The template to train with. Transitions are shared, as that is faster, when there is exactly one line for them and
     * nothing that only CRF++ reads.
     */
    private Template trainable(FeatureStrings strings, String templateName) {
        List<String> constants =
                lines("B").stream().filter(CrfppContent::isConstant).toList();
        if (constants.size() > 1 || templateText.indexOf('\r') >= 0) {
            return exact;
        }
        boolean cut = !constants.isEmpty() && !strings.strings().contains(constants.get(0));
        List<String> kept = Arrays.stream(templateText.split("\n", -1))
                .filter(line -> !cut || !line.equals(constants.get(0)))
                .toList();
        try {
            return Template.parse(String.join("\n", kept), templateName);
        } catch (DataFormatException e) {
            return exact; // which has been parsed, so CRF++ is content with it
        }
    }

    private List<String> lines(String kind) {
        return Arrays.stream(templateText.split("\n", -1))
                .filter(line -> line.startsWith(kind))
                .toList();
    }

    private CrfppContent content(Model model, FeatureStrings strings, Template template) {
        int[] order = ContentWriting.sorted(strings.strings(), charset);
        int[] labels = ContentWriting.sorted(model.labels().names(), charset);
        double[] weights = new double[strings.weights()];
        for (int k = 0; k < strings.ids().length; k++) {
            fill(model, template, strings.strings().get(k), labels, weights, strings.ids()[k]);
        }
        List<String> lines = new ArrayList<>(lines("U"));
        lines.addAll(lines("B"));
        int available = data.get(0).tokens().get(0).columns().size();
        int needed = exact.columns().isEmpty() ? available : exact.columns().last() + 1;
        return new CrfppContent(
                CrfppContent.VERSION,
                1,
                Math.min(available, needed),
                Arrays.stream(labels).mapToObj(model.labels()::name).toList(),
                lines,
                Arrays.stream(order).mapToObj(strings.strings()::get).toArray(String[]::new),
                Arrays.stream(order).map(k -> strings.ids()[k]).toArray(),
                weights.length,
                index -> weights[index]);
    }

    /** Weights that are 0 are not in the model. */
    private static void fill(Model model, Template template, String string, int[] labels, double[] weights, int id) {
        ParameterLayout layout = model.layout();
        boolean unigram = string.startsWith("U");
        int attribute = unigram
                ? model.encoder().attributes().indexOf(string)
                : model.encoder().transitionAttributes().indexOf(string);
        boolean shared = !unigram && attribute < 0 && template.sharedTransitions() && CrfppContent.isConstant(string);
        for (int k = 0; k < CrfppContent.width(string, labels.length); k++) {
            int target = unigram ? labels[k] : labels[k / labels.length] * labels.length + labels[k % labels.length];
            FeatureLists lists = unigram ? layout.stateFeatures() : layout.transitionFeatures();
            int feature = shared ? layout.sharedFeatures()[target] : attribute < 0 ? -1 : lists.find(attribute, target);
            int begin = shared ? layout.sharedBegin() : unigram ? 0 : layout.transitionBegin();
            weights[id + k] = feature < 0 ? 0 : model.weights()[begin + feature];
        }
    }

    /** Reports every iteration, and knows when to stop. */
    private final class Watch implements TrainingListener, AutoCloseable {
        private final int features;
        private final TrainingErrors errors;
        private final long tokens = data.stream().mapToLong(Sequence::length).sum();
        private TrainingErrors.Count wrong = new TrainingErrors.Count(0, 0);
        private double objective;
        private int calm;

        Watch(int features, int threads) {
            this.features = features;
            this.errors = new TrainingErrors(data, threads);
        }

        /** With weights of 0 all labels are equally probable, and the first one is taken. */
        void begin(int labels) {
            String first = data.stream()
                    .flatMap(sequence -> labels(sequence).stream())
                    .min(String::compareTo)
                    .orElseThrow();
            long wrongTokens = 0;
            int wrongSequences = 0;
            for (Sequence sequence : data) {
                long count = labels(sequence).stream()
                        .filter(label -> !label.equals(first))
                        .count();
                wrongTokens += count;
                wrongSequences += count > 0 ? 1 : 0;
            }
            wrong = new TrainingErrors.Count(wrongTokens, wrongSequences);
            objective = tokens * Math.log(labels);
            report(0, 0, objective, 1);
        }

        @Override
        public void onIteration(TrainingProgress done, Supplier<Model> model) {
            wrong = errors.count(model.get());
            double change = Math.abs(objective - done.objective()) / objective;
            objective = done.objective();
            // What an epoch of dual ascent reports is not the objective at the point that it has reached.
            boolean exact = !Double.isNaN(done.gradientNorm());
            calm = exact && change < options.tolerance() ? calm + 1 : 0;
            report(done.iteration(), done.activeFeatures(), objective, change);
        }

        private void report(int iteration, int active, double value, double change) {
            progress.onIteration(
                    iteration,
                    (double) wrong.tokens() / tokens,
                    (double) wrong.sequences() / data.size(),
                    options.sparse() ? active : features,
                    value,
                    change);
        }

        boolean isCalm() {
            return calm >= CALM_ITERATIONS;
        }

        @Override
        public void close() {
            errors.close();
        }
    }
}
