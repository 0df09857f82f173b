package org.c4igateway.lab.transport.durability;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.lab.transport.ExchangeResult;

/**
 * What policies promise a late reader: computed from the policies, the time of joining and the number of samples alone.
 * Samples are numbered from 1. Those that were written before the reader joined are its past.
 *
 * <ul>
 *   <li>VOLATILE: nothing of the past.
 *   <li>TRANSIENT_LOCAL: the past as long as the writer lives.
 *   <li>TRANSIENT: the past as long as the history service lives, which keeps it in memory.
 *   <li>PERSISTENT: the past.
 *   <li>RELIABLE: the newest of the past to the depth of HISTORY, no others, and to this depth what is written from
 *       then on; with KEEP_ALL all of both.
 *   <li>BEST_EFFORT: nothing must arrive. Of the past no more than the depth may; which ones, depends on what has
 *       arrived where they are kept.
 *   <li>Always in order, each once.
 * </ul>
 *
 * @param mustPast samples of the past that have to arrive
 * @param mustLive samples written after the reader joined that have to
 * @param past samples of the past that may arrive
 * @param mostPast how many of those
 * @param live samples written after the reader joined
 */
record Promise(Span mustPast, Span mustLive, Span past, long mostPast, Span live) {
    /** Successive numbers; none when the last is less than the first. */
    record Span(long first, long last) {
        static final Span NONE = new Span(1, 0);

        /** The last ones of those up to a number. */
        static Span newest(long depth, long last) {
            return new Span(Math.max(1, last - depth + 1), last);
        }

        boolean has(long number) {
            return first <= number && number <= last;
        }

        long size() {
            return last - first + 1;
        }

        LongStream numbers() {
            return LongStream.rangeClosed(first, last);
        }
    }

    /** @param samples that the writer writes */
    static Promise of(Combination policies, JoinTime join, long samples) {
        long half = half(samples);
        long written = join == JoinTime.HALF ? half : samples;
        Span live = new Span(written + 1, samples);
        boolean keepsAll = policies.history().depth().isEmpty();
        long depth = policies.history().depth().orElse((int) samples);
        boolean kept = isKept(policies, join);
        Span newest = kept ? Span.newest(depth, written) : Span.NONE;
        if (policies.reliability() == Reliability.Kind.BEST_EFFORT) {
            Span past = kept && policies.isServed() ? new Span(1, written) : newest;
            return new Promise(Span.NONE, Span.NONE, past, newest.size(), live);
        }
        Span last = Span.newest(depth, samples);
        Span mustLive = keepsAll ? live : new Span(Math.max(live.first(), last.first()), samples);
        return new Promise(newest, mustLive, newest, newest.size(), live);
    }

    /** How many of its samples a writer writes before the first reader joins. */
    static long half(long samples) {
        return samples / 2;
    }

    private static boolean isKept(Combination policies, JoinTime join) {
        return switch (policies.durability()) {
            case VOLATILE -> false;
            case TRANSIENT_LOCAL -> join == JoinTime.HALF || join == JoinTime.END;
            case TRANSIENT -> join != JoinTime.RESTART;
            case PERSISTENT -> true;
        };
    }

    /** Judges what arrived, in order of arrival. */
    ExchangeResult.Join judge(JoinTime when, List<Long> arrived) {
        long first = arrived.isEmpty() ? 0 : arrived.getFirst();
        long last = arrived.isEmpty() ? 0 : arrived.getLast();
        boolean ordered = firstOutOfOrder(arrived) == 0;
        long between = arrived.isEmpty() ? 0 : last - first + 1 - arrived.size();
        return new ExchangeResult.Join(
                when.text(),
                text(mustPast, mustLive),
                mayText(),
                arrived.size(),
                first,
                last,
                ordered,
                ordered ? between : 0,
                fault(arrived));
    }

    private String mayText() {
        if (mostPast >= past.size()) {
            return text(past, live);
        }
        String old = "≤" + mostPast + ": " + text(past, Span.NONE);
        return live.size() == 0 ? old : old + "; " + text(Span.NONE, live);
    }

    private static String text(Span past, Span live) {
        return Numbers.text(
                LongStream.concat(past.numbers(), live.numbers()).boxed().toList());
    }

    /** @return how this breaks the promise; empty when it does not */
    private String fault(List<Long> arrived) {
        long misplaced = firstOutOfOrder(arrived);
        if (misplaced > 0) {
            return misplaced + " comes behind a later one, or twice; arrived: " + Numbers.text(arrived);
        }
        List<Long> wrong = arrived.stream()
                .filter(number -> !past.has(number) && !live.has(number))
                .toList();
        if (!wrong.isEmpty()) {
            return "got " + Numbers.text(wrong) + ", which must not arrive";
        }
        long old = arrived.stream().filter(past::has).count();
        if (old > mostPast) {
            return "got " + old + " samples of the past, more than " + mostPast;
        }
        Set<Long> there = new HashSet<>(arrived);
        List<Long> lacking = LongStream.concat(mustPast.numbers(), mustLive.numbers())
                .boxed()
                .filter(number -> !there.contains(number))
                .toList();
        return lacking.isEmpty() ? "" : "lacks " + Numbers.text(lacking) + "; arrived: " + Numbers.text(arrived);
    }

    /** @return the first number that is not greater than the one before; 0 for none */
    private static long firstOutOfOrder(List<Long> arrived) {
        for (int i = 1; i < arrived.size(); i++) {
            if (arrived.get(i) <= arrived.get(i - 1)) {
                return arrived.get(i);
            }
        }
        return 0;
    }
}
