package org.espalier.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.espalier.structure.chain.Trellis;
import org.jspecify.annotations.Nullable;

/** Draws random cases from a seed; the same seed gives the same case, and every case says its seed. */
public final class Generators {

    private final long seed;
    private final Random random;

    public Generators(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    public Random random() {
        return random;
    }

    /** A tiny trellis (1 ≤ T ≤ 5, S ≤ 4, own transitions at some positions) with scores of a kind. */
    public ScoredTrellis tiny(Kind kind) {
        return trellis(kind, 1 + random.nextInt(5), 1 + random.nextInt(4), random.nextBoolean() ? 0.0 : 0.6);
    }

    /**
     * A trellis with scores of a kind.
     *
     * @param ownShare the probability that a position has own transition parts
     */
    public ScoredTrellis trellis(Kind kind, int length, int states, double ownShare) {
        int[] own = new int[Math.max(0, length - 1)];
        int count = 0;
        for (int t = 1; t < length; t++) {
            if (random.nextDouble() < ownShare) {
                own[count++] = t;
            }
        }
        Trellis trellis = Trellis.chain(length, states, Arrays.copyOf(own, count));
        return new ScoredTrellis(trellis, scores(kind, trellis), kind + " with seed " + seed);
    }

    private double[] scores(Kind kind, Trellis trellis) {
        double[] scores = new double[trellis.parts()];
        for (int part = 0; part < scores.length; part++) {
            scores[part] = kind.score(random);
        }
        int states = trellis.states();
        if (kind == Kind.ONE_OUTPUT) {
            for (int t = 0; t < trellis.length(); t++) {
                int offset = trellis.stateOffset(t);
                int kept = random.nextInt(states);
                for (int s = 0; s < states; s++) {
                    scores[offset + s] = s == kept ? scores[offset + s] : Double.NEGATIVE_INFINITY;
                }
            }
        } else if (kind == Kind.NO_OUTPUT && trellis.length() > 0) {
            int offset = trellis.stateOffset(random.nextInt(trellis.length()));
            Arrays.fill(scores, offset, offset + states, Double.NEGATIVE_INFINITY);
        } else if (kind == Kind.NO_SHARED_PART) {
            Arrays.fill(scores, 0, trellis.sharedParts(), Double.NEGATIVE_INFINITY);
        }
        return scores;
    }

    /** One state per position. */
    public int[] path(int length, int states) {
        int[] path = new int[length];
        Arrays.setAll(path, t -> random.nextInt(states));
        return path;
    }

    /** The allowed states of each position: one, several, or (null) all. */
    public int[] @Nullable [] allowed(int length, int states) {
        int[] @Nullable [] allowed = new int[length][];
        for (int t = 0; t < length; t++) {
            int wanted = random.nextInt(states + 1);
            if (wanted > 0) {
                List<Integer> all = new ArrayList<>();
                for (int s = 0; s < states; s++) {
                    all.add(s);
                }
                Collections.shuffle(all, random);
                allowed[t] = all.subList(0, wanted).stream()
                        .mapToInt(Integer::intValue)
                        .toArray();
            }
        }
        return allowed;
    }

    /** So many numbers, normal with standard deviation {@code scale}. */
    public double[] normal(int size, double scale) {
        double[] numbers = new double[size];
        Arrays.setAll(numbers, k -> scale * random.nextGaussian());
        return numbers;
    }
}
