package org.espalier.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
