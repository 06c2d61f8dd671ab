package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.feature.graph.GraphFeatures;
import org.espalier.graph.LabelTree;
import org.espalier.inference.chain.Decoder;
import org.espalier.labelling.factor.GraphModelSpec;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Multi-label classification: instances with several labels each, independent of each other and joined by a tree. */
public final class LabelSets {
    private LabelSets() {}

    /** An instance of a multi-label file in the format of LIBSVM: {@code label,label index:value …}. */
    private record Instance(List<Attribute> attributes, Set<String> labels) {

        static Instance parse(String line) {
            String[] fields = line.strip().split("\\s+");
            boolean labelled = !fields[0].contains(":");
            Set<String> labels = labelled ? new TreeSet<>(List.of(fields[0].split(","))) : Set.of();
            List<Attribute> attributes = new ArrayList<>();
            for (int k = labelled ? 1 : 0; k < fields.length; k++) {
                String[] pair = fields[k].split(":");
                attributes.add(new Attribute(pair[0], Double.parseDouble(pair[1])));
            }
            return new Instance(attributes, labels);
        }
    }

    private static List<Instance> read(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .map(Instance::parse)
                .toList();
    }

    /** Expects a training file, a test file and, if wanted, the strength of the penalty. */
    public static void main(String[] args) throws IOException {
        List<Instance> train = read(Path.of(args[0]));
        List<Instance> test = read(Path.of(args[1]));
        double l2 = args.length > 2 ? Double.parseDouble(args[2]) : 1;
        Set<String> names = new TreeSet<>();
        train.forEach(instance -> names.addAll(instance.labels));
        List<String> labels = List.copyOf(names);
        LabelTree tree =
                LabelTree.chowLiu(labels, train.stream().map(Instance::labels).toList());
        for (int[] edge : tree.edges()) {
            System.out.print(labels.get(edge[0]) + "~" + labels.get(edge[1]) + " ");
        }
        System.out.println();
        measure("independent", LabelTree.independent(labels), false, train, test, l2);
        measure("tree", tree, false, train, test, l2);
        measure("tree with attributes", tree, true, train, test, l2);
    }

    private static void measure(
            String name, LabelTree tree, boolean joined, List<Instance> train, List<Instance> test, double l2) {
        List<Sequence> graphs = train.stream()
                .map(instance -> tree.graph(instance.attributes, instance.labels, joined))
                .toList();
        TrainingOptions options =
                TrainingOptions.DEFAULTS.withStructure(GraphModelSpec.exact()).withL2(l2);
        Model model = new Trainer(new GraphFeatures(), options).train(graphs);
        report(name + ", best set", model.tagger(), tree, joined, test);
        report(name + ", label by label", model.tagger().withDecoder(Decoder.POSTERIOR), tree, joined, test);
    }

    private static void report(String name, Tagger tagger, LabelTree tree, boolean joined, List<Instance> test) {
        int wrong = 0;
        int right = 0;
        int whole = 0;
        int found = 0;
        int gold = 0;
        for (Instance instance : test) {
            List<String> values =
                    tagger.tag(tree.graph(instance.attributes, null, joined)).labels();
            boolean isWhole = true;
            for (int k = 0; k < values.size(); k++) {
                boolean has = instance.labels.contains(tree.labels().get(k));
                boolean says = values.get(k).equals(LabelTree.YES);
                isWhole &= has == says;
                wrong += has == says ? 0 : 1;
                right += has && says ? 1 : 0;
                found += says ? 1 : 0;
                gold += has ? 1 : 0;
            }
            whole += isWhole ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "%-36s Hamming loss %.4f, whole sets %.4f, F1 %.4f%n",
                name,
                (double) wrong / test.size() / tree.labels().size(),
                (double) whole / test.size(),
                2.0 * right / Math.max(1, found + gold));
    }
}
