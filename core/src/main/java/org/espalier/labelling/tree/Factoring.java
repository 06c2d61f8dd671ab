package org.espalier.labelling.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.espalier.labelling.Marks;
import org.jspecify.annotations.Nullable;

/**
 * How trees of constituents become binary, and what their symbols remember (Klein &amp; Manning 2003).
 *
 * <pre>
 *   A → B C D      to the right: A → B @A, @A → C D       to the left: A → @A D, @A → B C
 * </pre>
 *
 * A chain of constituents over the same words is one symbol, {@code S+VP}. Nothing is lost: every binary tree of the symbols is one tree of
 * constituents.
 *
 * <p>With tags, the lowest mark over every word is its tag, and the lower symbol of the word; what stands above is its upper symbol. Where there can be no two
 * symbols, as over a sentence of one word, both are one symbol, {@code NP/NN}. Several constituents at the top are children of a rest, whose last child has the
 * rest for its upper symbol.
 *
 * @param isRight whether the rest of a constituent is on the right of what is split off
 * @param horizontal how many children that were split off before a rest remembers
 * @param vertical how many labels of the tree upwards a symbol has: 1 for its own only, 2 with that of its parent
 * @param hasTags whether the lowest mark over every word is its tag; if not, all words have the same symbol
 */
record Factoring(boolean isRight, int horizontal, int vertical, boolean hasTags) {
    /** The symbol of a word under any constituent. */
    static final String WORD = "w";

    /** The symbol above all, whose one child is that of the sentence. */
    static final String START = "top";

    /** What is left of several constituents at the top, where words have tags. */
    static final String REST = "@";

    private static final String PHRASE = "p";
    private static final String TAG = "t";

    Factoring {
        if (horizontal < 0 || vertical < 1) {
            throw new IllegalArgumentException("symbols remember " + horizontal + " children and " + vertical
                    + " labels upwards; expected at least 0 and at least 1");
        }
    }

    /** Without tags. */
    Factoring(boolean isRight, int horizontal, int vertical) {
        this(isRight, horizontal, vertical, false);
    }

    /**
     * A binary tree: its nodes from the top, each before those below it, left before right.
     *
     * @param symbols the upper symbol of every node // [2n − 1]
     * @param lowers the lower symbol of every node, which is another one only where there are tags // [2n − 1]
     * @param splits the first word of its right child; 0 for words // [2n − 1]
     */
    @SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
    record BinaryTree(List<String> symbols, List<String> lowers, int[] splits) {}

    /** The labels of a symbol from the top, a tag last; none for words without tags, rests and {@link #START}. */
    static int[] labels(String symbol) {
        int end = symbol.indexOf('^') < 0 ? symbol.length() : symbol.indexOf('^');
        if (symbol.equals(START) || !symbol.startsWith(PHRASE) && !symbol.startsWith(TAG) || end == 1) {
            return new int[0];
        }
        String[] numbers = symbol.substring(1, end).split("[+t]", -1);
        int[] labels = new int[numbers.length];
        for (int k = 0; k < labels.length; k++) {
            labels[k] = Integer.parseInt(numbers[k]);
        }
        return labels;
    }

    /** Whether a symbol is a tag, or constituents together with a tag. */
    static boolean isTagged(String symbol) {
        return !symbol.equals(START) && symbol.contains(TAG);
    }

    /** The tag of such a symbol, as one without constituents. */
    static String tag(String symbol) {
        return symbol.substring(symbol.lastIndexOf(TAG));
    }

    /** Whether a symbol is what is left of a constituent. */
    static boolean isRest(String symbol) {
        return symbol.startsWith(REST);
    }

    /** A constituent with its chain, while a tree is made binary. */
    private static final class Node {
        final int begin;
        final int end;
        final List<Integer> chain = new ArrayList<>(); // labels from the top
        final List<Integer> above; // labels above the chain, the lowest last
        final List<Node> children = new ArrayList<>(); // words have no chain and no children

        Node(int begin, int end, List<Integer> above) {
            this.begin = begin;
            this.end = end;
            this.above = above;
        }

        boolean isWord() {
            return chain.isEmpty() && children.isEmpty();
        }
    }

    /**
     * The binary tree of a sentence with these constituents.
     *
     * @throws IllegalArgumentException when they are no tree; the message says why
     */
    BinaryTree binary(int words, Marks marks) {
        Node top = new Node(0, words, List.of());
        List<Node> open = new ArrayList<>(List.of(top));
        int covered = 0; // words before this one are children
        for (int k = 0; k < marks.size(); k++) {
            int begin = marks.from(k);
            int end = marks.to(k);
            if (begin < 0 || end <= begin || end > words) {
                throw new IllegalArgumentException("a constituent from word " + begin + " to " + (end - 1)
                        + " in a sentence of " + words + " words; expected one word or more");
            }
            Node above = open.get(open.size() - 1);
            while (above.end <= begin) {
                covered = closed(above, covered);
                open.remove(open.size() - 1);
                above = open.get(open.size() - 1);
            }
            if (begin < covered || end > above.end) {
                throw new IllegalArgumentException(
                        "the constituent from word " + begin + " to " + (end - 1)
                                + " crosses another, or comes too late; expected constituents from the top, by their first words");
            }
            if (above.begin == begin && above.end == end && above != top && above.children.isEmpty()) {
                above.chain.add(marks.label(k));
                continue;
            }
            covered = wordsUpTo(begin, above, covered);
            Node node = new Node(begin, end, upwards(above));
            node.chain.add(marks.label(k));
            above.children.add(node);
            open.add(node);
        }
        while (!open.isEmpty()) {
            covered = closed(open.remove(open.size() - 1), covered);
        }
        return binary(top, words);
    }

