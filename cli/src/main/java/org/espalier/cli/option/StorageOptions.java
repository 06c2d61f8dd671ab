package org.espalier.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where the encoded training data are kept. */
@HelpTopic(Topic.RUNNING)
public final class StorageOptions {
    @Option(
            names = "--data-on-disk",
            description =
                    "Keep the encoded data in a temporary file instead of in memory, for data larger than the memory. The model is"
                            + " the same (auto: up to a million tokens or so; beyond, the same optimum from another start), but online"
                            + " algorithms visit the data in another order and learn another one. gis, iis, bcd and stochastic"
                            + " algorithms need the data in memory.")
    private boolean dataOnDisk;

    @Option(
            names = "--scratch",
            paramLabel = "directory",
            description = "Where --data-on-disk keeps its file; usually where the system keeps temporary ones.",
            converter = DirectoryConverter.class)
    @UsedFile(UsedFile.Use.DIRECTORY)
    private @Nullable Path scratch;

    /** Looks at the value: a file is usually the training data, which then seem to be missing. */
    static final class DirectoryConverter implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path path = OptionValues.path(text);
            if (Files.isRegularFile(path)) {
                throw new TypeConversionException("'" + text
                        + "', a file; expected a directory for temporary data. To have the system's, leave --scratch out:"
                        + " --data-on-disk takes no value");
            }
            return path;
        }
    }

    /** The directory of the encoded data, or null to keep them in memory. */
    @Nullable
    public Path directory() {
        if (scratch != null && !dataOnDisk) {
            throw new IllegalArgumentException(
                    "--scratch is where --data-on-disk keeps its file; give both, or neither");
        }
        return !dataOnDisk ? null : scratch != null ? scratch : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
