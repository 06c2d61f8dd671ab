package org.espalier.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads trees of constituents in brackets, as in the Penn Treebank: {@code ( (S (NP (NNS birds)) (VP (VBP sing)) (. .)) )}.
 *
 * <p>White space and line ends mean nothing, so a line may have several trees and a tree several lines. A token has two columns, the word and its
 * tag. The marks of a sentence are its constituents in the order of their opening brackets, from the first word to the one after the last; words
 * with their tags are none, and neither is an outermost bracket without label, or with one of {@code TOP ROOT S1}. Traces ({@code -NONE-}) are left
 * out with the constituents above them that have no words, and so are function tags ({@code NP-SBJ-1} becomes {@code NP}) unless they are kept. Lines
 * between trees that begin with {@code #} are comments of the tree that follows.
 *
 * <p>After an error, reading goes on with the next line that begins with a bracket, as trees usually do.
 */
final class BracketsReader implements SequenceReader {
    private static final String TRACE = "-NONE-";
    private static final Set<String> TOPS = Set.of("", "TOP", "ROOT", "S1");

    private final LineReader lines;
    private final boolean labelled;
    private final boolean functionTags;
    private final TextCache cache = new TextCache();
    private String line = "";
    private int position;
    private boolean isBroken; // whether the tree before ended with an error
    private long begun; // the line on which it began

    BracketsReader(LineReader lines, DataOptions options) {
        this.lines = lines;
        this.labelled = options.labelled();
        this.functionTags = options.functionTags();
    }

    /** An open bracket. */
    private static final class Node {
        final Location location;
        final int firstToken;

        @Nullable
        String label;

        @Nullable
        String word;

        int mark = -1; // the number of its mark, once something has opened below it
        boolean hasChildren;

        Node(Location location, int firstToken) {
            this.location = location;
            this.firstToken = firstToken;
        }

        String name() {
            return label == null ? "" : label;
        }
    }

    @Override
    public @Nullable Sequence next() {
        List<Node> open = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        List<Mark> marks = new ArrayList<>();
        List<String> comments = new ArrayList<>();
        skipBroken();
        Location start = lines.location();
        isBroken = true;
        while (true) {
            while (position < line.length() && isBlank(line.charAt(position))) {
                position++;
            }
            if (position == line.length()) {
                String following = lines.next();
                if (following == null) {
                    if (!open.isEmpty()) {
                        throw unclosed(open.get(0), open.size());
                    }
                    isBroken = false;
                    return null;
                }
                line = following;
                position = 0;
                continue;
            }
            char character = line.charAt(position);
            if (character == '#'
                    && open.isEmpty()
                    && line.substring(0, position).isBlank()) {
                comments.add(line.substring(position));
                position = line.length();
            } else if (character == '(') {
                if (open.isEmpty()) {
                    start = lines.location();
                    begun = start.line();
                }
                open(open, tokens.size(), marks);
                position++;
            } else if (character == ')') {
                begun = open.isEmpty() ? lines.location().line() : begun;
                close(open, tokens, marks);
                position++;
                if (open.isEmpty()) {
                    isBroken = false;
                    if (tokens.isEmpty()) {
                        throw new DataFormatException(
                                start, "the tree has no words, only traces (-NONE-); leave it out of the file");
                    }
                    return new Sequence(tokens, null, 1.0, comments, start, null, labelled ? marks : null);
                }
            } else {
                begun = open.isEmpty() ? lines.location().line() : begun;
                atom(open);
            }
        }
    }

    /** A new tree may begin on the very line that shows that the one before has no end. */
    private void skipBroken() {
        if (!isBroken) {
            return;
        }
        boolean isOther = lines.location().line() > begun;
        while (!isOther || !line.startsWith("(")) {
            String following = lines.next();
            if (following == null) {
                line = "";
                break;
            }
            line = following;
            isOther = true;
        }
        position = 0;
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t' || character == '\f' || character == '\u000B';
    }

    private Location here() {
        return lines.location().atColumn(position + 1L);
    }

    private static DataFormatException unclosed(Node first, int count) {
        return new DataFormatException(
                first.location,
                "the tree that begins here has " + count + (count == 1 ? " bracket" : " brackets")
                        + " without an end when the file ends; add the missing ')', or complete the file");
    }

    private void open(List<Node> open, int token, List<Mark> marks) {
        if (!open.isEmpty()) {
            Node above = open.get(open.size() - 1);
            if (above.word != null) {
                throw new DataFormatException(
                        here(),
                        "a bracket after the word '" + above.word + "'; expected ')', because a word stands alone: ("
                                + above.label + " " + above.word + ")");
            }
            if (above.label == null && open.size() > 1) {
                throw new DataFormatException(
                        above.location,
                        "a bracket without a label; expected one, such as (NP …), everywhere but outermost");
            }
            if (!above.hasChildren && !(open.size() == 1 && TOPS.contains(above.name()))) {
                above.mark = marks.size();
                marks.add(new Mark(above.firstToken, above.firstToken + 1, name(above.name())));
            }
            above.hasChildren = true;
        }
        open.add(new Node(here(), token));
    }

    /** A label without its function tags. */
    private String name(String label) {
        if (functionTags || label.startsWith("-")) {
            return label;
        }
        int end = 0;
        while (end < label.length() && (end == 0 || label.charAt(end) != '-' && label.charAt(end) != '=')) {
            end++;
        }
        return cache.substring(label, 0, end);
    }

    /** A label or a word. */
    private void atom(List<Node> open) {
        int begin = position;
        int end = begin;
        while (end < line.length()
                && !isBlank(line.charAt(end))
                && line.charAt(end) != '('
                && line.charAt(end) != ')') {
            end++;
        }
        if (open.isEmpty()) {
            throw new DataFormatException(
                    here(), "'" + line.substring(begin, end) + "' stands outside of brackets; expected '(' or the end");
        }
        Node node = open.get(open.size() - 1);
        if (node.label == null && !node.hasChildren) {
            node.label = cache.substring(line, begin, end);
        } else if (node.word == null && !node.hasChildren) {
            node.word = cache.substring(line, begin, end);
        } else {
            throw new DataFormatException(
                    here(),
                    "'" + line.substring(begin, end) + "' after "
                            + (node.word == null ? "a bracket" : "the word '" + node.word + "'")
                            + "; expected ')' or '(': every word has brackets and a tag of its own, as in (NN word)");
        }
        position = end;
    }

    private void close(List<Node> open, List<Token> tokens, List<Mark> marks) {
        if (open.isEmpty()) {
            throw new DataFormatException(here(), "')' closes nothing; expected '(' or the end");
        }
        Node node = open.remove(open.size() - 1);
        if (node.word != null) {
            if (!node.name().equals(TRACE)) {
                tokens.add(Token.ofColumns(node.word, node.name()));
            }
        } else if (!node.hasChildren) {
            throw new DataFormatException(
                    node.location,
                    node.label == null
                            ? "an empty bracket; expected a label and what is below it"
                            : "'" + node.label + "' stands alone in its bracket; expected a tag and a word, as in (NN "
                                    + node.label + "), or a label and brackets");
        } else if (node.mark >= 0 && tokens.size() == node.firstToken) {
            marks.subList(node.mark, marks.size()).clear(); // traces only
        } else if (node.mark >= 0) {
            marks.set(
                    node.mark,
                    new Mark(
                            node.firstToken, tokens.size(), marks.get(node.mark).label()));
        }
    }

    @Override
    public void close() {
        lines.close();
    }
}
