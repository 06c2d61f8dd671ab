package org.espalier.cli.tree;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.data.DataFormatException;
import org.espalier.data.Labels;
import org.espalier.data.Location;
import org.espalier.data.Mark;
import org.espalier.data.Projective;
import org.espalier.data.Sequence;
import org.jspecify.annotations.Nullable;

/** What is to be known of dependency trees before a parser learns from them, and what is wrong with them. */
public final class TreeCheck extends TreeFindings {
    private final @Nullable Labels known;
    private final Map<String, Long> relations = new TreeMap<>();
    private long withTree;
    private long heads;
    private long crossingTrees;
    private long crossingArcs;
    private @Nullable Location firstCrossing;
    private long severalRoots;
    private @Nullable Location firstRoots;

    /**
     * A check.
     *
     * @param known the relations of a parser, which those of the data are compared with; null for no comparison
     */
    public TreeCheck(@Nullable Labels known) {
        this.known = known;
    }

    @Override
    void look(Sequence sequence, long[] lines) {
        List<Mark> marks = sequence.marks();
        if (marks == null) {
            warn("Sentences without a head", sequence.location() + ": no word has a head; nothing is learnt from it");
            return;
        }
        withTree++;
        heads += marks.size();
        if (marks.size() < sequence.length()) {
            warn(
                    "Words without a head",
                    sequence.location() + ": " + (sequence.length() - marks.size()) + " of " + sequence.length()
                            + " words have no head; a parser learns from the others");
        }
        for (Mark mark : marks) {
            relations.merge(mark.label(), 1L, Long::sum);
            if (known != null && known.indexOf(mark.label()) < 0) {
                warn(
                        "Relations that the model does not know",
                        at(sequence, lines, mark.to()) + ": '" + mark.label() + "' of the word '"
                                + word(sequence, mark.to()) + "'");
            }
        }
        countRoots(sequence, lines, marks);
        countCrossing(sequence, lines);
    }

    private static Location at(Sequence sequence, long[] lines, int word) {
        return new Location(sequence.location().source(), lines[word]);
    }

    private void countRoots(Sequence sequence, long[] lines, List<Mark> marks) {
        List<Mark> roots =
                marks.stream().filter(mark -> mark.from() == Mark.ROOT).toList();
        if (roots.size() > 1) {
            severalRoots++;
            Location place = at(sequence, lines, roots.get(1).to());
            firstRoots = firstRoots == null ? place : firstRoots;
            warn(
                    "Several roots",
                    place + ": " + roots.size() + " words have the head 0; use --roots any to learn from it");
        }
    }

    private void countCrossing(Sequence sequence, long[] lines) {
        try {
            List<Integer> crossing = Projective.crossing(sequence);
            if (!crossing.isEmpty()) {
                crossingTrees++;
                crossingArcs += crossing.size();
                Location place = at(sequence, lines, crossing.get(0));
                firstCrossing = firstCrossing == null ? place : firstCrossing;
                warn(
                        "Crossing arcs",
                        place + ": the arc to '" + word(sequence, crossing.get(0)) + "'"
                                + (crossing.size() == 1 ? " crosses" : " and " + (crossing.size() - 1) + " more cross")
                                + " others; use --trees all, or --crossing-arcs lift or skip");
            }
        } catch (DataFormatException e) {
            error(String.valueOf(e.getMessage()));
        }
    }

    /** Sizes, relations, roots and crossing arcs. */
    @Override
    public String figures() {
        StringBuilder out = new StringBuilder();
        line(out, "sentences  %,d%s", sentences(), withTree == sentences() ? "" : ", " + withTree + " with a tree");
        line(out, "words      %,d%s", words(), heads == words() ? "" : ", " + heads + " with a head");
        appendLongest(out);
        line(
                out,
                "roots      %s",
                severalRoots == 0
                        ? "one in every tree"
                        : "several in " + counted(severalRoots, "tree") + ", the first at " + firstRoots);
        line(
                out,
                "crossing   %s",
                crossingTrees == 0
                        ? "no arcs"
                        : String.format(
                                Locale.ROOT,
                                "%s in %s (%.1f%%), the first at %s",
                                counted(crossingArcs, "arc"),
                                counted(crossingTrees, "tree"),
                                100.0 * crossingTrees / withTree,
                                firstCrossing));
        line(out, "relations  %d", relations.size());
        appendCounts(out, relations);
        return out.toString();
    }
}
