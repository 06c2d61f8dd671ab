package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.espalier.inference.Inference;
import org.espalier.inference.ScoredOutput;
import org.espalier.inference.Workspace;
import org.espalier.inference.chain.ChainInference;
import org.espalier.math.Kernels;
import org.espalier.structure.Output;
import org.espalier.structure.Supervision;
import org.espalier.structure.chain.Trellis;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The contract bites: a chain with one thing wrong fails the check that is about it. */
class StructureContractTest {

    /** The contract of chains, with another inference, or other gold standards, or other outputs. */
    private record Suite(
            Inference<Trellis> under, UnaryOperator<Supervision<Trellis>> supervisions, UnaryOperator<Output> outputs) {

        static Suite of(Inference<Trellis> under) {
            return new Suite(under, gold -> gold, output -> output);
        }

        static Suite of(UnaryOperator<Supervision<Trellis>> supervisions) {
            return new Suite(new Chain(), supervisions, output -> output);
        }

        static Suite ofOutputs(UnaryOperator<Output> outputs) {
            return new Suite(new Chain(), gold -> gold, outputs);
        }

        StructureContract<Trellis> contract() {
            ChainCases chains = new ChainCases();
            StructureCases<Trellis> wrong = new StructureCases<>() {
                @Override
                public Supplier<Trellis> tiny(Random random) {
                    return chains.tiny(random);
                }

                @Override
                public List<Listed> outputs(Trellis trellis) {
                    return chains.outputs(trellis).stream()
                            .map(listed -> new Listed(outputs.apply(listed.output()), listed.parts()))
                            .toList();
                }

                @Override
                public Gold<Trellis> gold(Trellis trellis, boolean single, Random random) {
                    Gold<Trellis> gold = chains.gold(trellis, single, random);
                    return new Gold<>(supervisions.apply(gold.supervision()), gold.errors());
                }

                @Override
                public Stream<Hyperedge> hyperedges(Trellis trellis) {
                    return chains.hyperedges(trellis);
                }
            };
            return suite(wrong, under, 1e-10);
        }

        /** Fails unless the check does. */
        void fails(String check) {
            assertThat(passes(check)).as("%s notices", check).isFalse();
        }

        boolean passes(String check) {
            return StructureContractTest.passes(contract(), check);
        }
    }

    private static StructureContract<Trellis> suite(
            StructureCases<Trellis> cases, Inference<Trellis> under, double allowance) {
        return new StructureContract<>() {
            @Override
            protected StructureCases<Trellis> cases() {
                return cases;
            }

            @Override
            protected Inference<Trellis> inference() {
                return under;
            }

            @Override
            protected double allowance() {
                return allowance;
            }
        };
    }

    private static boolean passes(StructureContract<Trellis> contract, String check) {
        try {
            Object tests = StructureContract.class.getDeclaredMethod(check).invoke(contract);
            if (tests instanceof Stream<?> stream) {
                for (Object test : stream.toList()) {
                    ((DynamicTest) test).getExecutable().execute();
                }
            }
            return true;
        } catch (AssertionError noticed) {
            return false;
        } catch (InvocationTargetException wrapped) {
            assertThat(wrapped.getCause()).isInstanceOf(AssertionError.class);
            return false;
        } catch (Throwable broken) {
            throw new AssertionError(check + " cannot be run", broken);
        }
    }

    /** Inference on chains, open to mistakes. */
    private static class Chain implements Inference<Trellis> {
        private final ChainInference right = new ChainInference(Kernels.scalar());

        @Override
        public double logSum(Trellis trellis, Workspace workspace) {
            return right.logSum(trellis, workspace);
        }

        @Override
        public double addMarginals(Trellis trellis, Workspace workspace, double weight, double[] into) {
            return right.addMarginals(trellis, workspace, weight, into);
        }

        @Override
        public ScoredOutput<?> best(Trellis trellis, Workspace workspace) {
            return right.best(trellis, workspace);
        }

