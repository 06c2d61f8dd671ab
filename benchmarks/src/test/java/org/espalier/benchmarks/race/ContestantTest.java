package org.espalier.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.benchmarks.race.Contestant.TrainingFigures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContestantTest {
    @TempDir
    Path folder;

    @Test
    void readsTheLogOfCrfsuite() throws IOException {
        Files.writeString(folder.resolve("log.out"), """
                ***** Iteration #1 *****
                Loss: 655000.5
                Line search trials: 2
                Seconds required for this iteration: 1.000

                ***** Iteration #2 *****
                Loss: 8930.392285
                Line search trials: 1
                Seconds required for this iteration: 0.500
                """);
        Crfsuite crfsuite = new Crfsuite("crfsuite", "", List.of("crfsuite"), 0);
        assertThat(crfsuite.figures(folder.resolve("log"), 9)).isEqualTo(new TrainingFigures(3, 0.5, 8930.392285));
    }

    @Test
    void readsTheReportOfEspalier() throws IOException {
        Files.writeString(
                folder.resolve("log.json"),
                "{\"objective\": 8930.3, \"evaluations\": 40, \"seconds\": 10.0, \"features\": 456468}");
        Espalier espalier = new Espalier("espalier", Path.of("espalier"), 0, 0, List.of());
        assertThat(espalier.figures(folder.resolve("log"), 9)).isEqualTo(new TrainingFigures(40, 0.25, 8930.3));
    }

    @Test
    void readsTheLogsOfTemplatePrograms() throws IOException {
        Files.writeString(
                folder.resolve("log.out"),
                "iter=0 terr=0.9 serr=1.0 act=12 obj=100.5 diff=1.0\niter=1 terr=0.5 serr=1.0 act=12 obj=50.25 diff=0.5\n");
        Files.writeString(folder.resolve("log.err"), "");
        TemplateProgram crfpp = new TemplateProgram(TemplateProgram.Dialect.CRFPP, Path.of("crf_learn"), 2, 10);
        assertThat(crfpp.figures(folder.resolve("log"), 10)).isEqualTo(new TrainingFigures(2, 5, 50.25));
    }

    @Test
    void readsWhatPeersSay() throws IOException {
        JvmPeer peer = new JvmPeer(JvmPeer.Library.HANLP, Path.of("peers.jar"), 10);
        Files.writeString(folder.resolve("log.out"), "chatter\nrace: passes 10.0\nrace: seconds 50.0\n");
        assertThat(peer.figures(folder.resolve("log"), 99)).isEqualTo(new TrainingFigures(10, 5, null));
        Files.writeString(folder.resolve("log.out"), "chatter\n");
        assertThatThrownBy(() -> peer.figures(folder.resolve("log"), 99)).hasMessageContaining("did not say");
    }

    @Test
    void theTableShowsMediansRatiosAndWhoHasNotArrived() {
        Contestant espalier = new Espalier("espalier", Path.of("espalier"), 0, 0, List.of());
        Contestant crfsuite = new Crfsuite("crfsuite", "", List.of("crfsuite"), 0);
        Map<Contestant, Outcome> outcomes = new LinkedHashMap<>();
        outcomes.put(espalier, Outcome.median(List.of(outcome(5, 8931.0), outcome(7, 8931.0), outcome(100, 8931.0))));
        outcomes.put(crfsuite, outcome(70, 8930.392));
        assertThat(new RaceTable(outcomes, crfsuite).training())
                .contains("| espalier | 10 | 8931.000 (above) | 7.00 (×0.100) |")
                .contains("| crfsuite | 10 | 8930.392 | 70.00 (×1.00) |");
        assertThat(new RaceTable(outcomes, null).tagging()).contains("| espalier | 1,000 | 500 | 250 |");
    }

    private static Outcome outcome(double trainSeconds, double objective) {
        return new Outcome(trainSeconds, 1, 2e6, 10, 0.5, objective, 3e6, 0.95, 0.93, 1000, 2, 4, 1e6, 0.3);
    }
}
