package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine and the versions that figures belong to. */
public final class Machine {
    private Machine() {}

    /**
     * One line of Markdown.
     *
     * @param launcher of Espalier, which tells its version, its Java and its kernels
     */
    public static String describe(Path launcher, String date) {
        return String.format(
                Locale.ROOT,
                "%s, %d cores, %s of memory, %s %s; %s; commit %s; %s.",
                find("/proc/cpuinfo", "model name\\s*:\\s*(.*)", System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                memory(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                said(launcher.toString(), "--version"),
                said("git", "describe", "--always", "--dirty"),
                date);
    }

    private static String memory() {
        String kilobytes = find("/proc/meminfo", "MemTotal:\\s+(\\d+) kB", "");
        return kilobytes.isEmpty() ? "?" : Math.round(Long.parseLong(kilobytes) / 1048576.0) + " GB";
    }

    private static String find(String file, String pattern, String otherwise) {
        try {
            Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1).strip() : otherwise;
        } catch (IOException none) {
            return otherwise;
        }
    }

    /** What a command prints, on one line; "unknown" when it fails. */
    private static String said(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text.strip().replaceAll("\\s*\n\\s*", ", ") : "unknown";
        } catch (IOException none) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
