package org.espalier.train.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.Sequence;
import org.espalier.train.TrainingReport;
import org.espalier.train.Version;
import org.espalier.train.corpus.Fingerprint;

/** What a model file says of its making, for learners outside this package. */
public final class Provenance {
    private Provenance() {}

    /**
     * The provenance of a model.
     *
     * @param data what it was trained with
     * @param options everything that the weights depend on, as JSON values
     */
    public static Map<String, Object> of(Iterable<Sequence> data, Map<String, Object> options, TrainingReport report) {
        Fingerprint fingerprint = new Fingerprint();
        data.forEach(fingerprint::add);
        Map<String, Object> provenance = new LinkedHashMap<>();
        provenance.put("espalier", Version.text());
        provenance.put("data", fingerprint.hex());
        provenance.put("sequences", report.summary().sequences());
        provenance.put("tokens", report.summary().tokens());
        provenance.put("options", options);
        provenance.put("training", report.provenance());
        return provenance;
    }
}
