package org.espalier.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.broadcast.Broadcast;
import org.espalier.model.Model;
import org.espalier.model.Tagger;

/**
 * The models that a process of Spark has loaded, so that a model is loaded once and not for every task.
 *
 * <p>A static that changes, for the reason that {@link ExecutorShards} has. Models are known by a hash of their bytes, and the {@value #MOST}
 * that were used last are kept.
 */
final class ExecutorModels {
    private static final int MOST = 8;

    private static final Map<String, Tagger> LOADED = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tagger> eldest) {
            return size() > MOST;
        }
    };

    private ExecutorModels() {}

    /** The hash by which a model is known. */
    static String hash(byte[] model) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(model));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The tagger of a model. */
    static Tagger tagger(String hash, Broadcast<byte[]> model, boolean valid) {
        synchronized (LOADED) {
            return LOADED.computeIfAbsent(hash + valid, missing -> tagger(Model.load(model.value()), valid));
        }
    }

    private static Tagger tagger(Model model, boolean valid) {
        return (valid ? model.withValidLabels() : model).tagger();
    }

    /** The tagger of a model file, which is read once in a process: a file that is replaced later is not noticed. */
    static Tagger tagger(String file, Configuration configuration) {
        synchronized (LOADED) {
            return LOADED.computeIfAbsent(
                    "file " + file,
                    missing -> Model.load(read(file, configuration)).tagger());
        }
    }

    /** The bytes of a file. */
    static byte[] read(String file, Configuration configuration) {
        Path path = new Path(file);
        try (InputStream input = path.getFileSystem(configuration).open(path)) {
            return input.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": the model cannot be read: " + e.getMessage(), e);
        }
    }
}
