package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.espalier.cli.output.Streams;
import picocli.CommandLine;

/** Runs the command line inside the test. */
public final class Program {
    private Program() {}

    /** What came of a run. */
    public record Outcome(int code, String out, String err) {

        /** No stack trace, no internal error: what every run owes its user. */
        public boolean isClear() {
            return !err.contains("\tat ") && !err.contains("internal error") && !err.contains("Exception");
        }
    }

    /** The command line with all commands, to be looked at. */
    public static CommandLine commandLine() {
        return Main.commandLine(new Main());
    }

    public static Outcome run(Object... arguments) {
        return runWith(new byte[0], arguments);
    }

    /** The bytes that a run prints, which must go well. */
    public static byte[] bytes(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        assertThat(Main.run(new Streams(out, err, false), texts))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        return out.toByteArray();
    }

    public static Outcome runWith(byte[] standardInput, Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(standardInput));
        try {
            int code = Main.run(new Streams(out, err, false), texts);
            return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setIn(before);
        }
    }
}
