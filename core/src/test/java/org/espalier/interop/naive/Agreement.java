package org.espalier.interop.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.data.Attribute;
import org.espalier.data.Sequence;
import org.espalier.data.Token;
import org.espalier.model.Model;
import org.espalier.model.Tagging;

/** Whether a model that the project read answers like the arrays of the file. */
public final class Agreement {
    private Agreement() {}

    /** The model in a file of another program. */
    public static NaiveModel naive(byte[] file) {
        return switch (file[0]) {
            case 'l' -> new NaiveCrfsuite(file);
            case '#' -> new NaiveWapiti(file);
            case 'v' -> NaiveCrfpp.ofText(file);
            default -> NaiveCrfpp.ofBinary(file);
        };
    }

    /** Lines of columns, or of CRFsuite's items, as the project has them. */
    public static Sequence sequence(List<String> lines, boolean items) {
        List<Token> tokens = new ArrayList<>();
        for (String line : lines) {
            String[] fields = items ? line.split("\t", -1) : line.split("[ \t]+", -1);
            tokens.add(items ? Token.ofAttributes(attributes(fields)) : Token.ofColumns(fields));
        }
        return Sequence.of(tokens, null);
    }

    private static List<Attribute> attributes(String[] fields) {
        List<Attribute> attributes = new ArrayList<>();
        for (String field : Arrays.asList(fields).subList(1, fields.length)) {
            String[] parts = NaiveCrfsuite.parts(field);
            attributes.add(new Attribute(parts[0], Double.parseDouble(parts[1])));
        }
        return attributes;
    }

    /** Labels, probabilities and marginals are the same; CRF++ adds in single precision. */
    public static void assertSame(Model model, NaiveModel naive, List<List<String>> data, double precision) {
        for (List<String> lines : data) {
            Tagging tagging = model.tagger().tag(sequence(lines, naive instanceof NaiveCrfsuite));
            NaiveChain chain = naive.isLocal() ? naive.chain(lines).locallyNormalised() : naive.chain(lines);
            int[] path = chain.best();
            double[][] marginals = chain.marginals();
            double[][] found = tagging.marginals();

            assertThat(tagging.labels())
                    .isEqualTo(Arrays.stream(path).mapToObj(naive.labels()::get).toList());
            assertThat(tagging.logProbability())
                    .isCloseTo(chain.score(path) - chain.logPartition(), within(100 * precision));
            for (int t = 0; t < path.length; t++) {
                for (int y = 0; y < naive.labels().size(); y++) {
                    int own = model.labels().indexOf(naive.labels().get(y));
                    assertThat(found[t][own]).isCloseTo(marginals[t][y], within(10 * precision));
                }
            }
        }
    }
}
