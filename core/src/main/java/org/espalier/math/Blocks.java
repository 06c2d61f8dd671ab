package org.espalier.math;

/**
 * Where several small dense matrices stand that take a row of numbers to another. Their columns are padded to a multiple of {@link Kernels#WIDTH}.
 *
 * <p>Matrices of few rows are cut into pieces of {@value Kernels#WIDTH} numbers: piece n is multiplied with entry rows[n] of the first row, and leads to
 * the entries columns[n] … columns[n] + {@value Kernels#WIDTH} − 1 of the second. The first pieces lead to different columns each; those that lead to the same
 * columns come later, far from each other. So a loop over pieces is plain, however small the matrices are.
 *
 * <p>The others are whole: matrix n has the rows tallRows[tallBegins[n]] …, and leads to the entries tallColumns[n] … tallColumns[n] + tallWidths[n] − 1.
 *
 * <p>The numbers are those of the pieces, then those of the whole matrices, row after row.
 *
 * @param rows // [pieces]
 * @param columns // [pieces]
 * @param firsts how many pieces are the first that lead to their columns
 * @param tallRows matrix after matrix
 * @param tallBegins // [matrices + 1]
 * @param tallColumns // [matrices]
 * @param tallWidths // [matrices]
 */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier: never compared
public record Blocks(
        int[] rows, int[] columns, int firsts, int[] tallRows, int[] tallBegins, int[] tallColumns, int[] tallWidths) {

    /** How many pieces there are. */
    public int pieces() {
        return rows.length;
    }

    /** How many numbers all matrices have. */
    public int numbers() {
        int numbers = Kernels.WIDTH * rows.length;
        for (int n = 0; n < tallWidths.length; n++) {
            numbers += tallWidths[n] * (tallBegins[n + 1] - tallBegins[n]);
        }
        return numbers;
    }
}
