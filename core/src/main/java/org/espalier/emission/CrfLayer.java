package org.espalier.emission;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.data.Labels;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.GivenAttributes;
import org.espalier.feature.Vocabulary;
import org.espalier.feature.encoding.Encoder;
import org.espalier.labelling.LabelStructure;
import org.espalier.labelling.chain.ChainLabels;
import org.espalier.model.FileForm;
import org.espalier.model.Model;
import org.espalier.scoring.FeatureLists;
import org.espalier.scoring.Normalisation;
import org.espalier.scoring.ParameterLayout;
import org.espalier.structure.chain.StepConstraint;

/**
 * The layer of a conditional random field that stands on a network: what labels score beside each other, as pytorch-crf has it.
 *
 * <pre>
 *   score(y | e) = start[y_1] + Σ_t e[t][y_t] + Σ_{t ≥ 2} transitions[y_{t−1}][y_t] + end[y_T]          p(y | e) = exp(score(y | e)) / Z(e)
 * </pre>
 *
 * −∞ forbids a label at the border, or a step. Immutable.
 */
public final class CrfLayer {
    /** What the attribute of a label's emission is called, before the label. */
    public static final String EMISSION = "emission=";

    private final Labels labels;
    private final double[] start; // [L]
    private final double[][] transitions; // [L][L], from and to
    private final double[] end; // [L]

    private CrfLayer(Labels labels, double[] start, double[][] transitions, double[] end) {
        this.labels = labels;
        this.start = start;
        this.transitions = transitions;
        this.end = end;
    }

    /**
     * A layer.
     *
     * @param start what a first label scores // [L]
     * @param transitions what a label scores (second index) after another one (first index) // [L][L]
     * @param end what a last label scores // [L]
     * @throws IllegalArgumentException when the sizes are not that of the labels, or a number is NaN or +∞
     */
    public static CrfLayer of(Labels labels, double[] start, double[][] transitions, double[] end) {
        if (labels.size() == 0) {
            throw new IllegalArgumentException("a layer without labels");
        }
        requireSize("start scores", start.length, labels);
        requireSize("rows of transition scores", transitions.length, labels);
        requireSize("end scores", end.length, labels);
        requireScores("start", start);
        requireScores("end", end);
        double[][] copy = new double[transitions.length][];
        for (int from = 0; from < copy.length; from++) {
            requireSize("transition scores from '" + labels.name(from) + "'", transitions[from].length, labels);
            requireScores("transitions[" + from + "]", transitions[from]);
            copy[from] = transitions[from].clone();
        }
        return new CrfLayer(labels, start.clone(), copy, end.clone());
    }

    /** A layer that does not care how sequences begin and end. */
    public static CrfLayer of(Labels labels, double[][] transitions) {
        return of(labels, new double[labels.size()], transitions, new double[labels.size()]);
    }

    private static void requireSize(String what, int found, Labels labels) {
        if (found != labels.size()) {
            throw new IllegalArgumentException(
                    found + " " + what + " for " + labels.size() + " labels; are they the labels of this layer?");
        }
    }

    private static void requireScores(String what, double[] scores) {
        for (int k = 0; k < scores.length; k++) {
            if (Double.isNaN(scores[k]) || scores[k] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(what + "[" + k + "] is " + scores[k]
                        + "; expected a finite number, or −∞ for what is forbidden");
            }
        }
    }

    /**
     * Reads a layer from a file: {@code .safetensors}, {@code .npz}, {@code .npy} (transitions only) or {@code .json}.
     *
     * @param labels in the order of the network's outputs
     * @throws org.espalier.data.DataFormatException when the file is none, or has no layer of so many labels
     */
    public static CrfLayer read(Path file, Labels labels) {
        return CrfLayerFile.USUAL.read(file, labels);
    }

    /** The labels, in the order of the network's outputs. */
    public Labels labels() {
        return labels;
    }

    /** The score of a first label. */
    public double start(int label) {
        return start[label];
    }

    /** The score of a label after another one. */
    public double transition(int from, int to) {
        return transitions[from][to];
    }

    /** The score of a last label. */
    public double end(int label) {
        return end[label];
    }

    /** The layer with rows and columns exchanged, where a file has the label that follows first. */
    public CrfLayer transposed() {
        double[][] other = new double[transitions.length][transitions.length];
        for (int from = 0; from < other.length; from++) {
            for (int to = 0; to < other.length; to++) {
                other[to][from] = transitions[from][to];
            }
        }
        return new CrfLayer(labels, start, other, end);
    }

