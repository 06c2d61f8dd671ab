package org.espalier.train;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.data.Json;
import org.espalier.feature.FeatureDefinition;
import org.espalier.optimize.VisitingOrder;

/** The text by which a checkpoint knows its training run. */
final class RunIdentity {
    private RunIdentity() {}

    /** Everything that decides the weights, but for the limit of iterations, which may be raised on resuming. */
    static String of(Trainer trainer, TrainingData data, int parameters) {
        Map<String, Object> map = new LinkedHashMap<>();
        FeatureDefinition definition = data.encoder().extractor().definition();
        map.put("data", data.fingerprint());
        Map<String, Object> fixed = new LinkedHashMap<>(trainer.options.provenance());
        fixed.remove("maxIterations");
        map.put("options", fixed);
        if (trainer.loss != null) {
            map.put("loss", trainer.loss.name());
        }
        if (trainer.optimizer != null) {
            map.put("optimizer", trainer.optimizer.name());
        }
        if (trainer.options.algorithm().isOnline()) {
            map.put("rule", trainer.online == null ? "" : trainer.online.name());
            map.put("order", trainer.order == VisitingOrder.GIVEN ? "given" : "");
            map.put("dataOnDisk", data.instances().isOnDisk()); // shuffled piece by piece
        }
        map.put("features", definition.kind() + " " + definition.text());
        map.put("gazetteers", Fingerprint.of(Json.write(definition.gazetteers())));
        map.put("weights", parameters);
        Fingerprint devPrint = new Fingerprint();
        trainer.dev.forEach(devPrint::add);
        map.put("dev", devPrint.hex());
        map.put("initial", trainer.initial == null ? "" : Fingerprint.of(trainer.initial));
        return Json.write(map);
    }
}
