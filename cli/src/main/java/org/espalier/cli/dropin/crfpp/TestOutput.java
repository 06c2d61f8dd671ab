package org.espalier.cli.dropin.crfpp;

import java.util.List;
import org.espalier.data.Labels;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.interop.FixedPoint;
import org.espalier.interop.crfpp.CrfppTagger;

/** What {@code crf_test} prints of a sequence. */
final class TestOutput {
    private static final int DECIMALS = 6;

    private final CrfppTagger tagger;
    private final Labels labels;
    private final int nBest;
    private final int level;

    TestOutput(CrfppTagger tagger, int nBest, int level) {
        this.tagger = tagger;
        this.labels = tagger.labels();
        this.nBest = nBest;
        this.level = level;
    }

    /** Tags the sequence; the text ends with an empty line. */
    String of(Sequence sequence) {
        CrfppTagger.Answer answer = tagger.tag(sequence, nBest, level >= 1);
        StringBuilder text = new StringBuilder();
        List<CrfppTagger.ProbablePath> paths = answer.paths();
        for (int rank = 0; rank < paths.size(); rank++) {
            if (nBest > 0 || level >= 1) {
                text.append("# ");
                if (nBest > 0) {
                    text.append(rank).append(' ');
                }
                FixedPoint.append(paths.get(rank).probability(), DECIMALS, text);
                text.append('\n');
            }
            appendTokens(sequence, paths.get(rank).labels(), answer.marginals(), text);
        }
        return text.toString();
    }

    private void appendTokens(Sequence sequence, int[] path, double[][] marginals, StringBuilder text) {
        List<Token> tokens = sequence.tokens();
        for (int t = 0; t < path.length; t++) {
            for (String column : tokens.get(t).columns()) {
                text.append(column).append('\t');
            }
            text.append(labels.name(path[t]));
            if (level >= 1) {
                FixedPoint.append(marginals[t][path[t]], DECIMALS, text.append('/'));
            }
            for (int s = 0; level >= 2 && s < labels.size(); s++) {
                text.append('\t').append(labels.name(s)).append('/');
                FixedPoint.append(marginals[t][s], DECIMALS, text);
            }
            text.append('\n');
        }
        text.append('\n');
    }
}
