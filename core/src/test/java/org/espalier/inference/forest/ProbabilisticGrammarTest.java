package org.espalier.inference.forest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.espalier.inference.Workspace;
import org.espalier.structure.forest.Chart;
import org.espalier.structure.forest.Grammar;
import org.espalier.structure.forest.Parse;
import org.junit.jupiter.api.Test;

/**
 * A probabilistic context-free grammar is the conditional random field with the logarithms of its probabilities: log Z is the logarithm of the
 * probability of the sentence, by the recurrence of Baker in plain numbers, and the best tree has the highest product.
 */
class ProbabilisticGrammarTest {
    private static final int PHRASES = 3; // symbols 0 … 2 are phrases, the others tags
    private static final int TAGS = 3;
    private static final int WORDS = 4;
    private static final int SYMBOLS = PHRASES + TAGS;

    private final List<int[]> rules = new ArrayList<>();
    private final double[] ofRules;
    private final double[][] ofWords = new double[TAGS][WORDS];
    private final Grammar grammar;

    ProbabilisticGrammarTest() {
        Random random = new Random(12);
        for (int a = 0; a < PHRASES; a++) {
            for (int b = 0; b < SYMBOLS; b++) {
                for (int c = 0; c < SYMBOLS; c++) {
                    if (a == 0 && b == PHRASES && c == PHRASES || random.nextInt(3) > 0) {
                        rules.add(new int[] {a, b, c});
                    }
                }
            }
        }
        ofRules = new double[rules.size()];
        double[] sums = new double[PHRASES];
        for (int r = 0; r < ofRules.length; r++) {
            ofRules[r] = random.nextDouble() + 0.01;
            sums[rules.get(r)[0]] += ofRules[r];
        }
        for (int r = 0; r < ofRules.length; r++) {
            ofRules[r] /= sums[rules.get(r)[0]];
        }
        for (double[] row : ofWords) {
            double sum = 0;
            for (int w = 0; w < WORDS; w++) {
                row[w] = random.nextDouble();
                sum += row[w];
            }
            for (int w = 0; w < WORDS; w++) {
                row[w] /= sum;
            }
        }
        BitSet tags = new BitSet();
        tags.set(PHRASES, SYMBOLS);
        grammar = Grammar.of(SYMBOLS, 0, tags, rules.toArray(int[][]::new), new int[0][]);
    }

    /** P(symbol ⇒ words begin … end − 1), and the probability of its likeliest tree. */
    private double[][][][] inside(int[] words) {
        int n = words.length;
        double[][][][] table = new double[2][n][n + 1][SYMBOLS];
        for (int width = 1; width <= n; width++) {
            for (int begin = 0; begin + width <= n; begin++) {
                int end = begin + width;
                for (int a = PHRASES; a < SYMBOLS && width == 1; a++) {
                    table[0][begin][end][a] = ofWords[a - PHRASES][words[begin]];
                    table[1][begin][end][a] = table[0][begin][end][a];
                }
                for (int split = begin + 1; split < end; split++) {
                    for (int r = 0; r < ofRules.length; r++) {
                        int[] rule = rules.get(r);
                        table[0][begin][end][rule[0]] +=
                                ofRules[r] * table[0][begin][split][rule[1]] * table[0][split][end][rule[2]];
                        table[1][begin][end][rule[0]] = Math.max(
                                table[1][begin][end][rule[0]],
                                ofRules[r] * table[1][begin][split][rule[1]] * table[1][split][end][rule[2]]);
                    }
                }
            }
        }
        return table;
    }

    private double probability(Parse parse, int[] words) {
        double product = 1;
        for (int k = 0; k < parse.size(); k++) {
            int begin = parse.chart().spanSet().begin(parse.span(k));
            if (parse.split(k) == 0) {
                product *= ofWords[parse.lower(k) - PHRASES][words[begin]];
            } else {
                int right = k + 2 * (parse.split(k) - begin);
                product *= ofRules[grammar.binaryRule(parse.lower(k), parse.upper(k + 1), parse.upper(right))];
            }
        }
        return product;
    }

    @Test
    void logarithmsOfProbabilitiesAreWeights() {
        Random random = new Random(3);
        ChartInference inference = new ChartInference();
        for (int round = 0; round < 40; round++) {
            int[] words = random.ints(2 + random.nextInt(7), 0, WORDS).toArray();
            Chart chart = Chart.of(grammar, words.length);
            Workspace workspace = new Workspace();
            workspace.reserve(chart);
            Arrays.fill(workspace.scores(), 0, chart.parts(), 0);
            for (int r = 0; r < ofRules.length; r++) {
                workspace.scores()[r] = Math.log(ofRules[r]);
            }
            for (int t = 0; t < words.length; t++) {
                for (int a = PHRASES; a < SYMBOLS; a++) {
                    workspace.scores()[chart.offset(Chart.WORDS, t) + a] = Math.log(ofWords[a - PHRASES][words[t]]);
                }
            }
            double[][][][] table = inside(words);
            double sentence = table[0][0][words.length][0];
            double likeliest = table[1][0][words.length][0];
            Parse best = inference.best(chart, workspace).output();
            assertThat(inference.logSum(chart, workspace)).isCloseTo(Math.log(sentence), within(1e-10));
            assertThat(inference.best(chart, workspace).score()).isCloseTo(Math.log(likeliest), within(1e-10));
            assertThat(probability(best, words)).isCloseTo(likeliest, within(1e-12 + 1e-10 * likeliest));
            assertThat(inference.nBest(chart, workspace, 1).get(0).output()).isEqualTo(best);
        }
    }
}