    /**
     * The layer without two of its labels that stand for begin and end, as many implementations have them: what they score beside others
     * becomes start and end scores. Emissions must not have them any more.
     *
     * @param begin the label before the first token
     * @param stop the label after the last token
     */
    public CrfLayer withoutBorderLabels(String begin, String stop) {
        int first = requireLabel(begin);
        int last = requireLabel(stop);
        int[] kept = IntStream.range(0, labels.size())
                .filter(label -> label != first && label != last)
                .toArray();
        List<String> names = IntStream.of(kept).mapToObj(labels::name).toList();
        double[] starts = IntStream.of(kept)
                .mapToDouble(to -> start[to] + transitions[first][to])
                .toArray();
        double[] ends = IntStream.of(kept)
                .mapToDouble(from -> end[from] + transitions[from][last])
                .toArray();
        double[][] inner = IntStream.of(kept)
                .mapToObj(from -> IntStream.of(kept)
                        .mapToDouble(to -> transitions[from][to])
                        .toArray())
                .toArray(double[][]::new);
        return of(Labels.of(names), starts, inner, ends);
    }

    private int requireLabel(String name) {
        int label = labels.indexOf(name);
        if (label < 0) {
            throw new IllegalArgumentException("no label '" + name + "' among " + labels.names());
        }
        return label;
    }

    /**
     * The layer as a model: the emission of a label is the attribute {@value #EMISSION}label, whose weight for that label is 1. It can be saved,
     * and tags items with these attributes.
     *
     * @throws IllegalArgumentException when something is forbidden by −∞: a model file knows no steps that are forbidden one by one
     */
    public Model toModel() {
        if (!forbidden().isOpen()) {
            throw new IllegalArgumentException(
                    "the layer has scores of −∞, which the weights of a model cannot be; write a low score such as"
                            + " -10000 instead");
        }
        return toModel(ChainLabels.plain(labels.size()));
    }

    /**
     * The layer on a network that runs inside the model.
     *
     * @param network reports at every token an attribute {@value #EMISSION}label for each label
     * @throws IllegalArgumentException when something is forbidden by −∞
     */
    public Model toModel(AttributeExtractor network) {
        Model model = toModel();
        Encoder old = model.encoder();
        return new Model(
                labels,
                new Encoder(network, true, old.attributes(), old.transitionAttributes()),
                model.layout(),
                model.weights(),
                0,
                Map.of());
    }

    /** The layer as a model, in which some labels may not follow others; what −∞ forbids is to be among them. */
    Model toModel(LabelStructure<?> structure) {
        int size = labels.size();
        Vocabulary.Builder attributes = new Vocabulary.Builder();
        labels.names().forEach(name -> attributes.add(EMISSION + name));
        attributes.add(Encoder.BEGIN);
        attributes.add(Encoder.END);
        Encoder encoder =
                new Encoder(new GivenAttributes(), true, attributes.build(), new Vocabulary.Builder().build());
        return new Model(
                labels, encoder, layout(size), weights(), 0, Map.of(), FileForm.PLAIN, Normalisation.GLOBAL, structure);
    }

    /** The emissions have a weight for their own label, begin and end have one for every label, and so have all pairs. */
    private static ParameterLayout layout(int size) {
        int[] every = IntStream.range(0, size).toArray();
        int[] offsets = IntStream.rangeClosed(0, size + 2)
                .map(a -> a <= size ? a : size + (a - size) * size)
                .toArray();
        int[] targets = IntStream.range(0, 3 * size).map(k -> every[k % size]).toArray();
        return new ParameterLayout(
                size,
                new FeatureLists(size, offsets, targets),
                IntStream.range(0, size * size).toArray(),
                new FeatureLists(size * size, new int[1], new int[0]));
    }

    private double[] weights() {
        double[] ones = new double[labels.size()];
        Arrays.fill(ones, 1);
        return Stream.concat(Stream.of(ones, start, end), Stream.of(transitions))
                .flatMapToDouble(Arrays::stream)
                .map(weight -> weight == Double.NEGATIVE_INFINITY ? 0 : weight)
                .toArray();
    }

    /** What −∞ forbids. */
    StepConstraint forbidden() {
        return StepConstraint.of(
                labels.size(),
                label -> start[label] > Double.NEGATIVE_INFINITY,
                (from, to) -> transitions[from][to] > Double.NEGATIVE_INFINITY,
                label -> end[label] > Double.NEGATIVE_INFINITY);
    }

    @Override
    public String toString() {
        return "layer of " + labels.size() + " labels";
    }
}
