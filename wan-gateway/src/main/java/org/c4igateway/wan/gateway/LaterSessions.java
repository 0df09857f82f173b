package org.c4igateway.wan.gateway;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.transport.TransportAlarm;

/**
 * Decides when a link begins a session above one that its peer knows already. That is at once where this gateway's
 * clock was set back. If the peer soon knows a later one again, another gateway of this site has it: two that answer
 * each other so would carry nothing for ever, so the pauses grow. Used by the loop's thread.
 */
final class LaterSessions {
    private static final long CALM_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_DOUBLINGS = 5;

    private OptionalLong known = OptionalLong.empty();
    private int begun;
    private long begunNanos;

    /** The peer knows this session, which is above the present one. */
    void known(long session) {
        known = OptionalLong.of(Math.max(session, known.orElse(session)));
    }

    /**
     * @param away whether the journal's records are away, which a new session hands to the link again
     * @return the session above which the link has to begin one now; empty for none
     */
    OptionalLong due(boolean away, long nowNanos) {
        if (isCalm(nowNanos)) {
            begun = 0;
        }
        if (away || known.isEmpty() || (begun > 0 && nowNanos - begunNanos < pauseNanos())) {
            return OptionalLong.empty();
        }
        OptionalLong due = known;
        known = OptionalLong.empty();
        begun++;
        begunNanos = nowNanos;
        return due;
    }

    private long pauseNanos() {
        return PAUSE_NANOS << Math.min(begun - 1, MAX_DOUBLINGS);
    }

    private boolean isCalm(long nowNanos) {
        return begun > 0 && nowNanos - begunNanos >= CALM_NANOS + pauseNanos();
    }

    /** Whether another gateway seems to begin sessions of this site. */
    boolean isDisputed(long nowNanos) {
        return (begun > 1 || (begun == 1 && known.isPresent())) && !isCalm(nowNanos);
    }

    /** @return that another gateway of this site uses the link, if it seems so */
    Optional<TransportAlarm> alarm(String site, String link, long nowNanos) {
        String text = "another gateway of site " + site + " is on link " + link
                + ": its peer knows later sessions again and again";
        return isDisputed(nowNanos) ? Optional.of(new TransportAlarm(ErrorCode.NAME_CONFLICT, text)) : Optional.empty();
    }
}
