package org.espalier.cli.dropin.wapiti;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.dropin.DropInCommand;
import org.espalier.cli.option.CommandFiles;
import org.espalier.cli.option.UsedFile;
import org.espalier.interop.FixedPoint;
import org.espalier.interop.wapiti.WapitiModelFile;
import org.espalier.model.Model;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TraceLevel;

/** What the modes share: an input and an output, which are the standard ones unless they are named. */
abstract class WapitiMode extends DropInCommand {
    /** One character for each byte. */
    static final Charset BYTES = StandardCharsets.ISO_8859_1;

    @Parameters(
            arity = "0..2",
            paramLabel = "FILE",
            description = "Input and output. Default: standard input and standard output.")
    @UsedFile(UsedFile.Use.DECLARED)
    private List<String> files = List.of();

    /** As with Wapiti, an option may be given again, and the last one counts: GROBID does so. */
    @Spec
    void allowRepeatedOptions(CommandSpec spec) {
        spec.parser().overwrittenOptionsAllowed(true);
        CommandLine.tracer().setLevel(TraceLevel.OFF); // which would warn of it
    }

    @Override
    protected void declare(CommandFiles used) {
        String input = file(0);
        if (input == null) {
            used.readsStandardInput("the input");
        } else {
            used.reads("", "the input", input);
        }
        String output = file(1);
        if (output != null) {
            used.writes("", "the output", output);
        }
    }

    private @Nullable String file(int index) {
        return files.size() > index && !files.get(index).equals("-") ? files.get(index) : null;
    }

    final boolean readsStandardInput() {
        return file(0) == null;
    }

    final String inputName() {
        String name = file(0);
        return name == null ? "standard input" : name;
    }

    /** Reads the input. */
    interface Use<T> {
        T of(InputStream input) throws IOException;
    }

    final <T> T withInput(Use<T> use) throws IOException {
        String name = file(0);
        return name == null ? use.of(System.in) : withFile(Path.of(name), use);
    }

    static <T> T withFile(Path file, Use<T> use) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return use.of(input);
        }
    }

    /** The output, to be closed. */
    final OutputStream output() throws IOException {
        String name = file(1);
        return name == null ? new StandardOutput() : Files.newOutputStream(Path.of(name));
    }

    private final class StandardOutput extends OutputStream {
        @Override
        public void write(int b) {
            print(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            print(Arrays.copyOfRange(bytes, offset, offset + length));
        }

        @Override
        public void flush() {
            WapitiMode.this.flush();
        }
    }

    /** Writes a model to the output. */
    final void save(Model model) throws IOException {
        String name = file(1);
        if (name != null) {
            save(Path.of(name), file -> WapitiModelFile.write(model, file, BYTES));
            return;
        }
        try (OutputStream output = output()) {
            WapitiModelFile.write(model, output, BYTES);
        }
    }

    /** Text that was read byte by byte, for people. */
    static String readable(String bytes) {
        return new String(bytes.getBytes(BYTES), StandardCharsets.UTF_8);
    }

    /** Like C's {@code %5.2f} and its kin. */
    static String fixed(double value, int width, int digits) {
        String text = Double.isNaN(value) ? "-nan" : FixedPoint.of(value, digits);
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** Like C's {@code %-6s}. */
    static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
