package org.espalier.interop.crfpp;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CrfppFuzzTest {
    @Test
    void damagedModelsAreRefused(@TempDir Path folder) throws IOException {
        CrfppFuzz fuzz = new CrfppFuzz(folder);
        for (int seed = 0; seed < 2_000; seed++) {
            fuzz.run(seed);
        }
    }
}
