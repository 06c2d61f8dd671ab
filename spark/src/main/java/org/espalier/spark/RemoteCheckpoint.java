package org.espalier.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.espalier.model.Model;
import org.espalier.optimize.CalibrationReport;
import org.espalier.train.EarlyStopping;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingListener;
import org.espalier.train.TrainingProgress;
import org.espalier.train.TrainingReport;
import org.espalier.train.TrainingSummary;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint on any file system of Hadoop.
 *
 * <p>The training writes its checkpoint to a temporary file of the driver, as it always does. What was written after one iteration is copied
 * when the next one is told, so a driver that is lost takes at most one checkpoint with it, and the resumed training ends with the same
 * bits. A copy is written beside the old one and then takes its place.
 */
final class RemoteCheckpoint implements TrainingListener, AutoCloseable {
    private final Path path;
    private final FileSystem files;
    private final TrainingListener listener;
    private final java.nio.file.Path folder;
    private final java.nio.file.Path local;
    private @Nullable FileTime copied; // when the copied file was written

    private RemoteCheckpoint(Path path, FileSystem files, TrainingListener listener, java.nio.file.Path folder) {
        this.path = path;
        this.files = files;
        this.listener = listener;
        this.folder = folder;
        this.local = folder.resolve("checkpoint");
    }

    /** A checkpoint that is kept at a path. */
    static RemoteCheckpoint at(String path, Configuration configuration, TrainingListener listener) {
        Path target = new Path(path);
        try {
            return new RemoteCheckpoint(
                    target,
                    target.getFileSystem(configuration),
                    listener,
                    Files.createTempDirectory("espalier-checkpoint"));
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": a checkpoint cannot be kept there: " + e.getMessage(), e);
        }
    }

    /** The trainer with this checkpoint, after what is kept of an interrupted training has been brought here. */
    Trainer of(Trainer trainer, int every, boolean resume) {
        try {
            if (resume && files.exists(path)) {
                files.copyToLocalFile(false, path, new Path(local.toUri()), true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + ": the checkpoint cannot be read: " + e.getMessage(), e);
        }
        return trainer.withListener(this).withCheckpoint(local, every, resume);
    }

    private void copy() {
        try {
            if (!Files.exists(local) || Files.getLastModifiedTime(local).equals(copied)) {
                return;
            }
            copied = Files.getLastModifiedTime(local);
            Path beside = path.suffix(".new");
            files.copyFromLocalFile(false, true, new Path(local.toUri()), beside);
            files.delete(path, false);
            if (!files.rename(beside, path)) {
                throw new IOException("it cannot be renamed to its name");
            }
        } catch (IOException e) {
            onWarning(path + ": the checkpoint cannot be written: " + e.getMessage() + ". Training continues");
        }
    }

    @Override
    public void onIteration(TrainingProgress progress, Supplier<Model> model) {
        copy();
        listener.onIteration(progress, model);
    }

    @Override
    public void onFinish(TrainingReport report) {
        copy();
        listener.onFinish(report);
    }

    @Override
    public void onMetric(EarlyStopping.Metric measured) {
        listener.onMetric(measured);
    }

    @Override
    public void onStart(TrainingSummary summary) {
        listener.onStart(summary);
    }

    @Override
    public void onCalibration(CalibrationReport report) {
        listener.onCalibration(report);
    }

    @Override
    public void onRestart(int number, int restarts) {
        listener.onRestart(number, restarts);
    }

    @Override
    public boolean wantsExactObjective() {
        return listener.wantsExactObjective();
    }

    @Override
    public void onWarning(String message) {
        listener.onWarning(message);
    }

    @Override
    public void close() {
        try {
            try (var left = Files.list(folder)) {
                for (java.nio.file.Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            onWarning(folder + ": the temporary checkpoint cannot be deleted: " + e.getMessage());
        }
    }
}
