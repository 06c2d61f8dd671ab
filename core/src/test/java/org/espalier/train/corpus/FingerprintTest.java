package org.espalier.train.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Location;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.feature.AttributeIndex;
import org.espalier.feature.template.Template;
import org.espalier.model.Model;
import org.espalier.train.SyntheticData;
import org.espalier.train.Trainer;
import org.espalier.train.TrainingOptions;
import org.junit.jupiter.api.Test;

/** The fingerprint is SHA-256 of a content that is written here with the tools of the platform. */
class FingerprintTest {

    /** Texts have their length before them, numbers are big-endian. */
    private static final class Content {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream output = new DataOutputStream(bytes);

        void text(String text) throws IOException {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            output.writeInt(utf8.length);
            output.write(utf8);
        }

        void sequence(Sequence sequence) throws IOException {
            output.writeInt(sequence.length());
            output.writeDouble(sequence.weight());
            for (Token token : sequence.tokens()) {
                output.writeInt(token.columns().size());
                for (String column : token.columns()) {
                    text(column);
                }
                output.writeInt(token.attributes().size());
                for (Attribute attribute : token.attributes()) {
                    text(attribute.name());
                    output.writeDouble(attribute.value());
                }
            }
            if (sequence.labels() != null) {
                for (String label : sequence.labels()) {
                    text(label);
                }
            }
        }

        void vocabulary(AttributeIndex attributes) throws IOException {
            ByteBuffer buffer = attributes.toVocabulary().toBytes();
            byte[] all = new byte[buffer.remaining()];
            buffer.get(all);
            output.write(all);
        }

        String digest() throws Exception {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray()));
        }
    }

    /** Of so many bytes that they pass on to the digest in several pieces; words of all lengths, in and out of ASCII. */
    private static List<Sequence> sequences() {
        List<Sequence> sequences = new ArrayList<>();
        for (int n = 0; n < 900; n++) {
            List<Token> tokens = new ArrayList<>();
            List<String> labels = new ArrayList<>();
            for (int t = 0; t < n % 7; t++) {
                String word =
                        (n % 3 == 0 ? "ä日𝄞" : "w").repeat((n + t) % 40) + "\u007f\u0080".substring(n % 2, 1 + n % 2);
                tokens.add(
                        new Token(List.of(word, "p" + t), List.of(new Attribute(word, n / 7.0), Attribute.of("bias"))));
                labels.add("L" + n % 5);
            }
            sequences.add(new Sequence(tokens, n % 11 == 0 ? null : labels, 1 + n % 4, List.of(), Location.NONE));
        }
        return sequences;
    }

    @Test
    void ofSequencesItIsTheDigestOfTheirContent() throws Exception {
        List<Sequence> sequences = sequences();
        Content content = new Content();
        for (Sequence sequence : sequences) {
            content.sequence(sequence);
        }
        assertThat(content.bytes.size()).isGreaterThan(3 << 16);
        assertThat(Fingerprint.of(sequences)).isEqualTo(content.digest());

        Fingerprint inBatches = new Fingerprint();
        for (int begin = 0; begin < sequences.size(); begin += 100) {
            FingerprintContent batch = new FingerprintContent();
            sequences.subList(begin, begin + 100).forEach(batch::add);
            inBatches.add(batch);
            assertThat(batch.size()).as("passed on").isZero();
        }
        assertThat(inBatches.hex()).isEqualTo(content.digest());
    }

    @Test
    void ofATextAndOfAModelToo() throws Exception {
        Content text = new Content();
        text.text("ä gazetteer");
        assertThat(Fingerprint.of("ä gazetteer")).isEqualTo(text.digest());

        Model model = new Trainer(
                        Template.parse("U0:%x[0,0]\nB0:%x[0,0]", "t"),
                        TrainingOptions.DEFAULTS.withThreads(1).withMaxIterations(2))
                .train(SyntheticData.sequences(3, 20, 3));
        Content content = new Content();
        for (String label : model.labels().names()) {
            content.text(label);
        }
        content.vocabulary(model.encoder().attributes());
        content.vocabulary(model.encoder().transitionAttributes());
        for (double weight : model.weights()) {
            content.output.writeDouble(weight);
        }
        assertThat(Fingerprint.of(model)).isEqualTo(content.digest());
    }

    @Test
    void ofBytesItIsTheirDigest() throws Exception {
        byte[] bytes = {9, 1, 2, 3, 9};
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 1, 3);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(new byte[] {1, 2, 3});
        assertThat(Fingerprint.of(buffer)).isEqualTo(HexFormat.of().formatHex(digest));
        assertThat(buffer.remaining()).as("the position does not move").isEqualTo(3);
    }

    @Test
    void batchesAndSingleSequencesStayInOrder() throws Exception {
        List<Sequence> sequences = sequences().subList(0, 30);
        Fingerprint mixed = new Fingerprint();
        Content content = new Content();
        for (int n = 0; n < 30; n++) {
            content.sequence(sequences.get(n));
            if (n % 2 == 0) {
                mixed.add(sequences.get(n));
            } else {
                FingerprintContent batch = new FingerprintContent();
                batch.add(sequences.get(n));
                mixed.add(batch);
            }
        }
        assertThat(mixed.hex()).isEqualTo(content.digest());
    }
}