        @Override
        public List<? extends ScoredOutput<?>> nBest(Trellis trellis, Workspace workspace, int n) {
            return right.nBest(trellis, workspace, n);
        }

        @Override
        public Output sample(Trellis trellis, Workspace workspace, RandomGenerator random) {
            return right.sample(trellis, workspace, random);
        }

        @Override
        public void addMarginalDerivatives(
                Trellis trellis, Workspace workspace, double[] direction, double weight, double[] into) {
            right.addMarginalDerivatives(trellis, workspace, direction, weight, into);
        }
    }

    /** A gold standard, open to mistakes. */
    private static class Judge implements Supervision<Trellis> {
        private final Supervision<Trellis> right;

        Judge(Supervision<Trellis> right) {
            this.right = right;
        }

        @Override
        public void requireFit(Trellis trellis) {
            right.requireFit(trellis);
        }

        @Override
        public boolean isSingle() {
            return right.isSingle();
        }

        @Override
        public Output single(Trellis trellis) {
            return right.single(trellis);
        }

        @Override
        public void forbid(Trellis trellis, double[] scores) {
            right.forbid(trellis, scores);
        }

        @Override
        public void addCost(Trellis trellis, double cost, double[] scores) {
            right.addCost(trellis, cost, scores);
        }

        @Override
        public int errors(Trellis trellis, Output output) {
            return right.errors(trellis, output);
        }
    }

    @Test
    void nothingIsFoundWhereNothingIsWrong() {
        for (String check : List.of(
                "nBestListsAllOutputsInOrder",
                "marginalsAreThoseOfAllOutputsAndCountSharedPartsAsOftenAsTheyOccur",
                "clampsForbidExactlyTheOutputsWithErrors",
                "aSupervisionOfAnotherSizeIsRefused")) {
            assertThat(Suite.of(new Chain()).passes(check)).as(check).isTrue();
        }
    }

    @Test
    void sumsThatAreWrong() {
        Suite unscaled = Suite.of(new Chain() {
            @Override
            public double logSum(Trellis trellis, Workspace workspace) {
                return super.logSum(trellis, workspace) + 1e-8;
            }
        });
        unscaled.fails("theLogSumIsThatOfAllOutputs");
        Suite once = Suite.of(new Chain() {
            @Override
            public double addMarginals(Trellis trellis, Workspace workspace, double weight, double[] into) {
                double[] marginals = new double[into.length];
                double logSum = super.addMarginals(trellis, workspace, 1, marginals);
                for (int part = 0; part < trellis.parts(); part++) {
                    into[part] += weight * Math.min(1, marginals[part]);
                }
                return logSum;
            }
        });
        once.fails("marginalsAreThoseOfAllOutputsAndCountSharedPartsAsOftenAsTheyOccur");
        once.fails("sumsOfLargerInstancesAreThoseOfTheWalk");
        once.fails("gradientsOfLossesAreDerivatives");
        once.fails("theLogLossOfLargerInstancesIsThatOfTheWalk");
        Suite.of(new Chain() {
                    @Override
                    public double entropy(Trellis trellis, Workspace workspace) {
                        return super.entropy(trellis, workspace) / Math.log(2);
                    }
                })
                .fails("entropyIsThatOfAllOutputs");
    }

