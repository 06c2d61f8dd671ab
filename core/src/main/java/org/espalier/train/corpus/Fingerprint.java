package org.espalier.train.corpus;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.espalier.data.Sequence;
import org.espalier.model.Model;

/** SHA-256 of the content of sequences: tokens, labels and weights in their order; file names and line ends do not count. */
public final class Fingerprint {
    private static final int ENOUGH = 1 << 16;

    private final MessageDigest digest;
    private final FingerprintContent content = new FingerprintContent();

    public Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The fingerprint of sequences. */
    public static String of(Iterable<Sequence> sequences) {
        Fingerprint fingerprint = new Fingerprint();
        sequences.forEach(fingerprint::add);
        return fingerprint.hex();
    }

    /** The fingerprint of a text. */
    public static String of(String text) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.add(text);
        return fingerprint.hex();
    }

    /** The fingerprint of the remaining bytes of a buffer, whose position does not move. */
    public static String of(ByteBuffer bytes) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.digest.update(bytes.duplicate());
        return fingerprint.hex();
    }

    /** The fingerprint of the labels, attributes and weights of a model. */
    public static String of(Model model) {
        Fingerprint fingerprint = new Fingerprint();
        model.labels().names().forEach(fingerprint::add);
        fingerprint.drain(0);
        fingerprint.digest.update(model.encoder().attributes().toVocabulary().toBytes());
        fingerprint.digest.update(
                model.encoder().transitionAttributes().toVocabulary().toBytes());
        for (double weight : model.weights()) {
            fingerprint.content.number(weight);
            fingerprint.drain(ENOUGH);
        }
        return fingerprint.hex();
    }

    public void add(Sequence sequence) {
        content.add(sequence);
        drain(ENOUGH);
    }

    /** Adds a text. */
    public void add(String text) {
        content.text(text);
        drain(ENOUGH);
    }

    void add(FingerprintContent more) {
        drain(0);
        more.drainTo(digest);
    }

    private void drain(int enough) {
        if (content.size() > enough) {
            content.drainTo(digest);
        }
    }

    /** The fingerprint of all sequences so far; called once, at the end. */
    public String hex() {
        drain(0);
        return HexFormat.of().formatHex(digest.digest());
    }
}
