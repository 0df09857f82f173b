package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace.Arrived;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.receive.Arrival.Received;
import org.c4igateway.core.flow.rule.Judge;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Inbox.Parked;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.core.transport.Transport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Step 5 of the data path: judges batches of arrivals, writes them to the inbox, and sends the receipts after the
 * commit. {@link #turn} does one round and waits only for the database and the transports; {@link InboundFlow} calls
 * it. While the database is not available, the same batch is tried again. Used by one thread, except
 * {@link #arrived}.
 */
final class InboundWriter {
    private static final Logger LOG = LoggerFactory.getLogger(InboundWriter.class);

    private final Inbox inbox;
    private final DataPathParts parts;
    private final InboundMeters meters;
    private final LongSupplier nanoTime;
    private final Waiting waiting;
    private final ReceiptBuffer receipts;
    private final Judge judge;
    private final ReadmissionTurn readmissions;
    private final Set<String> undecidedTopics = new HashSet<>();
    private final FoundExpired foundExpired = new FoundExpired();
    private boolean remembersExpired;
    private long startedNanos;

    /** How the writer waits for the database. */
    interface Waiting {
        /**
         * Waits before the next try of a call.
         *
         * @param fault why the last one failed
         * @throws InterruptedException when the call is given up, because the node stops
         */
        void pause(Duration duration, GatewayException.Transient fault) throws InterruptedException;

        /** @throws InterruptedException when no call may begin any more */
        default void beforeCall() throws InterruptedException {}
    }

    InboundWriter(Inbox inbox, DataPathParts parts, InboundMeters meters, LongSupplier nanoTime, Waiting waiting) {
        this.inbox = inbox;
        this.parts = parts;
        this.meters = meters;
        this.nanoTime = nanoTime;
        this.waiting = waiting;
        this.judge = new Judge(parts.rules().ofReceived(), parts.filter(), parts.edge());
        this.readmissions = new ReadmissionTurn(inbox, judge, meters, parts.steps(), nanoTime);
        this.receipts = new ReceiptBuffer(parts.self(), meters, nanoTime);
    }

    /**
     * Takes the shard off the origin: from here on only the receipt knows which node of a system sent a message.
     *
     * @return the message with what its payload looks like; any thread, so that the inbox transaction need not wait
     */
    Received arrived(Message sent, Transport transport) {
        Message message = sent.ofSystem();
        return new Received(message, sent.id().origin(), transport, nanoTime.getAsLong(), judge.checkAhead(message));
    }

    /** @return whether receipts wait to be sent, so that the next round is due soon */
    boolean owesReceipts() {
        return !receipts.isEmpty();
    }

    /**
     * One round.
     *
     * @param arrivals what has arrived since the last one; may be empty
     * @param readmits whether dead letters that operators have put back take their turn; asked before each
     * @return whether one of these may have been taken, so that its origin is to be told
     */
    boolean turn(List<Arrival> arrivals, BooleanSupplier readmits) throws InterruptedException {
        if (!arrivals.isEmpty()) {
            write(arrivals);
        }
        boolean readmitted = readmissions.runWhenDue(readmits);
        receipts.send(parts.settings().sendTimeout());
        return readmitted;
    }

    private void write(List<Arrival> arrivals) throws InterruptedException {
        startedNanos = nanoTime.getAsLong();
        rememberExpired();
        JudgedBatch batch = JudgedBatch.of(arrivals, judge, meters, undecidedTopics, foundExpired);
        List<Message> messages = batch.messages();
        if (!batch.questions().isEmpty()) {
            answerExpired(Set.copyOf(batch.questions().values()));
        }
        Written written = patiently(() -> inbox.write(messages, batch.deadLetters(), batch.findings()));
        parts.steps().reached(Step.INBOX_COMMITTED);
        meters.written(messages.size() - written.parked().size(), written.duplicates());
        WrittenBatch result = WrittenBatch.of(batch, written, deliveredOf(batch));
        answer(result);
        answerExcluded(result);
        answerQuestions(result);
        Instant now = parts.rules().time().instant();
        for (Received received : batch.accepted()) {
            Parked reason = result.parked(received);
            if (reason == null) {
                meters.arrived(received.transport().name(), received.message(), now);
                trace(received, null);
                oweReceipt(received, result);
            } else {
                park(received, reason.code(), reason.detail(), result);
            }
        }
    }

    /**
     * A message that is refused now but was delivered before, for example because it expired since, gets its receipt
     * again.
     */
    private void answer(WrittenBatch result) {
        result.batch().refused().forEach((received, refusal) -> {
            if (result.isDelivered(received)) {
                oweReceipt(received, result);
            } else {
                park(received, refusal.code(), refusal.detail(), result);
            }
        });
    }

    /** What the filter excludes now but was delivered before, under another filter, gets its receipt again. */
    private void answerExcluded(WrittenBatch result) {
        result.batch().excluded().forEach((received, refusal) -> {
            if (result.isFound(received)) {
                oweReceipt(received, result);
            } else if (parts.rules().isReliable(received.message())) {
                trace(received, refusal.code());
                reject(received, refusal.code(), refusal.detail(), result);
            }
        });
    }

    /** Those messages that the batch asks about, or that the filter excludes, and that are in the inbox. */
    private Set<MessageKey> deliveredOf(JudgedBatch batch) throws InterruptedException {
        if (batch.excluded().isEmpty() && batch.questions().isEmpty()) {
            return Set.of();
        }
        Set<MessageKey> keys = new HashSet<>(batch.questions().values());
        batch.excluded().keySet().forEach(received -> keys.add(MessageKey.of(received.message())));
        return patiently(() -> inbox.delivered(keys));
    }

    private void rememberExpired() throws InterruptedException {
        if (!remembersExpired) {
            patiently(inbox::foundExpired).forEach(foundExpired::add);
            remembersExpired = true;
        }
    }

    /** Before the inbox is written: rows that the origin sent after its question may be in this batch. */
    private void answerExpired(Set<MessageKey> asked) throws InterruptedException {
        var _ = patiently(() -> {
            inbox.answerExpired(asked);
            return true;
        });
    }

    /** The origin does not know whether a row of it arrived before it expired. */
    private void answerQuestions(WrittenBatch result) {
        result.batch().questions().forEach((received, key) -> {
            MessageId id = key.id();
            boolean found = result.found().contains(key);
            if (!found) {
                foundExpired.add(key);
            }
            if (result.isAmbiguous(id)) {
                return;
            }
            if (found) {
                receipts.delivered(received.transport(), received.sender(), id.sequence());
            } else {
                Rejection rejection = new Rejection(id.sequence(), ErrorCode.EXPIRED, "expired before it arrived");
                receipts.rejected(received.transport(), received.sender(), rejection);
            }
        });
    }

    private void park(Received received, ReasonCode code, String detail, WrittenBatch result) {
        meters.parked(received.message().id().origin(), code);
        trace(received, code);
        reject(received, code, detail, result);
    }

    private void reject(Received received, ReasonCode code, String detail, WrittenBatch result) {
        if (!result.isAmbiguous(received.message().id())) {
            Rejection rejection = new Rejection(received.message().id().sequence(), code, detail);
            receipts.rejected(received.transport(), received.sender(), rejection);
        }
    }

    private void trace(Received received, @Nullable ReasonCode refused) {
        if (parts.trace().covers(received.message())) {
            long now = nanoTime.getAsLong();
            Arrived arrived =
                    new Arrived(received.transport().name(), now - received.arrivedNanos(), now - startedNanos);
            parts.trace().received(received.message(), arrived, refused);
        }
    }

    private void oweReceipt(Received received, WrittenBatch result) {
        if (!result.isAmbiguous(received.message().id()) && parts.rules().isReliable(received.message())) {
            receipts.delivered(
                    received.transport(),
                    received.sender(),
                    received.message().id().sequence());
        }
    }

    /** Calls the database until it answers. */
    private <T> T patiently(Supplier<T> call) throws InterruptedException {
        BackOff backOff =
                new BackOff(parts.settings().retryPause(), parts.settings().maxRetryPause());
        while (true) {
            waiting.beforeCall();
            try {
                return call.get();
            } catch (GatewayException.Transient e) {
                meters.databaseRetry();
                long pauseMillis = backOff.nextMillis();
                LOG.warn("Inbox writer waits {} ms: {}", pauseMillis, e.getMessage());
                waiting.pause(Duration.ofMillis(pauseMillis), e);
            }
        }
    }
}
