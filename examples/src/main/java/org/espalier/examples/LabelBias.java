package org.espalier.examples;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.data.DataOptions;
import org.espalier.data.Sequence;
import org.espalier.data.Sequences;
import org.espalier.data.Token;
import org.espalier.feature.AttributeExtractor;
import org.espalier.feature.template.Template;
import org.espalier.feature.text.FeatureSet;
import org.espalier.generative.HmmOptions;
import org.espalier.generative.HmmTrainer;
import org.espalier.inference.chain.Decoder;
import org.espalier.loss.LossFunction;
import org.espalier.model.Model;
import org.espalier.model.Tagger;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;

/**
 * Label bias: what a Markov model of maximum entropy (MEMM) cannot take back and a conditional random field (CRF) can.
 *
 * <p>A MEMM normalises at every step. Once it is in a state whose next state is certain, no observation can say that it should
 * not have gone there. A CRF normalises over whole labellings.
 */
public final class LabelBias {
    private LabelBias() {}

    /** Without arguments the bundled sample is tagged; with two, a training and a test file of word and label. */
    public static void main(String[] args) {
        willToFight();
        ribAndRob();
        Path sample = Path.of("..", "samples", "pos");
        sideBySide(
                read(args.length > 0 ? Path.of(args[0]) : sample.resolve("train.txt")),
                read(args.length > 1 ? Path.of(args[1]) : sample.resolve("test.txt")));
    }

    private static List<Sequence> read(Path file) {
        return Sequences.read(DataOptions.COLUMNS, file);
    }

    // ---- will to fight ----

    /**
     * "will" is mostly a modal, "to" is always TO, and a modal is never followed by TO. That last fact could tell that "will" is a
     * noun here; but p(TO | anything, to) is 1 in a MEMM, so it says nothing about what stands before.
     */
    static void willToFight() {
        List<Sequence> data = List.of(
                labelled("will you fight", "MD PRP VB").withWeight(2),
                labelled("will he eat", "MD PRP VB").withWeight(2),
                labelled("can dogs fight", "MD NN VB").withWeight(2),
                labelled("he can eat", "PRP MD VB").withWeight(2),
                labelled("you can never eat", "PRP MD RB VB").withWeight(2),
                labelled("plans to eat", "NN TO VB").withWeight(4),
                labelled("ways to fight", "NN TO VB").withWeight(4),
                labelled("he wants to fight", "PRP VB TO VB").withWeight(2),
                labelled("he wants you to eat", "PRP VB PRP TO VB").withWeight(2),
                labelled("try never to fight", "VB RB TO VB").withWeight(2),
                labelled("the will to eat", "DT NN TO VB"),
                labelled("the will to fight", "DT NN TO VB"));
        AttributeExtractor words = Template.parse("U00:%x[0,0]\nB", "words and pairs of labels");
        Sequence asked = Sequence.ofWords("will", "to", "fight");
        Model memm = memm(words, data, 0.01);
        Model crf = crf(words, data, 0.01);
        System.out.println("will to fight");
        System.out.printf(
                Locale.ROOT,
                "    MEMM: p(MD | start, will) = %.3f, p(TO | MD, to) = %.3f, p(TO | NN, to) = %.3f%n",
                step(memm, asked, List.of("MD")),
                step(memm, asked, List.of("MD", "TO")),
                step(memm, asked, List.of("NN", "TO")));
        System.out.println("    MEMM: " + best(memm, asked));
        System.out.println("    CRF:  " + best(crf, asked));
    }

    /** p(last label | label before, tokens) of a MEMM: how much less probable a labelling gets by its last label. */
    private static double step(Model memm, Sequence sequence, List<String> labels) {
        double whole = prefixProbability(memm, sequence, labels);
        return labels.size() == 1
                ? whole
                : whole / prefixProbability(memm, sequence, labels.subList(0, labels.size() - 1));
    }

    /** What comes after the prefix adds up to 1 in a MEMM, so it can be left out. */
    private static double prefixProbability(Model memm, Sequence sequence, List<String> labels) {
        Sequence prefix = Sequence.of(sequence.tokens().subList(0, labels.size()), null);
        return Math.exp(memm.tagger().tag(prefix).logProbability(labels));
    }

    private static String best(Model model, Sequence sequence) {
        var tagging = model.tagger().tag(sequence);
        return String.format(Locale.ROOT, "%s with probability %.3f", tagging.labels(), tagging.probability());
    }

    // ---- rib and rob ----

