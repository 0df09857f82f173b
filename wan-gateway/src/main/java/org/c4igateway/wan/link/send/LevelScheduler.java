package org.c4igateway.wan.link.send;

import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.link.settings.LinkShares;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the lane that sends next. The most urgent lane with something to send goes first, repairs before new frames;
 * except that
 *
 * <ul>
 *   <li>ROUTINE gets its floor while more urgent lanes keep it waiting, but never ahead of a lane that has not had a
 *       turn since the last ROUTINE frame, so that a FLASH waits for one frame at most;
 *   <li>repairs get no more than their share of a lane whose new records wait;
 *   <li>FLASH frames of which nothing is known yet are sent again, within a share, where loss makes that worth while;
 *   <li>when nothing else is to be done, so are those of other lanes.
 * </ul>
 */
public final class LevelScheduler {
    private static final int ROUTINE = FrameLimits.LANES - 1;
    private static final int MOST_LOOKED_AT = 64;

    private final LinkShares shares;
    private final int frameBytes;
    private final FramesInFlight framesInFlight;
    private final SendQueue queue;
    private final double[] repairCredit = new double[FrameLimits.LANES];
    private double floorCredit;
    private double insuranceCredit;
    private int lastLane = ROUTINE;
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
        return firstWithWork() < FrameLimits.LANES;
    }

    /** Whether this lane has anything but copies to send. */
    public boolean hasWork(int lane) {
        return framesInFlight.lanes().get(lane).hasLost() || hasFresh(lane);
    }

    /** @return null when there is nothing to do now */
    @Nullable public SendDecision choose(long nextPacket, long nowNanos) {
        int urgent = firstWithWork();
        if (urgent > 0 && urgent < FrameLimits.LANES && insuranceCredit >= 0) {
            Frame flash = copyOfFlash(nextPacket - 1, nowNanos);
            if (flash != null) {
                return new SendDecision.Repeat(flash);
            }
        }
        if (urgent == FrameLimits.LANES) {
            return idle(nowNanos);
        }
        int chosen = isFloorDue(urgent) ? ROUTINE : urgent;
        SendLevel lane = framesInFlight.lanes().get(chosen);
        boolean repairs = lane.hasLost() && (repairCredit[chosen] >= 0 || !hasFresh(chosen));
        return repairs ? new SendDecision.Repair(lane.firstLost()) : new SendDecision.NewFrame(chosen);
    }

    public void sent(SendDecision sendDecision, int wireBytes) {
        int lane = sendDecision.lane();
        boolean routineWaits = lane != ROUTINE && hasWork(ROUTINE);
        if (routineWaits) {
            floorCredit = Math.min(floorCredit + shares.routineFloor() * wireBytes, 2.0 * frameBytes);
        } else if (lane == ROUTINE) {
            floorCredit = Math.max(0, floorCredit - wireBytes);
        }
        double spent = 0;
        switch (sendDecision) {
            case SendDecision.NewFrame fresh -> repairCredit[lane] += shares.repair() * wireBytes;
            case SendDecision.Repair repair -> repairCredit[lane] -= (1 - shares.repair()) * wireBytes;
            case SendDecision.Repeat repeat -> spent = wireBytes;
        }
        repairCredit[lane] = Math.clamp(repairCredit[lane], -frameBytes, 4.0 * frameBytes);
        insuranceCredit =
                Math.clamp(insuranceCredit + shares.insurance() * wireBytes - spent, -frameBytes, 2.0 * frameBytes);
        lastLane = lane;
    }

    /** When a copy may be due while nothing else is to be sent, {@link Long#MAX_VALUE} for never. */
    public long nextCopyNanos(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (SendLevel lane : framesInFlight.lanes()) {
            int looked = 0;
            for (Frame frame : lane.outstanding()) {
                if (++looked > MOST_LOOKED_AT) {
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
        for (int lane = 0; lane < FrameLimits.LANES; lane++) {
            Frame copy = copyOf(lane, nowNanos);
            if (copy != null) {
                return new SendDecision.Repeat(copy);
            }
        }
        return null;
    }

    private @Nullable Frame copyOfFlash(long lastPacket, long nowNanos) {
        int looked = 0;
        for (Frame frame : framesInFlight.lanes().getFirst().outstanding()) {
            if (++looked > MOST_LOOKED_AT) {
                return null;
            }
            int most = frame.lastPacket < lastPacket ? redundancyPolicy.urgent() : redundancyPolicy.urgentAtOnce();
            if (frame.copies < most && frame.isWorthRepair(nowNanos)) {
                return frame;
            }
        }
        return null;
    }

    private @Nullable Frame copyOf(int lane, long nowNanos) {
        int looked = 0;
        for (Frame frame : framesInFlight.lanes().get(lane).outstanding()) {
            boolean tooSoon = frame.lastSentNanos > nowNanos - redundancyPolicy.spacingNanos();
            if (tooSoon || ++looked > MOST_LOOKED_AT) {
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
        return urgent < ROUTINE && lastLane == urgent && floorCredit >= frameBytes && hasWork(ROUTINE);
    }

    private int firstWithWork() {
        int lane = 0;
        while (lane < FrameLimits.LANES && !hasWork(lane)) {
            lane++;
        }
        return lane;
    }

    private boolean hasFresh(int number) {
        SendLevel lane = framesInFlight.lanes().get(number);
        return (lane.partial() != null || !queue.isEmpty(number)) && framesInFlight.isOpen(lane, windowFrames);
    }
}
