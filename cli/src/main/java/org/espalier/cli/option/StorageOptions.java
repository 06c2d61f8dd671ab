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
                    "Keep the encoded data in a temporary file, for data larger than memory. The model is the same (for auto"
                            + " up to about a million tokens; beyond that, the same optimum from a different start). Online algorithms"
                            + " visit the data in a different order and learn a different model. gis, iis, bcd and stochastic algorithms"
                            + " need the data in memory.")
    private boolean dataOnDisk;

    @Option(
            names = "--scratch",
            paramLabel = "directory",
            description = "The directory for the file of --data-on-disk. Default: the system's temporary directory.",
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
                        + "', a file; expected a directory for temporary data. To use the system's, leave --scratch out:"
                        + " --data-on-disk takes no value");
            }
            return path;
        }
    }

    /** The directory of the encoded data, or null to keep them in memory. */
    @Nullable
    public Path directory() {
        if (scratch != null && !dataOnDisk) {
            throw new IllegalArgumentException("--scratch is the directory for --data-on-disk; give both, or neither");
        }
        return !dataOnDisk ? null : scratch != null ? scratch : Path.of(System.getProperty("java.io.tmpdir"));
    }
}
