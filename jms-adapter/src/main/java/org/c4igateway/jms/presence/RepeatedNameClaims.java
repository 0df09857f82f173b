package org.c4igateway.jms.presence;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.jms.client.ClientTuning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * System names that two nodes claim, as this node has seen it: a peer's that is refused here, or its own where it
 * is refused. Who is refused tries again every few seconds, so what was not seen for a while is over. A node that
 * was killed may seem to be there until its connection is given up; only what lasts longer is an alarm. Safe for
 * any thread.
 */
public final class RepeatedNameClaims {
    private static final Logger LOG = LoggerFactory.getLogger(RepeatedNameClaims.class);
    /** More than two tries to connect. */
    private static final Duration FRESH = Duration.ofSeconds(15);

    private static final Duration MARGIN = Duration.ofSeconds(5);

    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();
    /** More names than systems send to one node; those beyond are refused as well, but not shown. */
    private static final int MAX_NAMES = 64;

    private final long patienceNanos;
    private final LongSupplier ticks;
    private final Map<String, Claim> claims = new HashMap<>();

    private record Claim(String text, long sinceTick, long seenTick, long toldTick) {}

    /** @return claims that outlast a dead connection of such clients */
    public static RepeatedNameClaims of(ClientTuning tuning) {
        return new RepeatedNameClaims(tuning.connectionTtl().plus(MARGIN), System::nanoTime);
    }

    /**
     * @param patience only what lasts longer is an alarm
     * @param ticks a clock that never goes back, nanoseconds
     */
    RepeatedNameClaims(Duration patience, LongSupplier ticks) {
        this.patienceNanos = patience.toNanos();
        this.ticks = ticks;
    }

    /**
     * A node was refused because of its name, or still is. Says so in the log once a minute when it lasts.
     *
     * @param name a system, or a queue of this node
     * @param text for people
     */
    public synchronized void claimed(String name, String text) {
        long now = ticks.getAsLong();
        claims.values().removeIf(claim -> !isFresh(claim, now));
        Claim before = claims.get(name);
        if (before == null && claims.size() >= MAX_NAMES) {
            return;
        }
        long since = before == null ? now : before.sinceTick();
        long told = before == null ? now - WARNING_NANOS : before.toldTick();
        if (now - since >= patienceNanos && now - told >= WARNING_NANOS) {
            told = now;
            LOG.error("{} {}", ErrorCode.NAME_CONFLICT.code(), text);
        }
        claims.put(name, new Claim(text, since, now, told));
    }

    /** Ends all refusals because of that name. */
    public synchronized void settled(String name) {
        claims.remove(name);
    }

    /** @return one alarm for each name that two nodes have had for longer than the patience */
    public synchronized List<TransportAlarm> alarms() {
        long now = ticks.getAsLong();
        return claims.values().stream()
                .filter(claim -> isFresh(claim, now) && now - claim.sinceTick() >= patienceNanos)
                .map(claim -> new TransportAlarm(ErrorCode.NAME_CONFLICT, claim.text()))
                .toList();
    }

    private static boolean isFresh(Claim claim, long now) {
        return now - claim.seenTick() < FRESH.toNanos();
    }
}