    private int closed(Node node, int covered) {
        return wordsUpTo(node.end, node, covered);
    }

    private static int wordsUpTo(int end, Node above, int covered) {
        for (int t = covered; t < end; t++) {
            above.children.add(new Node(t, t + 1, List.of()));
        }
        return Math.max(covered, end);
    }

    /** The last labels from a node's chain upwards that those below it remember. */
    private List<Integer> upwards(Node node) {
        return last(node.above, node.chain, vertical - 1);
    }

    private static List<Integer> last(List<Integer> upper, List<Integer> lower, int count) {
        List<Integer> all = new ArrayList<>(upper);
        all.addAll(lower);
        return List.copyOf(all.subList(Math.max(0, all.size() - count), all.size()));
    }

    /** Some neighbouring children of a node: all of them, or a rest; with the upper symbol that it must have, or null for its own. */
    private record Part(
            Node node, int first, int last, @Nullable String upper) {}

    private BinaryTree binary(Node top, int words) {
        List<String> uppers = new ArrayList<>(2 * words);
        List<String> lowers = hasTags ? new ArrayList<>(2 * words) : uppers;
        int[] splits = new int[Math.max(0, 2 * words - 1)];
        List<Part> open = new ArrayList<>();
        Node first = top.children.size() == 1 ? top.children.get(0) : top;
        open.add(whole(first, hasTags && words == 1 ? START : null));
        while (!open.isEmpty() && words > 0) {
            Part part = open.remove(open.size() - 1);
            Node node = part.node;
            boolean isWord = part.first >= part.last; // or constituents over a word
            boolean isWhole = part.last - part.first + 1 >= node.children.size();
            int k = uppers.size();
            if (hasTags && isWord) {
                addTagged(part, uppers, lowers);
                continue;
            }
            String own = hasTags && node == top ? REST : isWhole ? symbol(node) : rest(part);
            uppers.add(part.upper == null ? own : part.upper);
            if (hasTags) {
                lowers.add(own);
            }
            if (isWord) {
                continue;
            }
            boolean isLast = part.last == part.first + 1;
            String rest = hasTags && node == top ? REST : null; // the upper symbol of the last child
            Part left = isRight || isLast
                    ? whole(node.children.get(part.first), isRight ? null : rest)
                    : new Part(node, part.first, part.last - 1, null);
            Part right = !isRight || isLast
                    ? whole(node.children.get(part.last), isRight ? rest : null)
                    : new Part(node, part.first + 1, part.last, null);
            splits[k] = node.children.get(isRight ? part.first + 1 : part.last).begin;
            open.add(right);
            open.add(left);
        }
        return new BinaryTree(uppers, lowers, splits);
    }

    /** The symbols of a word with its tag and what stands above it. */
    private static void addTagged(Part part, List<String> uppers, List<String> lowers) {
        Node node = part.node;
        if (node.chain.isEmpty()) {
            throw new IllegalArgumentException("word " + node.begin + " has no tag; expected one for every word");
        }
        String tag = TAG + node.chain.get(node.chain.size() - 1);
        boolean isBare = node.chain.size() == 1;
        if (part.upper == null) {
            uppers.add(isBare ? tag : taggedChain(node) + with(node.above));
            lowers.add(tag);
        } else {
            uppers.add(part.upper);
            lowers.add(isBare ? tag : taggedChain(node) + tag);
        }
    }

    private static Part whole(Node node, @Nullable String upper) {
        return new Part(node, 0, node.children.size() - 1, upper);
    }

    /** Without the tag below constituents over one word. */
    private static String taggedChain(Node node) {
        return PHRASE
                + node.chain.stream()
                        .limit(node.chain.size() - 1L)
                        .map(String::valueOf)
                        .collect(Collectors.joining("+"));
    }

    private String chain(Node node) {
        if (hasTags && node.end == node.begin + 1) {
            return node.chain.size() == 1 ? TAG + node.chain.get(0) : taggedChain(node);
        }
        StringJoiner text = new StringJoiner("+");
        node.chain.forEach(label -> text.add(String.valueOf(label)));
        return node.isWord() ? WORD : PHRASE + text;
    }

    private static String with(List<Integer> above) {
        StringJoiner text = new StringJoiner(",");
        above.forEach(label -> text.add(String.valueOf(label)));
        return above.isEmpty() ? "" : "^" + text;
    }

    private String symbol(Node node) {
        return node.isWord() ? WORD : chain(node) + with(node.above);
    }

    /** The symbol of a part that is no whole constituent. */
    private String rest(Part part) {
        Node node = part.node;
        StringBuilder text = new StringBuilder(REST);
        List<Integer> own = last(node.above, node.chain, vertical);
        text.append(own.isEmpty() ? "" : String.valueOf(own.get(own.size() - 1)));
        text.append(with(own.isEmpty() ? own : own.subList(0, own.size() - 1)));
        int last = node.children.size() - 1;
        for (int k = 1; k <= horizontal; k++) {
            int sibling = isRight ? part.first - k : part.last + k;
            if (sibling >= 0 && sibling <= last) {
                text.append('|').append(chain(node.children.get(sibling)));
            }
        }
        return text.toString();
    }
}
