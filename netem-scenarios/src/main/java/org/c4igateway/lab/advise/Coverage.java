package org.c4igateway.lab.advise;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.scenario.Event;
import org.c4igateway.lab.scenario.Flow;

/** Which runs that are there say something about a link. */
final class Coverage {
    private static final double NEAR = 0.1;
    private static final double ROUGHLY = 0.25;
    private static final double LOSS_POINTS = 0.002;
    private static final long DELAY_NANOS = 10_000_000;
    private static final int ENOUGH_RUNS = 3;

    private final AskedNetwork network;
    private final StoredTrials stored;

    Coverage(AskedNetwork network, StoredTrials stored) {
        this.network = network;
        this.stored = stored;
    }

    /** Runs of the condition that is so much as the link that it needs none of its own. */
    Optional<List<Trial>> of(AskedNetwork.Link link) {
        return some(link).filter(trials -> missing(trials).isEmpty());
    }

    /**
     * The same, but transports may be {@linkplain #missing missing}. Of several conditions, the most similar to the
     * link.
     */
    Optional<List<Trial>> some(AskedNetwork.Link link) {
        return stored.byCondition().entrySet().stream()
                .filter(entry -> isSuch(entry.getKey(), link))
                .max(Comparator.<Map.Entry<Condition, List<Trial>>, Boolean>comparing(
                                entry -> missing(entry.getValue()).isEmpty())
                        .thenComparing(
                                entry -> distance(entry.getKey(), link),
                                Comparator.<Double>naturalOrder().reversed())
                        .thenComparingLong(entry ->
                                entry.getValue().stream().filter(Trial::counts).count()))
                .map(Map.Entry::getValue);
    }

    /** Runs with the same load on another link, the most similar first. */
    List<Map.Entry<Condition, List<Trial>>> around(AskedNetwork.Link link) {
        return stored.byCondition().entrySet().stream()
                .filter(entry -> hasLoad(entry.getKey()) && !isSuch(entry.getKey(), link))
                .filter(entry -> missing(entry.getValue()).isEmpty())
                .sorted(Comparator.comparingDouble(entry -> distance(entry.getKey(), link)))
                .toList();
    }

    /**
     * Those of which fewer than three runs count. One that not every machine can run is missing only if a run of it was
     * possible.
     */
    static List<Advisable> missing(List<Trial> trials) {
        return Stream.of(Advisable.values())
                .filter(candidate -> candidate.runsEverywhere()
                        || trials.stream()
                                .anyMatch(trial ->
                                        trial.isOf(candidate) && trial.outcome() != RunResult.Outcome.IMPOSSIBLE))
                .filter(candidate -> !isJudged(candidate, trials))
                .toList();
    }

    /** Whether enough runs of a transport count. */
    static boolean isJudged(Advisable candidate, List<Trial> trials) {
        return trials.stream()
                        .filter(trial -> trial.counts() && trial.isOf(candidate))
                        .count()
                >= ENOUGH_RUNS;
    }

    private boolean isSuch(Condition condition, AskedNetwork.Link link) {
        Condition.Directions ways = impaired(condition);
        return hasLoad(condition)
                && outage(condition).equals(link.outage())
                && isSuch(ways.forward(), link.ways().forward())
                && isSuch(ways.backward(), link.ways().backward());
    }

    /** What a condition says about its only link. */
    private static Condition.Directions impaired(Condition condition) {
        return condition.links().values().iterator().next();
    }

    private boolean hasLoad(Condition condition) {
        Flow flow = condition.flows().getFirst();
        AskedNetwork.Messages wanted = network.messages();
        boolean sameSizes = (flow.content().bytes() == 0) == (wanted.bytes() == 0)
                && isNear(flow.content().bytes(), wanted.bytes(), ROUGHLY);
        return sameSizes
                && flow.to().size() == network.systems() - 1
                && (flow.perSecond() > 0) == wanted.isPaced()
                && isNear(flow.perSecond(), wanted.perSecond(), ROUGHLY)
                && (!wanted.isPaced() || wanted.isMixed() == (flow.content().precedence() == Flow.Content.MIXED));
    }

    /** Length of the only silence; negative for other events, such as kills. */
    private static Duration outage(Condition condition) {
        Duration silent = Duration.ZERO;
        for (Event event : condition.events()) {
            switch (event.action()) {
                case SUBMIT -> {}
                case SILENCE -> silent = silent.minus(event.at());
                case RESTORE -> silent = silent.plus(event.at());
                default -> {
                    return Duration.ofSeconds(-1);
                }
            }
        }
        return silent;
    }

    private static boolean isSuch(Impairment there, Impairment wanted) {
        double lossRoom = Math.max(LOSS_POINTS, wanted.loss().share() * NEAR);
        return isNear(
                        (double) there.rate().bitsPerSecond(),
                        (double) wanted.rate().bitsPerSecond(),
                        NEAR)
                && Math.abs(there.loss().share() - wanted.loss().share()) <= lossRoom
                && isNear(there.loss().meanBurst(), wanted.loss().meanBurst(), ROUGHLY)
                && there.loss().placement() == wanted.loss().placement()
                && isNear(there.delay().base(), wanted.delay().base())
                && isNear(there.delay().jitter(), wanted.delay().jitter())
                && there.delay().mayReorder() == wanted.delay().mayReorder()
                && there.duplication() == wanted.duplication()
                && there.corruption() == wanted.corruption();
    }

    private static boolean isNear(double one, double other, double room) {
        return Math.abs(one - other) <= room * Math.max(one, other);
    }

    private static boolean isNear(Duration one, Duration other) {
        return Math.abs(one.toNanos() - other.toNanos()) <= Math.max(DELAY_NANOS, NEAR * other.toNanos());
    }

    private static double distance(Condition condition, AskedNetwork.Link link) {
        Condition.Directions there = impaired(condition);
        return distance(there.forward(), link.ways().forward())
                + distance(there.backward(), link.ways().backward());
    }

    private static double distance(Impairment there, Impairment wanted) {
        double rates = Math.abs(Math.log(Math.max(1, there.rate().bitsPerSecond())
                / (double) Math.max(1, wanted.rate().bitsPerSecond())));
        return rates
                + Math.abs(there.loss().share() - wanted.loss().share()) * 10
                + Math.abs(there.delay().base().toMillis()
                                - wanted.delay().base().toMillis())
                        / 100.0;
    }
}
