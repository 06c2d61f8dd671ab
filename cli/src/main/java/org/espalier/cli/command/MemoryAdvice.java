package org.espalier.cli.command;

import java.util.Locale;
import java.util.Objects;

/** What to say when memory does not suffice: advice that the command at hand can follow. */
final class MemoryAdvice {
    private MemoryAdvice() {}

    /**
     * The message.
     *
     * @param command as it is called, such as {@code "espalier wapiti train"}
     */
    static String of(String command, OutOfMemoryError error) {
        if (Objects.requireNonNullElse(error.getMessage(), "")
                .toLowerCase(Locale.ROOT)
                .contains("thread")) {
            return "the system does not allow more threads: use fewer, or raise the limit (ulimit -u)";
        }
        return "out of memory: the JVM may use " + Runtime.getRuntime().maxMemory() / (1 << 20)
                + " MiB; give it more, for example ESPALIER_JAVA_OPTS=-Xmx8g" + alternative(command);
    }

    /** What else helps. */
    static String alternative(String command) {
        return switch (command) {
            case "espalier train" ->
                ", use fewer features (--min-count 2), or keep the data in a file (--data-on-disk)";
            case "espalier compare-optimizers" -> ", or use fewer features (--min-count 2)";
            case "espalier tune" -> ", or train one setting at a time (--threads 1)";
            case "espalier tag", "espalier eval" ->
                ", use --threads 1, or split very long sequences (running text: --sentences split); 'espalier compress' makes models smaller";
            case "espalier check" -> ", or check fewer files at a time";
            case "espalier verify" -> ", or split very long sequences";
            case "espalier crf_learn" -> ", or use fewer features (--freq 2)";
            case "espalier crfsuite learn" -> ", or use fewer features (--set feature.minfreq=2)";
            case "espalier wapiti train" -> ", or use fewer patterns";
            default -> "";
        };
    }
}
