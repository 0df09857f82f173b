package org.c4igateway.core.flow;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.PayloadCheck.Refusal;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Transport;

/** Hands the entries of a lane to the transport, most urgent first, and settles those that it will never take. Used by one thread. */
final class LaneSender {
    private static final int MAX_SENDS_PER_TURN = 256;

    private final Transport transport;
    private final MessageRules rules;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final LongSupplier nanoTime;
    private final DeliveryRecorder recorder;
    private final Predicate<Entry> isCurrent;

    /** @param isCurrent whether every destination of an entry is reachable and in the epoch that its rows were read for */
    LaneSender(GroupParts parts, DeliveryRecorder recorder, Predicate<Entry> isCurrent) {
        this.transport = parts.transport();
        this.rules = parts.rules();
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.nanoTime = parts.nanoTime();
        this.recorder = recorder;
        this.isCurrent = isCurrent;
    }

    /** @return how many entries the transport took or that were refused */
    int send(Lane lane) {
        int sent = 0;
        while (sent < MAX_SENDS_PER_TURN) {
            Entry entry = lane.nextReady();
            if (entry == null) {
                return sent;
            }
            if (rules.isExpired(entry.message())) {
                recorder.refuse(
                        lane,
                        entry,
                        new Refusal(
                                ErrorCode.EXPIRED,
                                "valid until " + entry.message().expiresAt()));
            } else if (!isCurrent.test(entry)) {
                lane.putBack(entry);
                return sent;
            } else {
                refuseWhereUnknown(lane, entry);
                if (!entry.isSettled() && !handOver(lane, entry)) {
                    lane.putBack(entry);
                    return sent;
                }
                sent++;
            }
        }
        return sent;
    }

    private void refuseWhereUnknown(Lane lane, Entry entry) {
        String topicId = entry.message().topicId();
        for (SystemName destination : List.copyOf(entry.waiting())) {
            if (!transport.carries(topicId, destination)) {
                String detail = "the catalogue of " + destination + " has no topic " + topicId;
                recorder.settle(lane, entry, destination, new Refusal(ErrorCode.UNKNOWN_TOPIC, detail));
            }
        }
    }

    /** @return whether the transport is done with the entry; otherwise it has to be sent later */
    private boolean handOver(Lane lane, Entry entry) {
        return switch (transport.send(entry.message().to(entry.waiting()), settings.sendTimeout())) {
            case SendOutcome.Accepted() -> {
                boolean reliable = rules.isReliable(entry.message());
                lane.sent(entry, nanoTime.getAsLong(), reliable);
                if (!reliable) {
                    recorder.sent(lane, entry);
                }
                yield true;
            }
            case SendOutcome.BackPressured(Duration retryAfter) -> {
                meters.backPressured();
                lane.pause(nanoTime.getAsLong() + retryAfter.toNanos());
                yield false;
            }
            case SendOutcome.Rejected(ErrorCode code, String detail) -> {
                recorder.refuse(lane, entry, new Refusal(code, detail));
                yield true;
            }
            case SendOutcome.Disconnected _ -> false;
        };
    }
}