    @Test
    void outputsThatAreMissedOrMisplaced() {
        Suite missing = Suite.of(new Chain() {
            @Override
            public List<? extends ScoredOutput<?>> nBest(Trellis trellis, Workspace workspace, int n) {
                List<? extends ScoredOutput<?>> all = super.nBest(trellis, workspace, n);
                return all.size() < 4
                        ? all
                        : Stream.concat(all.subList(0, 2).stream(), all.subList(3, all.size()).stream())
                                .toList();
            }
        });
        missing.fails("nBestListsAllOutputsInOrder");
        missing.fails("maximaOfLargerInstancesAreThoseOfTheWalk");
        Suite otherTies = Suite.of(new Chain() {
            @Override
            public ScoredOutput<?> best(Trellis trellis, Workspace workspace) {
                List<? extends ScoredOutput<?>> two = super.nBest(trellis, workspace, 2);
                boolean tie =
                        two.size() == 2 && two.get(0).score() == two.get(1).score();
                return tie ? two.get(1) : super.best(trellis, workspace);
            }
        });
        otherTies.fails("nBestBeginsWithTheBestAndShorterListsAreHeadsOfLongerOnes");
        Suite.of(new Chain() {
                    @Override
                    public ScoredOutput<?> best(Trellis trellis, Workspace workspace) {
                        ScoredOutput<?> best = super.best(trellis, workspace);
                        return new ScoredOutput<>(best.output(), Math.nextUp(best.score()));
                    }
                })
                .fails("theBestOutputIsTheBestOfAll");
        Suite.of(new Chain() {
                    @Override
                    public Output sample(Trellis trellis, Workspace workspace, RandomGenerator random) {
                        Output one = super.sample(trellis, workspace, random);
                        Output other = super.sample(trellis, workspace, random);
                        return one.score(workspace.scores()) >= other.score(workspace.scores()) ? one : other;
                    }
                })
                .fails("samplesComeAsOftenAsTheirProbabilitySays");
    }

    @Test
    void derivativesOfTheWrongSign() {
        Suite negated = Suite.of(new Chain() {
            @Override
            public void addMarginalDerivatives(
                    Trellis trellis, Workspace workspace, double[] direction, double weight, double[] into) {
                super.addMarginalDerivatives(trellis, workspace, direction, -weight, into);
            }
        });
        negated.fails("derivativesOfMarginalsAreCovariancesOfPartAndOutput");
        negated.fails("derivativesOfMarginalsAreLimitsOfDifferences");
        negated.fails("derivativesOfLargerInstancesAreLimitsOfDifferencesOfTheWalk");
        negated.fails("hessiansOfLossesAreThoseOfAllOutputs");
        negated.fails("hessiansOfLossesAreDerivativesOfGradients");
    }

    @Test
    void supervisionsThatJudgeWrongly() {
        Suite inverted = Suite.of(gold -> new Judge(gold) {
            @Override
            public void forbid(Trellis trellis, double[] scores) {
                double[] clamped = scores.clone();
                super.forbid(trellis, clamped);
                for (int part = trellis.sharedParts(); part < trellis.parts(); part++) {
                    scores[part] = clamped[part] == scores[part] ? Double.NEGATIVE_INFINITY : scores[part];
                }
            }
        });
        inverted.fails("clampsForbidExactlyTheOutputsWithErrors");
        inverted.fails("clampedSumsAreProbabilitiesOfWhatIsAllowed");
        inverted.fails("lossesAndTheirGradientsAreThoseOfAllOutputs");
        Suite free = Suite.of(gold -> new Judge(gold) {
            @Override
            public void addCost(Trellis trellis, double cost, double[] scores) {}
        });
        free.fails("costsAddToEveryOutputWhatItsErrorsCost");
        free.fails("lossesAndTheirGradientsAreThoseOfAllOutputs");
        Suite lenient = Suite.of(gold -> new Judge(gold) {
            @Override
            public int errors(Trellis trellis, Output output) {
                return Math.min(1, super.errors(trellis, output));
            }
        });
        lenient.fails("errorsAreCountedAndNoneMeansAllowed");
        lenient.fails("rivalsAreTheBestOutputsWithErrors");
        Suite.of(gold -> new Judge(gold) {
                    @Override
                    public void requireFit(Trellis trellis) {}
                })
                .fails("aSupervisionOfAnotherSizeIsRefused");
    }

    /** Adds every part once, however often it occurs. */
    private record Once(Output output) implements Output {
        @Override
        public double score(double[] scores) {
            return output.score(scores);
        }

