package org.espalier.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Locale;

/** Whether two names are one file, or would be if it were there. */
final class FileIdentity {
    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private FileIdentity() {}

    /**
     * Whether writing to one would destroy the other: links of both kinds, relative names and names that differ in what the
     * file system does not tell apart are seen through. Devices and pipes keep nothing that could be lost.
     */
    static boolean same(Path one, Path other) {
        try {
            if (Files.exists(one) && Files.exists(other)) {
                return Files.isSameFile(one, other) && !isSpecial(one);
            }
            if (Files.exists(one) || Files.exists(other)) {
                return false;
            }
            return sameName(resolved(one), resolved(other));
        } catch (IOException e) {
            return sameName(
                    one.toAbsolutePath().normalize(), other.toAbsolutePath().normalize());
        }
    }

    private static boolean isSpecial(Path file) {
        return !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /** Where a file that is not there yet would be. */
    private static Path resolved(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(absolute) && links < MOST_LINKS; links++) {
            absolute = absolute.resolveSibling(Files.readSymbolicLink(absolute));
        }
        Path folder = absolute.getParent();
        return folder == null || !Files.isDirectory(folder)
                ? absolute.normalize()
                : folder.toRealPath().resolve(absolute.getFileName());
    }

    private static boolean sameName(Path one, Path other) {
        if (one.equals(other)) {
            return true;
        }
        Path folder = one.getParent();
        return folder != null
                && folder.equals(other.getParent())
                && folded(one).equals(folded(other))
                && isCaseBlind(folder);
    }

    private static String folded(Path file) {
        return Normalizer.normalize(file.getFileName().toString(), Normalizer.Form.NFC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    /** Whether the file system finds a folder by its name in the other case. */
    private static boolean isCaseBlind(Path folder) {
        String name = folder.toString();
        String upper = name.toUpperCase(Locale.ROOT);
        Path other = Path.of(upper.equals(name) ? name.toLowerCase(Locale.ROOT) : upper);
        try {
            return !other.equals(folder) && Files.exists(other) && Files.isSameFile(folder, other);
        } catch (IOException e) {
            return false;
        }
    }
}