    /**
     * The experiment of Lafferty, McCallum &amp; Pereira (2001): the words <i>rib</i> (states 1 2 3) and <i>rob</i> (states 4 5 3),
     * each letter replaced by another with probability 3/32. The first letter does not tell the words apart, the second does; but
     * from state 1 the way leads to 2 only, and from 4 to 5 only.
     */
    static void ribAndRob() {
        SplittableRandom random = new SplittableRandom(2001);
        List<Sequence> train = words(random, 2000);
        List<Sequence> test = words(random, 500);
        // Letter and pair of states together: the distribution of the next state belongs to the state before.
        AttributeExtractor pairs = Template.parse("U00:%x[0,0]\nB00:%x[0,0]", "letters and steps");
        Model memm = memm(pairs, train, 0.01);
        Model crf = crf(pairs, train, 0.01);
        Sequence rib = Sequence.ofWords("r", "i", "b");
        Sequence rob = Sequence.ofWords("r", "o", "b");
        System.out.println("rib and rob");
        System.out.printf(
                Locale.ROOT,
                "    MEMM: p(2 | 1, i) = %.3f, p(2 | 1, o) = %.3f%n",
                step(memm, rib, List.of("1", "2")),
                step(memm, rob, List.of("1", "2")));
        System.out.printf(
                Locale.ROOT,
                "    MEMM: rib %s, rob %s%n",
                memm.tagger().tag(rib).labels(),
                memm.tagger().tag(rob).labels());
        System.out.printf(
                Locale.ROOT,
                "    CRF:  rib %s, rob %s%n",
                crf.tagger().tag(rib).labels(),
                crf.tagger().tag(rob).labels());
        System.out.printf(
                Locale.ROOT,
                "    wrong states: MEMM %.1f %%, CRF %.1f %%%n",
                100 - 100 * accuracy(memm.tagger(), test),
                100 - 100 * accuracy(crf.tagger(), test));
    }

    private static List<Sequence> words(SplittableRandom random, int count) {
        List<Sequence> words = new ArrayList<>();
        String letters = "ribo";
        for (int n = 0; n < count; n++) {
            boolean rib = random.nextBoolean();
            StringBuilder text = new StringBuilder();
            for (char letter : (rib ? "rib" : "rob").toCharArray()) {
                char noisy = letter;
                if (random.nextInt(32) < 3) {
                    noisy = letters.charAt((letters.indexOf(letter) + 1 + random.nextInt(3)) % 4);
                }
                text.append(text.isEmpty() ? "" : " ").append(noisy);
            }
            words.add(labelled(text.toString(), rib ? "1 2 3" : "4 5 3"));
        }
        return words;
    }

    // ---- parts of speech ----

    /** The share of words with the right part of speech, of three models and four decoders. */
    static void sideBySide(List<Sequence> train, List<Sequence> test) {
        AttributeExtractor features = FeatureSet.parse("words(-1..1),suffixes(1..3),capitals");
        Map<String, Model> models = new java.util.LinkedHashMap<>();
        models.put("HMM", new HmmTrainer(HmmOptions.DEFAULTS).train(train));
        models.put("MEMM", memm(features, train, 1));
        models.put("CRF", crf(features, train, 1));
        System.out.printf(Locale.ROOT, "parts of speech, %d sentences, tested on %d%n", train.size(), test.size());
        System.out.println("            viterbi  posterior     beam 3     greedy");
        models.forEach((name, model) -> {
            System.out.printf("    %-5s", name);
            for (Decoder decoder : List.of(Decoder.VITERBI, Decoder.POSTERIOR, Decoder.beam(3), Decoder.GREEDY)) {
                System.out.printf(
                        Locale.ROOT, "%9.2f %%", 100 * accuracy(model.tagger().withDecoder(decoder), test));
            }
            System.out.println();
        });
    }

    // ---- what all three need ----

    private static Model memm(AttributeExtractor extractor, List<Sequence> data, double l2) {
        return new Trainer(
                        extractor,
                        TrainingOptions.DEFAULTS.withLoss(LossFunction.LOCAL).withL2(l2))
                .train(data);
    }

    private static Model crf(AttributeExtractor extractor, List<Sequence> data, double l2) {
        return new Trainer(extractor, TrainingOptions.DEFAULTS.withL2(l2)).train(data);
    }

    private static double accuracy(Tagger tagger, List<Sequence> test) {
        long right = 0;
        long all = 0;
        for (Sequence sequence : test) {
            List<String> gold = sequence.labels();
            List<String> found = tagger.tag(sequence).labels();
            for (int t = 0; gold != null && t < gold.size(); t++) {
                right += found.get(t).equals(gold.get(t)) ? 1 : 0;
                all++;
            }
        }
        return right / (double) all;
    }

    private static Sequence labelled(String words, String labels) {
        List<Token> tokens =
                Arrays.stream(words.split(" ")).map(Token::ofColumns).toList();
        return Sequence.of(tokens, List.of(labels.split(" ")));
    }
}
