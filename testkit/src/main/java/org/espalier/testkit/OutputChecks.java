package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.structure.Structure;

/** Structures and outputs against the list of their parts; and whether the cases are fit to test anything. */
final class OutputChecks<S extends Structure> {
    private static final int MOST_OUTPUTS = 2_000;

    private final StructureCases<S> cases;

    OutputChecks(StructureCases<S> cases) {
        this.cases = cases;
    }

    /** The list can serve as an oracle. */
    void listing(ScoredStructure<S> drawn) {
        Structure structure = drawn.structure();
        assertThat(drawn.outputs()).as(drawn.toString()).isNotEmpty().hasSizeLessThanOrEqualTo(MOST_OUTPUTS);
        Set<List<Integer>> distinct = new HashSet<>();
        for (Listed listed : drawn.outputs()) {
            for (int part : listed.parts()) {
                assertThat(part).as("%s of %s", listed, drawn).isBetween(0, structure.parts() - 1);
            }
            assertThat(distinct.add(InferenceChecks.parts(listed)))
                    .as("%s is listed once in %s", listed, drawn)
                    .isTrue();
        }
    }

    void sizes(ScoredStructure<S> drawn) {
        S structure = drawn.structure();
        assertThat(structure.length()).as(drawn.toString()).isNotNegative();
        assertThat(structure.sharedParts()).as(drawn.toString()).isBetween(0, structure.parts());
    }

    /** Σ scores[part], and what is added to an array that has other things in it. */
    void outputsAreSetsOfParts(ScoredStructure<S> drawn) {
        int parts = drawn.structure().parts();
        double[] scores = Arrays.copyOf(drawn.scores(), parts + 3);
        Arrays.fill(scores, parts, parts + 3, Double.NaN); // a workspace is often too long
        for (Listed listed : drawn.outputs()) {
            Close.check(listed.output().score(scores), listed.score(scores), 1e-12, listed + " of " + drawn);
            double[] found = new Generators(3).normal(parts + 3, 1);
            double[] expected = found.clone();
            listed.output().addTo(found, -2.5);
            listed.addTo(expected, -2.5);
            Close.check(found, expected, 1e-12, listed + " of " + drawn);
        }
    }

    void structuresOfAModelShareParts(long seed) {
        Random random = ScoredStructure.random(seed);
        for (Supplier<S> model : List.of(cases.tiny(random), cases.larger(random))) {
            int shared = model.get().sharedParts();
            for (int n = 0; n < 5; n++) {
                assertThat(model.get().sharedParts()).as("seed %d", seed).isEqualTo(shared);
            }
        }
    }

    /** Cases that never leave one output, or whose gold standard allows everything, would prove nothing. */
    void casesAreWhatTheySay(List<ScoredStructure<S>> all) {
        boolean several = false;
        boolean clamps = false;
        boolean forbids = false;
        for (ScoredStructure<S> drawn : all) {
            several |= drawn.outputs().size() > 1;
            Gold<S> gold = cases.gold(drawn.structure(), false, ScoredStructure.random(5));
            long allowed = drawn.outputs().stream().filter(gold::allows).count();
            clamps |= allowed > 1;
            forbids |= allowed < drawn.outputs().size();
        }
        assertThat(several).as("a structure with several outputs").isTrue();
        assertThat(clamps).as("a gold standard that allows several outputs").isTrue();
        assertThat(forbids).as("a gold standard that forbids an output").isTrue();
        assertThat(all.stream()
                        .filter(drawn -> drawn.origin().startsWith(Kind.ONE_OUTPUT.name()))
                        .anyMatch(drawn -> drawn.outputs().size() > 1
                                && drawn.enumeration().count() == 1))
                .as("one of several outputs is left")
                .isTrue();
        assertThat(all.stream()
                        .filter(drawn -> drawn.origin().startsWith(Kind.NO_OUTPUT.name()))
                        .anyMatch(drawn -> drawn.enumeration().count() == 0))
                .as("no output is left")
                .isTrue();
    }
}
