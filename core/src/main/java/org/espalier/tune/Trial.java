package org.espalier.tune;

import java.util.Objects;

/** A setting to be tried with some means. */
public record Trial(Setting setting, Budget budget) {
    public Trial {
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(budget, "budget");
    }
}
