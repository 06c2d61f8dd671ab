package org.espalier.train.run;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.feature.FeatureDefinition;
import org.espalier.optimize.VisitingOrder;
import org.espalier.train.corpus.Fingerprint;
import org.espalier.train.corpus.TrainingData;

/** The text by which a checkpoint knows its training run. */
final class RunIdentity {
    private RunIdentity() {}

    /** Everything that decides the weights, but for the limit of iterations, which may be raised on resuming. */
    static String of(TrainingPlan plan, TrainingData data, int parameters) {
        Map<String, Object> map = new LinkedHashMap<>();
        FeatureDefinition definition = data.encoder().extractor().definition();
        map.put("data", data.fingerprint());
        Map<String, Object> fixed = new LinkedHashMap<>(plan.options().provenance());
        fixed.remove("maxIterations");
        map.put("options", fixed);
        if (plan.loss() != null) {
            map.put("loss", plan.loss().name());
        }
        if (plan.optimizer() != null) {
            map.put("optimizer", plan.optimizer().name());
        }
        if (plan.options().algorithm().isOnline()) {
            map.put("rule", plan.online() == null ? "" : plan.online().name());
            map.put("order", plan.order() == VisitingOrder.GIVEN ? "given" : "");
            map.put("dataOnDisk", data.instances().isOnDisk()); // shuffled piece by piece
        }
        map.put("features", definition.kind() + " " + definition.text());
        map.put("gazetteers", Fingerprint.of(Json.write(definition.gazetteers())));
        definition.tables().forEach((name, bytes) -> map.put("file " + name, Fingerprint.of(bytes)));
        map.put("weights", parameters);
        Fingerprint devPrint = new Fingerprint();
        plan.dev().forEach(devPrint::add);
        map.put("dev", devPrint.hex());
        map.put("initial", plan.initial() == null ? "" : Fingerprint.of(plan.initial()));
        return Json.write(map);
    }
}
