package org.c4igateway.core.flow.send;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck.Refusal;
import org.c4igateway.core.flow.send.group.OutstandingRow;
import org.c4igateway.core.flow.send.group.SendGroup;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.EdgeText.Turned;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Hands the entries of a group to the transport, most urgent first, and ends those that the transport rejects. Used by
 * one thread.
 */
final class RowSender {
    private static final int MAX_SENDS_PER_TURN = 256;
    private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);
    private static final Duration SHORTEST_HORIZON = horizon(1);
    private static final Duration ASK_AGAIN = Duration.ofMillis(100);

    private final Transport transport;
    private final MessageRules rules;
    private final EdgeText edge;
    private final FlowSettings settings;
    private final OutboundMeters meters;
    private final LongSupplier nanoTime;
    private final DeliveryRecorder recorder;
    private final ReceiptWatch watch;
    private final Map<SystemName, Long> epochs;

    /** @param epochs of the group's destinations that its rows were read for; a live view */
    RowSender(SenderParts parts, DeliveryRecorder recorder, ReceiptWatch watch, Map<SystemName, Long> epochs) {
        this.transport = parts.transport();
        this.rules = parts.rules();
        this.edge = parts.edge();
        this.settings = parts.settings();
        this.meters = parts.meters();
        this.nanoTime = parts.nanoTime();
        this.recorder = recorder;
        this.watch = watch;
        this.epochs = epochs;
    }

    /** @return how many entries the transport took or that were refused */
    int send(SendGroup sendGroup) {
        int sent = 0;
        while (sent < MAX_SENDS_PER_TURN) {
            OutstandingRow outstandingRow = sendGroup.nextReady();
            if (outstandingRow == null) {
                return sent;
            }
            if (rules.isExpired(outstandingRow.message())) {
                recorder.expire(sendGroup, outstandingRow);
            }
            if (outstandingRow.isSettled()) {
                continue;
            }
            if (!isCurrent(outstandingRow) || !recorder.hasStoredExpired()) {
                sendGroup.putBack(outstandingRow);
                return sent;
            }
            if (mustWaitForIntroduction(outstandingRow)) {
                sendGroup.pause(nanoTime.getAsLong() + ASK_AGAIN.toNanos());
                sendGroup.putBack(outstandingRow);
                return sent;
            }
            refuseWhereItMustNotGo(sendGroup, outstandingRow);
            if (!outstandingRow.isSettled() && !handOver(sendGroup, outstandingRow)) {
                sendGroup.putBack(outstandingRow);
                return sent;
            }
            sent++;
        }
        return sent;
    }

    /** The topics of a peer are valid for its epoch. The transport checks the epoch again when it sends. */
    private boolean isCurrent(OutstandingRow outstandingRow) {
        for (SystemName destination : outstandingRow.waiting()) {
            PeerState state = transport.peer(destination);
            Long known = epochs.get(destination);
            if (!state.reachable() || known == null || known != state.epoch()) {
                return false;
            }
        }
        return true;
    }

    private void refuseWhereItMustNotGo(SendGroup sendGroup, OutstandingRow outstandingRow) {
        for (SystemName destination : List.copyOf(outstandingRow.waiting())) {
            Refusal refusal = refusal(outstandingRow, destination);
            if (refusal != null) {
                recorder.settle(sendGroup, outstandingRow, destination, refusal);
            }
        }
    }

    private @Nullable Refusal refusal(OutstandingRow outstandingRow, SystemName destination) {
        Refusal unreleased = rules.release().refusal(outstandingRow.message(), destination);
        return unreleased == null ? refusalOfPeer(outstandingRow, destination) : unreleased;
    }

    private @Nullable Refusal refusalOfPeer(OutstandingRow outstandingRow, SystemName destination) {
        Message message = outstandingRow.message();
        String topicId = message.topicId();
        Introduction told = transport.introduction(destination).orElse(Introduction.NONE);
        Subscriptions wanted = told.subscriptions();
        if (rules.catalogue()
                .find(topicId)
                .filter(topic -> !wanted.covers(topic))
                .isPresent()) {
            return new Refusal(ErrorCode.NOT_SUBSCRIBED, destination + " does not subscribe to " + topicId);
        }
        if (!transport.carries(topicId, destination)) {
            String detail = "the catalogue of " + destination + " has no topic " + topicId;
            return new Refusal(ErrorCode.UNKNOWN_TOPIC, detail);
        }
        int days = told.identityDays();
        if (days > 0 && rules.isOlder(message, horizon(days)) && mayHaveArrived(outstandingRow, destination)) {
            String detail = "created " + message.createdAt() + "; " + destination + " remembers " + days
                    + " days, and may have received it before that";
            return new Refusal(ErrorCode.BEYOND_HORIZON, detail);
        }
        return null;
    }

    /**
     * By number, as clocks are set: while the clock of the database and that of the node are months apart, new rows
     * look older than any destination remembers.
     *
     * @return false when neither this process nor an earlier one can have sent the row to the destination
     */
    private boolean mayHaveArrived(OutstandingRow outstandingRow, SystemName destination) {
        Message message = outstandingRow.message();
        return recorder.isFromBefore(message)
                || outstandingRow.wasSentTo(destination)
                || watch.mayBeUnremembered(destination, message.id().sequence());
    }

    /**
     * Whether a destination that has not said for how long it remembers may have forgotten the row. It is reached
     * already when its announcement is still under way. Best effort counts as well: an earlier process may have sent
     * the row and not have written so.
     */
    private boolean mustWaitForIntroduction(OutstandingRow outstandingRow) {
        Message message = outstandingRow.message();
        return rules.isOlder(message, SHORTEST_HORIZON)
                && outstandingRow.waiting().stream()
                        .anyMatch(destination -> mayHaveArrived(outstandingRow, destination)
                                && transport.introduction(destination).isEmpty());
    }

    /**
     * One day less than the destination announces: clocks differ, and a destination that just forgot the identity would
     * accept the row twice.
     */
    private static Duration horizon(int identityDays) {
        Duration told = Duration.ofDays(identityDays);
        return identityDays > 1 ? told.minus(CLOCKS_DIFFER) : told.dividedBy(2);
    }

    /** @return whether the transport is done with the entry; otherwise it has to be sent later */
    private boolean handOver(SendGroup sendGroup, OutstandingRow outstandingRow) {
        return switch (edge.toWire(outstandingRow.message())) {
            case Turned.Converted(Message message) -> {
                Message open = message.to(outstandingRow.waiting());
                boolean late = rules.isExpired(open) || isAskedAbout(outstandingRow);
                if (late) {
                    yield ask(sendGroup, outstandingRow, ContentQuestion.about(open));
                }
                yield recorder.hasStoredQuestions() && handOver(sendGroup, outstandingRow, open);
            }
            case Turned.Flawed(ErrorCode code, String detail) -> {
                recorder.refuse(sendGroup, outstandingRow, new Refusal(code, detail));
                yield true;
            }
        };
    }

    /** A clock that is set back makes no row valid again whose destination may answer that it is too late for it. */
    private boolean isAskedAbout(OutstandingRow outstandingRow) {
        Message row = outstandingRow.message();
        return row.expiresAt().isBefore(Instant.MAX)
                && outstandingRow.waiting().stream()
                        .anyMatch(destination ->
                                watch.isAsked(destination, row.id().sequence()));
    }

    private boolean ask(SendGroup sendGroup, OutstandingRow outstandingRow, Message question) {
        long sequence = outstandingRow.message().id().sequence();
        List<SystemName> asked = List.copyOf(outstandingRow.waiting());
        for (SystemName destination : asked) {
            if (!watch.isAsked(destination, sequence) && !recorder.asks(destination, sequence)) {
                return false;
            }
        }
        boolean done = handOver(sendGroup, outstandingRow, question);
        if (done) {
            asked.forEach(destination -> watch.asked(destination, sequence));
        }
        return done;
    }

    private boolean handOver(SendGroup sendGroup, OutstandingRow outstandingRow, Message message) {
        return switch (transport.send(message, epochs, settings.sendTimeout())) {
            case SendOutcome.Accepted() -> {
                boolean reliable = rules.isReliable(outstandingRow.message());
                sendGroup.sent(outstandingRow, nanoTime.getAsLong(), reliable);
                if (!reliable) {
                    recorder.sent(sendGroup, outstandingRow);
                }
                yield true;
            }
            case SendOutcome.BackPressured(Duration retryAfter) -> {
                meters.backPressured();
                sendGroup.pause(nanoTime.getAsLong() + retryAfter.toNanos());
                yield false;
            }
            case SendOutcome.Rejected(ErrorCode code, String detail) -> {
                recorder.refuse(sendGroup, outstandingRow, new Refusal(code, detail));
                yield true;
            }
            case SendOutcome.Disconnected _ -> false;
        };
    }
}
