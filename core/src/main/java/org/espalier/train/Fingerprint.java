package org.espalier.train;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;

/** SHA-256 of the content of sequences: tokens, labels and weights in their order; file names and line ends do not count. */
final class Fingerprint {
    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    void add(Sequence sequence) {
        number(sequence.length());
        digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(0, sequence.weight()));
        for (Token token : sequence.tokens()) {
            number(token.columns().size());
            token.columns().forEach(this::text);
            number(token.attributes().size());
            for (Attribute attribute : token.attributes()) {
                text(attribute.name());
                digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(0, attribute.value()));
            }
        }
        List<String> labels = sequence.labels();
        if (labels != null) {
            labels.forEach(this::text);
        }
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }

    private void number(int value) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, value));
    }

    /** The fingerprint of all sequences so far; called once, at the end. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
