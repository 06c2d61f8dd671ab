package org.espalier.math;

/** The {@link MatrixKernels} in plain Java. Four rows of B are added at a time, so that C is read and written less often. */
final class ScalarMatrixKernels extends MatrixKernels {
    static final ScalarMatrixKernels INSTANCE = new ScalarMatrixKernels();

    private ScalarMatrixKernels() {}

    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void addProduct(
            float[] a,
            int aAt,
            int aRow,
            int aColumn,
            float[] b,
            int bAt,
            int bRow,
            float[] c,
            int cAt,
            int cRow,
            int m,
            int k,
            int n) {
        for (int i = 0; i < m; i++) {
            int row = aAt + i * aRow;
            int out = cAt + i * cRow;
            int p = 0;
            for (; p + 3 < k; p += 4) {
                float a0 = a[row + p * aColumn];
                float a1 = a[row + (p + 1) * aColumn];
                float a2 = a[row + (p + 2) * aColumn];
                float a3 = a[row + (p + 3) * aColumn];
                addFour(a0, a1, a2, a3, b, bAt + p * bRow, bRow, c, out, n);
            }
            for (; p < k; p++) {
                float factor = a[row + p * aColumn];
                int from = bAt + p * bRow;
                for (int j = 0; j < n; j++) {
                    c[out + j] = Math.fma(factor, b[from + j], c[out + j]);
                }
            }
        }
    }

    private static void addFour(
            float a0, float a1, float a2, float a3, float[] b, int from, int bRow, float[] c, int out, int n) {
        int second = from + bRow;
        int third = second + bRow;
        int fourth = third + bRow;
        for (int j = 0; j < n; j++) {
            float sum = Math.fma(a0, b[from + j], c[out + j]);
            sum = Math.fma(a1, b[second + j], sum);
            sum = Math.fma(a2, b[third + j], sum);
            c[out + j] = Math.fma(a3, b[fourth + j], sum);
        }
    }

    @Override
    public void sigmoid(float[] x, int at, int size) {
        for (int i = at; i < at + size; i++) {
            x[i] = FloatFunctions.sigmoid(x[i]);
        }
    }

    @Override
    public void tanh(float[] x, int at, int size) {
        for (int i = at; i < at + size; i++) {
            x[i] = FloatFunctions.tanh(x[i]);
        }
    }
}
