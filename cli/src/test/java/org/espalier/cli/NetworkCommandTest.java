package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Networks on the command line. */
final class NetworkCommandTest {
    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void write() {
        data = SmallData.write(folder, "data.txt", SmallData.columns(40, 1).replace("I-NP", "O"));
        model = folder.resolve("model.esp");
    }

    private Program.Outcome train(Object... more) {
        Object[] first = {
            "train",
            "--model",
            "bilstm-crf",
            "--hidden",
            8,
            "--word-vector",
            8,
            "--max-iterations",
            15,
            "--rate",
            0.05,
            "-o",
            model
        };
        Object[] all = new Object[first.length + more.length + 1];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(more, 0, all, first.length, more.length);
        all[all.length - 1] = data;
        return Program.run(all);
    }

    @Test
    void trainsTagsMeasuresInspectsAndVerifies() {
        Path check = folder.resolve("state");
        Program.Outcome trained =
                train("--dev", data, "--checkpoint", check, "--checkpoint-every", 1, "--valid-labels");
        assertThat(trained.code()).as(trained.toString()).isZero();
        assertThat(trained.err()).contains("best on the development data: F1", "a network");
        assertThat(check).exists();
        assertThat(Program.run("tag", "-m", model, data).code()).isZero();
        Program.Outcome measured = Program.run("eval", "-m", model, data);
        assertThat(measured.out()).contains("accuracy");
        assertThat(Program.run("inspect", model).out()).contains("network=");
        assertThat(Program.run("verify", "-m", model, "-m", model, data).code()).isZero();
        Program.Outcome again =
                train("--dev", data, "--checkpoint", check, "--checkpoint-every", 1, "--valid-labels", "--resume");
        assertThat(again.code()).as(again.toString()).isZero();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(train("--restarts", 2).err()).contains("--restarts cannot be combined with --model bilstm-crf");
        assertThat(train("--algorithm", "lbfgs").err()).contains("use sgd or adam");
        assertThat(train("--momentum", 0.5, "--algorithm", "adam").err()).contains("--momentum has no meaning");
        assertThat(train("--feature-vector", 3).err())
                .contains("--feature-vector has no meaning without --network-features");
        assertThat(Program.run("train", "--hidden", 3, "-o", model, data).err())
                .contains("--hidden cannot be combined with --model crf");
        Path vectors = SmallData.write(folder, "vectors.txt", "the 1 2 3\ndog 1 2\n");
        Program.Outcome wrong =
                Program.run("train", "--model", "bilstm-crf", "--embedding", vectors, "-o", model, data);
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("vectors.txt:2", "found 2 numbers; expected 3 as on line 1");
        assertThat(Program.run(
                                "train",
                                "--model",
                                "bilstm-crf",
                                "--embedding",
                                folder.resolve("no.txt"),
                                "-o",
                                model,
                                data)
                        .err())
                .contains("no.txt: there is no such file of word vectors");
    }

    @Test
    void namesTheModuleThatReadsGraphs() {
        Path graph = SmallData.write(folder, "model.onnx", "not looked at");
        Program.Outcome outcome = Program.run("tag", "-m", graph, data);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("org.espalier:espalier-neural", "com.microsoft.onnxruntime:onnxruntime");
    }
}
