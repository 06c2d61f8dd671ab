package org.espalier.optimize.stochastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionDefaultsTest {

    /** Whichever of the options a program touches first: their defaults refer to each other. */
    @ParameterizedTest
    @ValueSource(strings = {"CalibrationOptions", "StochasticOptions"})
    void mayBeTheFirstClassThatIsInitialised(String name) throws Exception {
        URL classes =
                CalibrationOptions.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader fresh = new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
            Class<?> first = Class.forName("org.espalier.optimize.stochastic." + name, true, fresh);
            assertThat(first.getField("DEFAULTS").get(null)).isNotNull();
        }
    }
}
