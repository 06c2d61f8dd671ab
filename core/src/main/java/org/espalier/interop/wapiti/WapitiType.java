package org.espalier.interop.wapiti;

import java.util.Locale;
import org.espalier.model.Model;
import org.espalier.scoring.Normalisation;

/** The types of models that Wapiti knows. */
public enum WapitiType {
    /** Each position on its own. */
    MAXENT(0),
    /** Each position given the label before. */
    MEMM(1),
    /** The sequence as a whole. */
    CRF(2);

    static final String PROVENANCE = "type";

    private final int number;

    WapitiType(int number) {
        this.number = number;
    }

    /** Its number in a model file. */
    int number() {
        return number;
    }

    /** The type of a model; that of one which Wapiti has no name for is {@link #CRF}. */
    public static WapitiType of(Model model) {
        if (model.normalisation() == Normalisation.LOCAL) {
            return MEMM;
        }
        return MAXENT.text().equals(model.provenance().get(PROVENANCE)) ? MAXENT : CRF;
    }

    Normalisation normalisation() {
        return this == MEMM ? Normalisation.LOCAL : Normalisation.GLOBAL;
    }

    /** Wapiti's word for it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
