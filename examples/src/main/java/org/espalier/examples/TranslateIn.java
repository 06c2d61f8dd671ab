package org.espalier.examples;

import java.util.List;
import java.util.Locale;
import org.espalier.entropy.Distribution;
import org.espalier.entropy.Entropy;
import org.espalier.entropy.Entropy.Unit;
import org.espalier.entropy.MaximumEntropy;

/**
 * How to translate <i>in</i> when little is known (Berger, Della Pietra &amp; Della Pietra 1996): the distribution that agrees with
 * the facts and assumes nothing else.
 */
public final class TranslateIn {
    private TranslateIn() {}

    public static void main(String[] args) {
        MaximumEntropy<String> nothingKnown = MaximumEntropy.over(List.of("dans", "en", "à", "au cours de", "pendant"));
        MaximumEntropy<String> oneFact =
                nothingKnown.expect("dans or en", word -> word.equals("dans") || word.equals("en") ? 1 : 0, 3 / 10.0);
        MaximumEntropy<String> twoFacts =
                oneFact.expect("dans or à", word -> word.equals("dans") || word.equals("à") ? 1 : 0, 1 / 2.0);
        print("nothing is known", nothingKnown);
        print("p(dans) + p(en) = 3/10", oneFact);
        print("and p(dans) + p(à) = 1/2", twoFacts);
    }

    private static void print(String facts, MaximumEntropy<String> problem) {
        Distribution<String> solution = problem.solve();
        System.out.printf(Locale.ROOT, "%s: %.6f bits%n", facts, Entropy.entropy(solution.probabilities(), Unit.BITS));
        solution.toMap().forEach((word, p) -> System.out.printf(Locale.ROOT, "    %-12s %.6f%n", word, p));
    }
}
