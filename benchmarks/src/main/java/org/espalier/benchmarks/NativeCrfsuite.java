package org.espalier.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import third_party.org.chokkan.crfsuite.Attribute;
import third_party.org.chokkan.crfsuite.Item;
import third_party.org.chokkan.crfsuite.ItemSequence;

/** The native CRFsuite that jcrfsuite bundles. */
public final class NativeCrfsuite {
    private NativeCrfsuite() {}

    /** jcrfsuite's own loader defines its classes a second time, in another class loader, which current JDKs refuse. */
    public static void load() throws IOException {
        String resource = "/crfsuite-0.12/Linux/amd64/libcrfsuite.so";
        Path library = Files.createTempFile("libcrfsuite", ".so");
        library.toFile().deleteOnExit();
        try (InputStream bytes = NativeCrfsuite.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new BenchmarkFailure("jcrfsuite has no " + resource);
            }
            Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
        }
        System.load(library.toString());
    }

    /** The attributes of a sequence as CRFsuite's objects. */
    public static ItemSequence items(Sequence sequence) {
        ItemSequence items = new ItemSequence();
        for (Token token : sequence.tokens()) {
            Item item = new Item();
            token.attributes().forEach(attribute -> item.add(new Attribute(attribute.name(), attribute.value())));
            items.add(item);
        }
        return items;
    }
}
