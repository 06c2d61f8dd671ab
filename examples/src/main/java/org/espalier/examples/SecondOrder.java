package org.espalier.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.espalier.data.DataOptions;
import org.espalier.data.LabelNotation;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.Evaluation;
import org.espalier.feature.template.Template;
import org.espalier.labelling.chain.HigherOrder;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Chains of order 1 and 2 on the same features: the example of docs/higher-order.md. */
public final class SecondOrder {
    private SecondOrder() {}

    /** Expects a template, training and test data like those of {@code samples/ingredients}. */
    public static void main(String[] args) throws IOException {
        Template template = Template.read(Path.of(args[0]));
        List<Sequence> train = Sequences.read(DataOptions.COLUMNS, Path.of(args[1]));
        List<Sequence> test = Sequences.read(DataOptions.COLUMNS, Path.of(args[2]));
        for (int order = 1; order <= 2; order++) {
            TrainingOptions options = TrainingOptions.DEFAULTS.withStructure(new HigherOrder(order));
            Model model = new Trainer(template, options).train(train);
            System.out.printf(Locale.ROOT, "order %d: span F1 %.4f%n", order, spanF1(model, test));
            if (order == 2) {
                System.out.println("p(B-QTY I-NOTE) = " + neverSeen(model));
            }
        }
    }

    private static double spanF1(Model model, List<Sequence> test) {
        Evaluation evaluation = new Evaluation(Convention.CONLLEVAL, LabelNotation.DEFAULT);
        Tagger tagger = model.tagger();
        for (Sequence sequence : test) {
            evaluation.add(
                    Objects.requireNonNull(sequence.labels()),
                    tagger.tag(sequence).labels());
        }
        return evaluation.scores().spans().f1();
    }

    /** The history B-QTY I-NOTE does not occur in the training data, so labels that have it have no probability. */
    private static double neverSeen(Model model) {
        Sequence line = Sequence.ofWords("2", "optional");
        return Math.exp(model.tagger().tag(line).logProbability(List.of("B-QTY", "I-NOTE")));
    }
}
