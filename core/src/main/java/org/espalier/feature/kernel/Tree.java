package org.espalier.feature.kernel;

import java.util.ArrayList;
import java.util.List;
import org.espalier.data.DataFormatException;
import org.espalier.data.Location;

/**
 * A labelled ordered tree, read from brackets such as {@code (S (NP (D the) (N dog)) (VP (V barks)))}.
 *
 * <p>Nodes are numbered children first, so that what a node needs of its children is known when it is reached.
 */
public final class Tree {
    /** A node: its label, and its children in their order; a leaf (a word) has none. */
    record Node(String label, boolean leaf, List<Integer> children) {}

    private final List<Node> nodes;

    private Tree(List<Node> nodes) {
        this.nodes = nodes;
    }

    /**
     * Reads a tree. A node is a bracket with a label, which may be empty, and at least one child; a child is a node or a
     * word. Brackets within words are written {@code -LRB-} and {@code -RRB-}, as treebanks do.
     *
     * @param location where the text stands, for messages
     * @throws DataFormatException naming the character when the text is not one tree
     */
    public static Tree parse(String text, Location location) {
        return new Parser(text, location).parse();
    }

    /** The number of nodes, words included. */
    public int size() {
        return nodes.size();
    }

    Node node(int number) {
        return nodes.get(number);
    }

    /** What a node is rewritten as: its label and those of its children; words differ from nodes of the same label. */
    String production(int number) {
        StringBuilder text = new StringBuilder(nodes.get(number).label).append(" →");
        for (int child : nodes.get(number).children) {
            Node node = nodes.get(child);
            text.append(node.leaf ? " '" : " (").append(node.label);
        }
        return text.toString();
    }

    /** Without recursion: a tree may be deep. */
    private static final class Parser {
        /** A bracket that is not closed yet. */
        private record Open(int at, String label, List<Integer> children) {}

        private final String text;
        private final Location location;
        private final List<Node> nodes = new ArrayList<>();
        private final List<Open> open = new ArrayList<>();
        private int at;

        Parser(String text, Location location) {
            this.text = text;
            this.location = location;
        }

        Tree parse() {
            skipBlanks();
            if (at == text.length() || text.charAt(at) != '(') {
                throw problem(at, (at == text.length() ? "nothing" : "'" + word() + "'") + "; expected '(' and a tree");
            }
            do {
                step();
                skipBlanks();
            } while (!open.isEmpty());
            if (at < text.length()) {
                throw problem(at, "'" + text.charAt(at) + "' after the end of the tree; expected one tree");
            }
            return new Tree(nodes);
        }

        private void step() {
            if (at == text.length()) {
                Open last = open.get(open.size() - 1);
                throw problem(last.at, "this '(' is never closed; expected ')' before the end of the text");
            }
            int begin = at;
            char c = text.charAt(at);
            if (c == '(') {
                at++;
                skipBlanks();
                open.add(new Open(begin, word(), new ArrayList<>()));
            } else if (c == ')') {
                at++;
                close();
            } else {
                add(new Node(word(), true, List.of()));
            }
        }

        private void close() {
            Open last = open.remove(open.size() - 1);
            if (last.children.isEmpty()) {
                throw problem(
                        last.at,
                        "the node '" + last.label + "' has no child; expected a word or a node in its bracket");
            }
            add(new Node(last.label, false, List.copyOf(last.children)));
        }

        private void add(Node node) {
            if (!open.isEmpty()) {
                open.get(open.size() - 1).children.add(nodes.size());
            }
            nodes.add(node);
        }

        private String word() {
            int begin = at;
            while (at < text.length()
                    && !Character.isWhitespace(text.charAt(at))
                    && text.charAt(at) != '('
                    && text.charAt(at) != ')') {
                at++;
            }
            return text.substring(begin, at);
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private DataFormatException problem(int where, String what) {
            return new DataFormatException(location, "not a tree: character " + (where + 1) + ": " + what);
        }
    }
}
