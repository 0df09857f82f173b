package org.c4igateway.wan.link.send;

import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the level that sends next. The most urgent level with something to send goes first, repairs before new
 * frames; except that
 *
 * <ul>
 *   <li>ROUTINE gets its floor while more urgent levels keep it waiting, but never ahead of a level that has not had a
 *       turn since the last ROUTINE frame, so that a FLASH waits for one frame at most;
 *   <li>repairs get no more than their share of a level whose new records wait;
 *   <li>FLASH frames of which nothing is known yet are sent again, within a share, where loss makes that worth while;
 *   <li>when nothing else is to be done, so are those of other levels.
 * </ul>
 */
public final class LevelScheduler {
    private static final int ROUTINE = FrameLimits.LEVELS - 1;
    private static final int MAX_LOOKED_AT = 64;

    private final LinkSettings.Shares shares;
    private final int frameBytes;
    private final FramesInFlight framesInFlight;
    private final SendQueue queue;
    private final double[] repairCredit = new double[FrameLimits.LEVELS];
    private double floorCredit;
    private double insuranceCredit;
    private int lastLevel = ROUTINE;
    private long windowFrames = 1;
    private RedundancyPolicy redundancyPolicy = RedundancyPolicy.NONE;

    public LevelScheduler(LinkSettings settings, FramesInFlight framesInFlight, SendQueue queue) {
        this.shares = settings.shares();
        this.frameBytes = settings.rate().maxWireBytes();
        this.framesInFlight = framesInFlight;
        this.queue = queue;
    }

    /**
     * What the state of the link asks for.
     *
     * @param window frames a receiver may be behind
     * @param extra how frames of which nothing is known are sent again
     */
    public void adapt(long window, RedundancyPolicy extra) {
        windowFrames = window;
        redundancyPolicy = extra;
    }

    /** Whether anything but copies is to be sent. */
    public boolean hasWork() {
        return firstWithWork() < FrameLimits.LEVELS;
    }

    /** Whether this level has anything but copies to send. */
    public boolean hasWork(int level) {
        SendLevel of = framesInFlight.levels().get(level);
        return (of.hasLost() || hasFresh(level)) && !of.waits();
    }

    /** @return null when there is nothing to do now */
    @Nullable public SendDecision choose(long nextPacket, long nowNanos) {
        int urgent = firstWithWork();
        if (urgent > 0 && urgent < FrameLimits.LEVELS && insuranceCredit >= 0) {
            Frame flash = copyOfFlash(nextPacket - 1, nowNanos);
            if (flash != null) {
                return new SendDecision.Repeat(flash);
            }
        }
        if (urgent == FrameLimits.LEVELS) {
            return idle(nowNanos);
        }
        int chosen = isFloorDue(urgent) ? ROUTINE : urgent;
        SendLevel level = framesInFlight.levels().get(chosen);
        boolean repairs = level.hasLost() && (repairCredit[chosen] >= 0 || !hasFresh(chosen));
        return repairs ? new SendDecision.Repair(level.firstLost()) : new SendDecision.NewFrame(chosen);
    }

    public void sent(SendDecision sendDecision, int wireBytes) {
        int level = sendDecision.level();
        boolean routineWaits = level != ROUTINE && hasWork(ROUTINE);
        if (routineWaits) {
            floorCredit = Math.min(floorCredit + shares.routineFloor() * wireBytes, 2.0 * frameBytes);
        } else if (level == ROUTINE) {
            floorCredit = Math.max(0, floorCredit - wireBytes);
        }
        double spent = 0;
        switch (sendDecision) {
            case SendDecision.NewFrame fresh -> repairCredit[level] += shares.repair() * wireBytes;
            case SendDecision.Repair repair -> repairCredit[level] -= (1 - shares.repair()) * wireBytes;
            case SendDecision.Repeat repeat -> spent = wireBytes;
        }
        repairCredit[level] = Math.clamp(repairCredit[level], -frameBytes, 4.0 * frameBytes);
        insuranceCredit =
                Math.clamp(insuranceCredit + shares.insurance() * wireBytes - spent, -frameBytes, 2.0 * frameBytes);
        lastLevel = level;
    }

    /** When a copy may be due while nothing else is to be sent, {@link Long#MAX_VALUE} for never. */
    public long nextCopyNanos(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (SendLevel level : framesInFlight.levels()) {
            if (level.waits()) {
                continue;
            }
            int looked = 0;
            for (Frame frame : level.outstanding()) {
                if (++looked > MAX_LOOKED_AT) {
                    break;
                }
                if (isWorthCopy(frame, nowNanos)) {
                    soonest = Math.min(soonest, frame.lastSentNanos + redundancyPolicy.spacingNanos());
                    break;
                }
            }
        }
        return soonest;
    }

    private @Nullable SendDecision idle(long nowNanos) {
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            Frame copy = copyOf(level, nowNanos);
            if (copy != null) {
                return new SendDecision.Repeat(copy);
            }
        }
        return null;
    }

    private @Nullable Frame copyOfFlash(long lastPacket, long nowNanos) {
        int looked = 0;
        SendLevel level = framesInFlight.levels().getFirst();
        for (Frame frame : level.outstanding()) {
            if (++looked > MAX_LOOKED_AT || level.waits()) {
                return null;
            }
            int most = frame.lastPacket < lastPacket ? redundancyPolicy.urgent() : redundancyPolicy.urgentAtOnce();
            if (frame.copies < most && frame.isWorthRepair(nowNanos)) {
                return frame;
            }
        }
        return null;
    }

    private @Nullable Frame copyOf(int level, long nowNanos) {
        int looked = 0;
        SendLevel of = framesInFlight.levels().get(level);
        for (Frame frame : of.outstanding()) {
            boolean tooSoon = frame.lastSentNanos > nowNanos - redundancyPolicy.spacingNanos();
            if (tooSoon || ++looked > MAX_LOOKED_AT || of.waits()) {
                return null;
            }
            if (isWorthCopy(frame, nowNanos)) {
                return frame;
            }
        }
        return null;
    }

    private boolean isWorthCopy(Frame frame, long nowNanos) {
        return frame.copies < redundancyPolicy.idle() && frame.isWorthRepair(nowNanos);
    }

    private boolean isFloorDue(int urgent) {
        return lastLevel == urgent && floorCredit >= frameBytes && hasWork(ROUTINE);
    }

    private int firstWithWork() {
        int level = 0;
        while (level < FrameLimits.LEVELS && !hasWork(level)) {
            level++;
        }
        return level;
    }

    private boolean hasFresh(int number) {
        SendLevel level = framesInFlight.levels().get(number);
        return (level.partial() != null || !queue.isEmpty(number)) && framesInFlight.isOpen(level, windowFrames);
    }
}
