package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Runs the command line inside the test. */
final class Program {
    private Program() {}

    /** What came of a run. */
    record Outcome(int code, String out, String err) {

        /** No stack trace, no internal error: what every run owes its user. */
        boolean isClear() {
            return !err.contains("\tat ") && !err.contains("internal error") && !err.contains("Exception");
        }
    }

    static Outcome run(Object... arguments) {
        return runWith(new byte[0], arguments);
    }

    /** The bytes that a run prints, which must go well. */
    static byte[] bytes(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
        assertThat(Main.run(new Streams(out, err, false), texts))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        return out.toByteArray();
    }

    static Outcome runWith(byte[] standardInput, Object... arguments) {
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
