package org.espalier.cli.trial;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.espalier.data.Sequence;
import org.espalier.model.Tagger;

/**
 * The speeds of two taggers on the same sequences, measured in rounds: each round, one tags them and then the other, and who begins
 * changes from round to round. The clock is the thread's CPU time, so that neither other programs nor the garbage collector count.
 *
 * @param tokens of a round
 * @param first the first tagger's nanoseconds in each round
 * @param second the second one's
 */
public record SpeedTrial(long tokens, List<Long> first, List<Long> second) {
    /** Smaller differences come from where things happen to lie in memory, even between a model and itself. */
    private static final double LEAST_RATIO = 1.15;

    /** As many rounds must agree that a coin would do so less than once in ten thousand times. */
    private static final int ROUNDS = 25;

    private static final int MOST_DISSENTING = 2;

    /** Before anything is measured both taggers run for so long, until the JVM has compiled them. */
    private static final long WARM_UP_NANOS = 500_000_000L;

    /** About so long is a round for one tagger. */
    private static final long ROUND_NANOS = 15_000_000L;

    /** What the rounds prove. */
    public enum Verdict {
        FIRST_IS_FASTER,
        SECOND_IS_FASTER,
        NO_DIFFERENCE
    }

    public SpeedTrial {
        first = List.copyOf(first);
        second = List.copyOf(second);
        if (first.size() != second.size() || first.isEmpty()) {
            throw new IllegalArgumentException(
                    first.size() + " and " + second.size() + " rounds; expected as many, and one at least");
        }
    }

    /** Lets both taggers run over the sequences, of which there is at least one token. */
    public static SpeedTrial of(Tagger first, Tagger second, List<Sequence> sequences) {
        LongSupplier clock = ManagementFactory.getThreadMXBean().isCurrentThreadCpuTimeSupported()
                ? ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime
                : System::nanoTime;
        List<Sequence> round = round(first, second, sequences, clock);
        List<Long> firsts = new ArrayList<>();
        List<Long> seconds = new ArrayList<>();
        for (int n = 0; n < ROUNDS; n++) {
            if (n % 2 == 0) {
                firsts.add(nanos(first, round, clock));
                seconds.add(nanos(second, round, clock));
            } else {
                seconds.add(nanos(second, round, clock));
                firsts.add(nanos(first, round, clock));
            }
        }
        return new SpeedTrial(round.stream().mapToLong(Sequence::length).sum(), firsts, seconds);
    }

    /** Warms both up, and returns as many sequences as make a round, some of them more than once if there are few. */
    private static List<Sequence> round(Tagger first, Tagger second, List<Sequence> sequences, LongSupplier clock) {
        long spent = 0;
        int tagged = 0;
        while (spent < 2 * WARM_UP_NANOS) {
            List<Sequence> next = List.of(sequences.get(tagged++ % sequences.size()));
            spent += nanos(first, next, clock) + nanos(second, next, clock);
        }
        long each = Math.max(1, spent / (2L * tagged));
        int count = (int) Math.max(1, Math.min(1_000_000, ROUND_NANOS / each));
        return IntStream.range(0, count)
                .mapToObj(n -> sequences.get(n % sequences.size()))
                .toList();
    }

    private static long nanos(Tagger tagger, List<Sequence> sequences, LongSupplier clock) {
        long begun = clock.getAsLong();
        for (Sequence sequence : sequences) {
            tagger.tag(sequence);
        }
        return Math.max(1, clock.getAsLong() - begun);
    }

    /** Tokens a second of the first tagger in the median round. */
    public double firstSpeed() {
        return tokens * 1e9 / median(first);
    }

    /** Tokens a second of the second tagger in the median round. */
    public double secondSpeed() {
        return tokens * 1e9 / median(second);
    }

    /** How many times as fast the second one is, in the median round. */
    public double ratio() {
        return median(IntStream.range(0, first.size())
                .mapToObj(n -> first.get(n) / (double) second.get(n))
                .toList());
    }

    /** Which is faster: only if it is so by a margin, and in nearly every round. */
    public Verdict verdict() {
        double ratio = ratio();
        long dissenting = IntStream.range(0, first.size())
                .filter(n -> ratio > 1 ? first.get(n) <= second.get(n) : first.get(n) >= second.get(n))
                .count();
        if (first.size() < ROUNDS || dissenting > MOST_DISSENTING || Math.max(ratio, 1 / ratio) < LEAST_RATIO) {
            return Verdict.NO_DIFFERENCE;
        }
        return ratio > 1 ? Verdict.SECOND_IS_FASTER : Verdict.FIRST_IS_FASTER;
    }

    private static double median(List<? extends Number> values) {
        List<Double> sorted =
                new ArrayList<>(values.stream().map(Number::doubleValue).toList());
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
