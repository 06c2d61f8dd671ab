package org.espalier.cli.dropin.crfsuite;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.interop.crfsuite.CrfsuiteItemsReader;

/** Opens files of items as bytes. */
final class ItemFiles {
    private ItemFiles() {}

    /** The items of a file, or of standard input for {@code -}. */
    static CrfsuiteItemsReader open(String name, CrfsuiteItemsReader.Use use) throws IOException {
        InputStream input = name.equals("-") ? new StandardInput() : Files.newInputStream(Path.of(name));
        return new CrfsuiteItemsReader(input, name, StandardCharsets.ISO_8859_1, use);
    }

    /** Standard input, which stays open. */
    private static final class StandardInput extends FilterInputStream {
        StandardInput() {
            super(System.in);
        }

        @Override
        public void close() {
            // It is not ours.
        }
    }
}
