package org.c4igateway.core.flow.receive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.receive.Arrival.Malformed;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.PacedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps 4 and 5 of the data path: writes arrived messages to the inbox in batches and sends the receipts after the
 * commit. A batch is everything that has arrived since the last one; it does not wait to fill. While the database is
 * not available, the same batch is tried again, the queue fills, and the transports block their senders of messages.
 */
public final class InboundFlow implements Inbound {
    private static final Logger LOG = LoggerFactory.getLogger(InboundFlow.class);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration RECEIPT_RETRY = Duration.ofMillis(50);
    /** Longest turn: it checks a batch, and each call of the database and of a transport gives up earlier. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final DataPathParts parts;
    private final InboundMeters meters;
    private final InboundQueue queue;
    private final Consumer<GatewayException> onFatal;
    private final Loop supervised;
    private final InboundWriter writer;
    private final ReadmissionNews news;
    private final PacedWarning malformed = new PacedWarning(System::nanoTime);
    private final PacedWarning stuck = new PacedWarning(System::nanoTime);
    private final PacedWarning withoutRoom = new PacedWarning(System::nanoTime);
    /** Messages that came when the queue took none any more. */
    private final LongAdder tooLate = new LongAdder();

    private final Thread thread = Thread.ofPlatform().name("c4i-inbox").unstarted(this::run);

    /** @param transports all ways to origins */
    public InboundFlow(
            Inbox inbox, List<Transport> transports, DataPathParts parts, Consumer<GatewayException> onFatal) {
        this.parts = parts;
        this.onFatal = onFatal;
        this.meters = new InboundMeters(parts.meters(), parts.objectives());
        this.queue = new InboundQueue(
                parts.settings().inboundRows(), parts.settings().inboundBytes(), System::nanoTime);
        this.writer = new InboundWriter(inbox, parts, meters, System::nanoTime, new Patience());
        this.news = new ReadmissionNews(inbox, transports, parts, System::nanoTime);
        this.supervised = parts.loops().add("inbox writer", PATIENCE);
        supervised.rest();
    }

    @Override
    public void start() {
        thread.start();
    }

    /** Checks the payload of a message and takes it; blocks while the queue is full. Any thread. */
    @Override
    public void onMessage(Message message, Transport transport) {
        if (!queue.put(writer.arrived(message, transport))) {
            meters.notTaken();
            tooLate.increment();
            MessageLog.about(message.id(), LOG.atDebug())
                    .log("Closing; {} is not taken: a node sends it again, an application does not", message.id());
        }
    }

    /** As {@link #onMessage}, but refuses the message when nothing has been taken of the full queue for long. */
    @Override
    public boolean offerMessage(Message message, Transport transport) {
        boolean taken = queue.putUnlessStuck(writer.arrived(message, transport));
        if (!taken) {
            meters.notTaken();
            stuck.next()
                    .ifPresent(others -> MessageLog.about(message.id(), LOG.atWarn())
                            .log(
                                    "The inbox has no room; {} and what follows it is sent again by its origin when"
                                            + " there is room; {} others since the last such line",
                                    message.id(),
                                    others));
        }
        return taken;
    }

    @Override
    public boolean takesMessages() {
        return queue.takes();
    }

    /** Takes bytes that are no message; blocks while the queue is full. Any thread. */
    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        Malformed arrival = malformed(source, code, detail, bytes);
        if (!queue.put(arrival)) {
            meters.notTaken();
            LOG.error("Closing; {} bytes from {} are not parked: {}", bytes.length, source, detail);
        }
    }

    /** Takes bytes that are no receipt and no announcement, if there is room at once. Any thread. */
    @Override
    public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {
        Malformed arrival = malformed(source, code, detail, bytes);
        if (!queue.offer(arrival)) {
            meters.notTaken();
            withoutRoom
                    .next()
                    .ifPresent(others -> LOG.error(
                            "{} bytes from {} are not parked, for the inbox has no room: {}; {} others since the last"
                                    + " such line",
                            bytes.length,
                            source,
                            detail,
                            others));
        }
    }

    private Malformed malformed(String source, ErrorCode code, String detail, byte[] bytes) {
        meters.malformed(code);
        malformed
                .next()
                .ifPresent(others -> LOG.warn(
                        "{} from {}: {} ({} bytes parked); {} others since the last such line",
                        code.code(),
                        source,
                        detail,
                        bytes.length,
                        others));
        return new Malformed(source, code, detail, bytes);
    }

    @Override
    public void refuseWhenFull() {
        queue.refuseWhenFull();
    }

    /**
     * Finishes what has arrived and ends. What is not in the inbox after some seconds is dropped; nodes send it again,
     * applications do not. When this returns no more messages are written; a call of the database may be under way, and
     * {@link #awaitEnd} waits for it.
     */
    @Override
    public void close() {
        queue.close();
        if (!awaitEnd(
                queue.isDropped()
                        ? Duration.ZERO
                        : parts.settings().maxRetryPause().plusSeconds(2))) {
            int dropped = queue.drop();
            LOG.warn(
                    "The inbox writer waits for the database; {} arrivals behind it are dropped: nodes send theirs again,"
                            + " applications do not",
                    dropped);
            thread.interrupt();
        }
        if (tooLate.sum() > 0) {
            LOG.warn(
                    "{} messages that came while closing are not taken: nodes send theirs again, applications do not",
                    tooLate.sum());
        }
        supervised.close();
    }

    @Override
    public boolean awaitEnd(Duration patience) {
        if (thread.getState() == Thread.State.NEW) {
            return true;
        }
        try {
            return thread.join(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return !thread.isAlive();
        }
    }

    /** It ends well only when it is closed, and {@link #close} ends the supervision. */
    private void run() {
        try {
            while (!queue.isClosed() || !queue.isEmpty()) {
                supervised.beat();
                Duration patience = writer.owesReceipts() ? RECEIPT_RETRY : IDLE;
                List<Arrival> arrivals = queue.take(parts.settings().inboundBatchRows(), patience);
                if (writer.turn(arrivals, () -> !queue.isClosed())) {
                    news.expect();
                }
                if (!queue.isClosed()) {
                    news.tellWhenDue();
                }
            }
        } catch (InterruptedException e) {
            LOG.info("Inbox writer interrupted. Nodes send messages again that are not in the inbox");
        } catch (GatewayException e) {
            supervised.end(String.valueOf(e.getMessage()));
            LOG.error("Inbox writer stopped: {}", e.getMessage(), e);
            onFatal.accept(e);
        } catch (RuntimeException | Error e) {
            supervised.end(String.valueOf(e));
            LOG.error("Inbox writer stopped by a defect", e);
            onFatal.accept(new GatewayException.Fatal(
                    ErrorCode.DEFECT, "inbox writer: " + e, "Restart the node and report the stack trace", e));
        } finally {
            queue.close();
        }
    }

    /** The writer waits for the database. */
    private final class Patience implements InboundWriter.Waiting {
        @Override
        public void pause(Duration duration, GatewayException.Transient fault) throws InterruptedException {
            if (queue.isClosed()) {
                throw new InterruptedException("gave up while stopping: " + fault.getMessage());
            }
            queue.pause(duration);
            supervised.beat();
        }

        /** The driver of a database need not notice an interrupt. */
        @Override
        public void beforeCall() throws InterruptedException {
            if (queue.isDropped()) {
                throw new InterruptedException("nobody waits for the inbox writer any more");
            }
        }
    }
}
