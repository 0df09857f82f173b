package org.c4igateway.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.SystemName;

/**
 * One life of a few systems. First everything that can go wrong goes wrong; then there is calm, and everything has to
 * settle. All of it follows from the seed: which thread goes on at which port call, what is lost, what the clocks show.
 * Belongs to the thread that made it, and to the actors of its {@link Turns} while that one waits.
 */
final class World {
    private static final int STORM_STEPS = 250;
    private static final int CALM_STEPS = 60_000;
    private static final Duration LEAP = Duration.ofDays(3);

    final Turns turns = new Turns();
    final Weather weather;
    final Wiring wiring;
    final RowDraws rows = new RowDraws(this);
    private final SplittableRandom random;
    private final List<SimSystem> systems = new ArrayList<>();
    private final Map<String, Link> links = new LinkedHashMap<>();
    private long nowNanos;
    private boolean calm;
    private boolean clocksSet;
    private Instant latestClock = Instant.MIN;

    private World(long seed, Wiring wiring) {
        this.random = new SplittableRandom(seed);
        this.wiring = wiring;
        this.weather = new Weather(random);
        List<SystemName> names = new ArrayList<>();
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            names.add(new SystemName("S" + i));
        }
        FlowSettings settings = settings();
        for (SystemName name : names) {
            List<SystemName> others =
                    names.stream().filter(other -> !other.equals(name)).toList();
            systems.add(new SimSystem(this, name, others, settings));
            others.forEach(other -> links.put(name + ">" + other, new Link(this)));
        }
    }

    private FlowSettings settings() {
        return new FlowSettings(
                20 + random.nextInt(60),
                4_096 + random.nextInt(60_000),
                1 + random.nextInt(30),
                Duration.ofMillis(50),
                Duration.ofMillis(30 + random.nextInt(100)),
                Duration.ofMillis(200 + random.nextInt(800)),
                Duration.ofMillis(2),
                Duration.ofMillis(50),
                1 + random.nextInt(60),
                100_000,
                1 + random.nextInt(30),
                Duration.ofMillis(1),
                Duration.ofMillis(1));
    }

    /**
     * Lives the life of a seed, on a virtual thread: handing a turn from one to another is cheap there.
     *
     * @return what broke the rules; empty when nothing did
     */
    static List<String> lifeOf(long seed, Wiring wiring) {
        CompletableFuture<List<String>> life = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                life.complete(new World(seed, wiring).live());
            } catch (RuntimeException | Error e) {
                life.completeExceptionally(new AssertionError("seed " + seed + ": " + e.getMessage(), e));
            }
        });
        return life.join();
    }

    /** Runs the time of faults and then the time without. @return what broke the rules; empty when nothing did */
    private List<String> live() {
        try {
            double submits = 0.05 + 0.3 * random.nextDouble();
            for (int i = 0; i < STORM_STEPS; i++) {
                storm(submits);
                step();
            }
            weather.calm();
            calm = true;
            systems.forEach(SimSystem::commitAll);
            HistoryRules rules = new HistoryRules(this, systems);
            int steps = 0;
            while (steps < CALM_STEPS && !(steps % 20 == 0 && rules.isSettled())) {
                step();
                steps++;
            }
            return rules.violations();
        } finally {
            systems.forEach(SimSystem::end);
        }
    }

    private void storm(double submits) {
        for (SimSystem system : systems) {
            for (int rows = chance(submits) ? weather.rowsAtOnce : 0; rows > 0; rows--) {
                system.submit();
            }
            system.commitSome();
            system.suffer();
        }
        if (weather.leapsDays && chance(0.01)) {
            systems.forEach(SimSystem::switchOff);
            nowNanos += LEAP.toNanos();
        }
        systems.forEach(system -> system.database().prune(system.clock().instant(), SimSystem.IDENTITY_DAYS));
    }

    private void step() {
        nowNanos += random.nextLong(2_000_000);
        for (SimSystem from : systems) {
            for (SystemName other : from.others()) {
                SimSystem to = system(other);
                connect(from, to);
                deliver(from, to);
            }
            from.turn();
            if (chance(0.3)) {
                from.database().readOn();
            }
        }
    }

    private void connect(SimSystem from, SimSystem to) {
        SimProcess process = from.current().orElse(null);
        Link link = link(from.name(), to.name());
        if (chance(weather.breaks)) {
            link.cut();
        }
        if (process == null) {
            return;
        }
        boolean reachable = process.transport().peer(to.name()).reachable();
        if (to.current().isEmpty()) {
            if (reachable && chance(0.3)) {
                process.transport().lose(to.name());
            }
        } else if ((!reachable || link.isBroken()) && chance(calm ? 0.5 : 0.05)) {
            if (!reachable || chance(0.5)) {
                link.cut();
                link.mend();
                process.transport().meet(to.name());
                wiring.greeted(from, to, micros(from.clock().instant()));
            } else {
                process.transport().lose(to.name());
            }
        } else if (chance(0.1)) {
            process.transport().introduce(to.name(), to.introduction());
        }
    }

    private void deliver(SimSystem from, SimSystem to) {
        SimProcess receiver = to.current().orElse(null);
        if (receiver == null || receiver.isStopped(nowNanos) || chance(0.3)) {
            return;
        }
        Link link = link(from.name(), to.name());
        link.deliver(nowNanos, receiver::hasRoom, due -> {
            if (wiring.admits(from, to, due.sentMicros())) {
                receiver.onMessage(due.what());
            }
        });
        link.deliverReceipts(nowNanos, receiver::onReceipt);
    }

    /** Nobody serves a system any more: connections with it break. */
    void left(SimSystem system) {
        for (SystemName other : system.others()) {
            link(system.name(), other).cut();
            link(other, system.name()).loseAll();
        }
    }

    Link link(SystemName from, SystemName to) {
        Link link = links.get(from + ">" + to);
        if (link == null) {
            throw new AssertionError(from + " to " + to);
        }
        return link;
    }

    private SimSystem system(SystemName name) {
        return systems.stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    /** A port call: the thread may lose its turn here. */
    void interleave() {
        if (chance(weather.switches)) {
            turns.pauseUntil(nowNanos + (chance(0.2) ? below(3_000_000) : 0));
        }
    }

    void pause(long nanos) {
        turns.pauseUntil(nowNanos + nanos);
    }

    void mayLoseDatabase() {
        if (chance(weather.away)) {
            throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
        }
    }

    /** Called before a clock is set. */
    void clockSet() {
        latestClock = latestClock();
        clocksSet = true;
    }

    /** @return the latest that any clock has shown */
    Instant latestClock() {
        return systems.stream()
                .map(system -> system.clock().instant())
                .reduce(latestClock, (a, b) -> a.isAfter(b) ? a : b);
    }

    boolean clocksSet() {
        return clocksSet;
    }

    long nowNanos() {
        return nowNanos;
    }

    boolean chance(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    long below(long bound) {
        return random.nextLong(bound);
    }

    long anyLong() {
        return random.nextLong();
    }

    long someTimeLater() {
        return nowNanos + random.nextLong(weather.maxDelayNanos);
    }
}
