package org.espalier.inference.spanning;

import java.util.Arrays;

/**
 * The best tree by contraction of cycles (Chu &amp; Liu 1965, Edmonds 1967), in O(n²) (Tarjan 1977).
 *
 * <p>From some word the way goes up along the best arc into each; when it comes back to itself, the cycle becomes a node of its own,
 * whose arcs say what is lost by leaving the cycle there; when it comes to the root, the way is done. In the end cycles are opened
 * again, from the last to the first.
 *
 * <p>An arc has a penalty and a score, which are compared in this order. A forbidden arc has the penalty 1, and, where one root is
 * wanted, a root arc has n + 1: then the best tree has as few roots as possible, exactly one, and no forbidden arc if it can be. No
 * large number is ever added to a score. Of equal arcs the one from the smaller head wins.
 */
final class MaximumTree {
    private int capacity;
    private double[] scores = {}; // [nodes][nodes]: of the arc into a node from another, at into · capacity + from
    private int[] penalties = {}; // [nodes][nodes]
    private int[] arcs = {}; // [nodes][nodes]: which arc between words it is: modifier · (n + 1) + head
    private int[] chosen = {}; // [nodes]: the node that the best arc comes from
    private int[] entering = {}; // [nodes]: that arc between words
    private int[] within = {}; // [nodes]: the cycle that a node is in; 0 for none
    private int[] state = {}; // [nodes]: not seen, on the way, done
    private int[] way = {}; // the nodes from where it began
    private int words;
    private int nodes;

    private static final int NEW = 0;
    private static final int ON_THE_WAY = 1;
    private static final int DONE = 2;

    /** Begins with a sentence; all arcs between different words must be {@linkplain #set written} then. */
    void start(int n) {
        words = n;
        nodes = n + 1;
        capacity = 2 * n + 1;
        if (chosen.length < capacity) {
            scores = new double[capacity * capacity];
            penalties = new int[capacity * capacity];
            arcs = new int[capacity * capacity];
            chosen = new int[capacity];
            entering = new int[capacity];
            within = new int[capacity];
            state = new int[capacity];
            way = new int[capacity];
        }
        Arrays.fill(within, 0, capacity, 0);
        Arrays.fill(state, 0, capacity, NEW);
        state[0] = DONE;
    }

    void set(int head, int modifier, double score, int penalty) {
        int at = modifier * capacity + head;
        scores[at] = score;
        penalties[at] = penalty;
        arcs[at] = modifier * (words + 1) + head;
    }

    /** The head of every word // [n]. */
    int[] heads() {
        for (int word = 1; word <= words; word++) {
            if (state[top(word)] == NEW) {
                walk(word);
            }
        }
        return open();
    }

    private int top(int node) {
        int outer = node;
        while (within[outer] > 0) {
            outer = within[outer];
        }
        return outer;
    }

    private void walk(int start) {
        int length = 0;
        int node = start;
        while (true) {
            state[node] = ON_THE_WAY;
            way[length++] = node;
            choose(node);
            int above = chosen[node];
            if (state[above] == DONE) {
                break;
            }
            if (state[above] == ON_THE_WAY) {
                int begin = length - 1;
                while (way[begin] != above) {
                    begin--;
                }
                node = contract(begin, length);
                length = begin;
            } else {
                node = above;
            }
        }
        for (int k = 0; k < length; k++) {
            state[way[k]] = DONE;
        }
    }

    private boolean isBetter(int at, int than) {
        return penalties[at] < penalties[than] || (penalties[at] == penalties[than] && scores[at] > scores[than]);
    }

    private void choose(int node) {
        int best = -1;
        for (int from = 0; from < nodes; from++) {
            if (from != node && within[from] == 0) {
                int at = node * capacity + from;
                best = best < 0 || isBetter(at, best) ? at : best;
            }
        }
        chosen[node] = best % capacity;
        entering[node] = arcs[best];
    }

    /** Makes one node of those on the way from begin to end. */
    private int contract(int begin, int end) {
        int cycle = nodes++;
        for (int k = begin; k < end; k++) {
            within[way[k]] = cycle;
        }
        for (int other = 0; other < cycle; other++) {
            if (within[other] == 0) {
                int into = cycle * capacity + other;
                int from = other * capacity + cycle;
                for (int k = begin; k < end; k++) {
                    int member = way[k];
                    int given = member * capacity + chosen[member];
                    int at = member * capacity + other;
                    double loss = scores[at] - scores[given];
                    int penalty = penalties[at] - penalties[given];
                    if (k == begin
                            || penalty < penalties[into]
                            || (penalty == penalties[into] && loss > scores[into])) {
                        scores[into] = loss;
                        penalties[into] = penalty;
                        arcs[into] = arcs[at];
                    }
                    int away = other * capacity + member;
                    if (other > 0 && (k == begin || isBetter(away, from))) {
                        scores[from] = scores[away];
                        penalties[from] = penalties[away];
                        arcs[from] = arcs[away];
                    }
                }
            }
        }
        return cycle;
    }

    /** From the outermost cycles inwards: the arc into a cycle replaces the one of the member that it leads to. */
    private int[] open() {
        for (int cycle = nodes - 1; cycle > words; cycle--) {
            int member = entering[cycle] / (words + 1);
            while (within[member] != cycle) {
                member = within[member];
            }
            entering[member] = entering[cycle];
        }
        int[] heads = new int[words];
        for (int word = 1; word <= words; word++) {
            heads[word - 1] = entering[word] % (words + 1);
        }
        return heads;
    }
}
