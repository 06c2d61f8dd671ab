package org.espalier.data;

import java.util.ArrayList;
import java.util.List;

/** The factors of a grid, whose variables stand row by row: every variable with its neighbour to the right, and with the one below. */
public final class Grid {
    /** The template of a variable and its neighbour to the right. */
    public static final String RIGHT = "right";

    /** The template of a variable and the one below it. */
    public static final String DOWN = "down";

    private Grid() {}

    /** Factors that join neighbours; nothing is observed of them. */
    public static List<Factor> of(int rows, int columns) {
        List<Factor> factors = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int variable = row * columns + column;
                if (column + 1 < columns) {
                    factors.add(Factor.of(RIGHT, variable, variable + 1));
                }
                if (row + 1 < rows) {
                    factors.add(Factor.of(DOWN, variable, variable + columns));
                }
            }
        }
        return factors;
    }
}
