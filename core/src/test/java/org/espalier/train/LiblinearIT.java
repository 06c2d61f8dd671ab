package org.espalier.train;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Linear support vector machines against liblinear on all rows; half a minute, so only with {@code -Pslow}, and only where the
 * data are. The log-loss meets all rows in {@link LogisticRegressionTest}.
 */
@Tag("slow")
class LiblinearIT {

    /** liblinear stops when its optimality conditions are violated by less than the accuracy. */
    @ParameterizedTest
    @CsvSource({"a9a, 1, 1e-4", "a9a, 0.1, 1e-4", "mushrooms.svm, 1, 1e-6"})
    void crammerAndSingersMachine(String file, double c, double accuracy) throws IOException {
        LiblinearTest.compareCrammerSinger(file, LiblinearTest.rows(file, Integer.MAX_VALUE), c, accuracy);
    }

    @ParameterizedTest
    @CsvSource({"a9a, 1", "mushrooms.svm, 1"})
    void oneVsRest(String file, double c) throws IOException {
        LiblinearTest.compareOneVsRest(LiblinearTest.rows(file, Integer.MAX_VALUE), c);
    }
}
