package org.espalier.cli.tree;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.data.Mark;
import org.espalier.data.Sequence;
import org.espalier.evaluate.AttachmentScores;
import org.espalier.evaluate.BracketScores;
import org.espalier.evaluate.Convention;
import org.espalier.evaluate.PairedBootstrap;
import org.espalier.evaluate.TagScores;
import org.jspecify.annotations.Nullable;

/** Compares the trees of a parser with right ones, and with those of another parser. */
interface TreeJudge {

    /**
     * One more sentence.
     *
     * @param candidates trees of the parser, of which the best one is looked for; may be empty
     */
    void add(Sequence sentence, List<Mark> gold, List<Mark> marks, List<Mark> others, List<List<Mark>> candidates);

    /** The tags that a parser found for the sentence that was added last. */
    default void addTags(Sequence sentence, Sequence parsed) {}

    /** Whether there was nothing to compare with. */
    boolean isEmpty();

    /** Beside the other parser. */
    PairedBootstrap paired();

    /** As text. */
    String text();

    /** As JSON values. */
    Map<String, Object> toMap();

    /** Of dependency trees. */
    final class Attachments implements TreeJudge {
        private final PairedBootstrap paired = new PairedBootstrap(Convention.PLAIN);
        private AttachmentScores scores = AttachmentScores.NONE;

        @Override
        public void add(
                Sequence sentence, List<Mark> gold, List<Mark> marks, List<Mark> others, List<List<Mark>> candidates) {
            scores = scores.plus(sentence.length(), gold, marks);
            paired.addTrees(sentence.length(), gold, marks, others);
        }

        @Override
        public boolean isEmpty() {
            return scores.words() == 0;
        }

        @Override
        public PairedBootstrap paired() {
            return paired;
        }

        @Override
        public String text() {
            return scores.text();
        }

        @Override
        public Map<String, Object> toMap() {
            return scores.toMap();
        }
    }

    /** Of trees of constituents; with the scores of the best of n trees, which an oracle would choose. */
    final class Brackets implements TreeJudge {
        private final int oracle;
        private final PairedBootstrap paired = new PairedBootstrap(Convention.CONLLEVAL); // spans are compared
        private BracketScores scores = BracketScores.NONE;
        private BracketScores best = BracketScores.NONE;
        private @Nullable TagScores tags;

        Brackets(int oracle) {
            this.oracle = oracle;
        }

        @Override
        public void add(
                Sequence sentence, List<Mark> gold, List<Mark> marks, List<Mark> others, List<List<Mark>> candidates) {
            scores = scores.plus(sentence, gold, marks);
            paired.addBrackets(sentence, gold, marks, others);
            List<Mark> chosen = marks;
            double highest = Double.NEGATIVE_INFINITY;
            for (List<Mark> candidate : candidates) {
                double f1 = BracketScores.NONE.plus(sentence, gold, candidate).f1();
                if (f1 > highest) {
                    highest = f1;
                    chosen = candidate;
                }
            }
            best = best.plus(sentence, gold, chosen);
        }

        @Override
        public void addTags(Sequence sentence, Sequence parsed) {
            tags = (tags == null ? TagScores.NONE : tags).plus(sentence, parsed);
        }

        @Override
        public boolean isEmpty() {
            return scores.sentences() == 0;
        }

        @Override
        public PairedBootstrap paired() {
            return paired;
        }

        @Override
        public String text() {
            return scores.text()
                    + (tags == null ? "" : tags.text())
                    + (oracle == 0
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "oracle     %6.2f %%  F1 if the best of the %d most probable trees were chosen\n",
                                    100 * best.f1(),
                                    oracle));
        }

        @Override
        public Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>(scores.toMap());
            if (tags != null) {
                map.put("tags", tags.toMap());
            }
            if (oracle > 0) {
                map.put("oracle", best.toMap());
            }
            return map;
        }
    }
}
