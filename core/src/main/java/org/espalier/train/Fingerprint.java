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
import org.espalier.model.Model;

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

    /** The fingerprint of a text. */
    static String of(String text) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.text(text);
        return fingerprint.hex();
    }

    /** The fingerprint of the labels, attributes and weights of a model. */
    static String of(Model model) {
        Fingerprint fingerprint = new Fingerprint();
        model.labels().names().forEach(fingerprint::text);
        fingerprint.digest.update(model.encoder().attributes().toBytes());
        fingerprint.digest.update(model.encoder().transitionAttributes().toBytes());
        for (double weight : model.weights()) {
            fingerprint.number(weight);
        }
        return fingerprint.hex();
    }

    void add(Sequence sequence) {
        number(sequence.length());
        number(sequence.weight());
        for (Token token : sequence.tokens()) {
            number(token.columns().size());
            token.columns().forEach(this::text);
            number(token.attributes().size());
            for (Attribute attribute : token.attributes()) {
                text(attribute.name());
                number(attribute.value());
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

    private void number(double value) {
        digest.update(ByteBuffer.allocate(Double.BYTES).putDouble(0, value));
    }

    /** The fingerprint of all sequences so far; called once, at the end. */
    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
