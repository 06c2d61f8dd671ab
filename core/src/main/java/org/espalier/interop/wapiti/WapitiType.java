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

    /** Another number than the type's own, as a file had it: old files have any number there. */
    static final String PROVENANCE_NUMBER = "typeNumber";

    private final int number;

    WapitiType(int number) {
        this.number = number;
    }

    /** Its number in a model file. */
    int number() {
        return number;
    }

    /** The type with a number: Wapiti takes every number but 0 and 1 for a conditional random field. */
    static WapitiType of(int number) {
        return number == MAXENT.number ? MAXENT : number == MEMM.number ? MEMM : CRF;
    }

    /** The number that a model has in a file: the one that it had when it was read. */
    static int number(Model model) {
        WapitiType type = of(model);
        return type == CRF && model.provenance().get(PROVENANCE_NUMBER) instanceof Number number
                ? number.intValue()
                : type.number;
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