        @Override
        public void addTo(double[] parts, double amount) {
            double[] counts = new double[parts.length];
            output.addTo(counts, 1);
            Arrays.setAll(parts, part -> parts[part] + (counts[part] > 0 ? amount : 0));
        }
    }

    @Test
    void outputsThatCountSharedPartsOnce() {
        Suite.ofOutputs(Once::new).fails("outputsAreSetsOfParts");
    }

    @Test
    void workspacesThatAreNotLeftInOrder() {
        Suite.of(new Chain() {
                    @Override
                    public double logSum(Trellis trellis, Workspace workspace) {
                        double logSum = super.logSum(trellis, workspace);
                        if (trellis.parts() > 0) {
                            workspace.scores()[trellis.parts() - 1] += 1;
                        }
                        return logSum;
                    }
                })
                .fails("inferenceLeavesTheScoresAsTheyAre");
        Suite stale = Suite.of(new Chain() {
            private final Map<Workspace, Map<Long, Double>> kept = new IdentityHashMap<>();

            /** Forgets that only the shared scores have a version. */
            @Override
            public double logSum(Trellis trellis, Workspace workspace) {
                return kept.computeIfAbsent(workspace, any -> new HashMap<>())
                        .computeIfAbsent(workspace.sharedVersion(), any -> super.logSum(trellis, workspace));
            }
        });
        stale.fails("sharedScoresAreWrittenOnceForManyInstances");
        Suite.of(new Chain() {
                    private final Map<Workspace, Integer> longest = new IdentityHashMap<>();

                    /** Asks the largest instance that the workspace has seen. */
                    @Override
                    public double entropy(Trellis trellis, Workspace workspace) {
                        int most = longest.merge(workspace, trellis.length(), Math::max);
                        return super.entropy(trellis, workspace) * most / Math.max(1, trellis.length());
                    }
                })
                .fails("aWorkspaceThatServedOtherInstancesAndStructuresGivesTheSameBitsAsAFreshOne");
    }

    @Test
    void derivativesAreNotAskedOfInferenceThatHasNone() {
        Suite without = Suite.of(new Chain() {
            @Override
            public boolean hasMarginalDerivatives() {
                return false;
            }

            @Override
            public void addMarginalDerivatives(
                    Trellis trellis, Workspace workspace, double[] direction, double weight, double[] into) {
                throw new UnsupportedOperationException("no derivatives");
            }
        });
        assertThat(without.passes("hessiansOfLossesAreThoseOfAllOutputs")).isTrue();
        assertThat(without.passes("inferenceLeavesTheScoresAsTheyAre")).isTrue();
        assertThatThrownBy(() -> without.passes("derivativesOfMarginalsAreCovariancesOfPartAndOutput"))
                .hasRootCauseInstanceOf(TestAbortedException.class);
    }

    @Test
    void approximationsAreComparedAsCloselyAsTheyPromise() {
        Inference<Trellis> rough = new Chain() {
            @Override
            public boolean isExact() {
                return false;
            }

            @Override
            public double addMarginals(Trellis trellis, Workspace workspace, double weight, double[] into) {
                return super.addMarginals(trellis, workspace, weight * 1.001, into);
            }
        };
        String marginals = "marginalsAreThoseOfAllOutputsAndCountSharedPartsAsOftenAsTheyOccur";
        assertThat(passes(suite(new ChainCases(), rough, 1e-2), marginals)).isTrue();
        assertThat(passes(suite(new ChainCases(), rough, 1e-4), marginals)).isFalse();
        assertThatThrownBy(() -> passes(suite(new ChainCases(), rough, 1e-2), "gradientsOfLossesAreDerivatives"))
                .hasRootCauseInstanceOf(TestAbortedException.class);
        StructureContract<Trellis> unpromising = new StructureContract<>() {
            @Override
            protected StructureCases<Trellis> cases() {
                return new ChainCases();
            }

            @Override
            protected Inference<Trellis> inference() {
                return rough;
            }
        };
        assertThat(passes(unpromising, marginals)).isTrue();
    }
}
