package org.espalier.examples;

import java.util.List;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.text.FeatureSet;
import org.espalier.model.Model;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/** Learns from sequences of which only some tokens are labelled: {@code ?} allows every label. */
public final class PartialLabels {
    private PartialLabels() {}

    public static void main(String[] args) {
        List<Sequence> data = List.of(
                labelled("Anna lives in Lyon", "NAME ? ? PLACE"),
                labelled("Omar lives in Oslo", "? O O PLACE"),
                labelled("Anna is tall", "NAME O ?"),
                labelled("Omar went to Lyon", "NAME O O ?"));
        Trainer trainer = new Trainer(FeatureSet.parse("words(-1..1),capitals"), TrainingOptions.DEFAULTS.withL2(0.1));
        Model model = trainer.train(data);
        System.out.println(
                model.tagger().tag(Sequence.ofWords("Anna", "is", "in", "Oslo")).labels());
    }

    private static Sequence labelled(String words, String labels) {
        List<Token> tokens =
                List.of(words.split(" ")).stream().map(Token::ofColumns).toList();
        return Sequence.of(tokens, List.of(labels.split(" ")));
    }
}
