package org.c4igateway.core.flow.receive;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageLog;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.watch.PacedWarning;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inbound side of a node that only sends. Nobody sends it messages; one that comes nevertheless gets no receipt, so
 * its origin keeps the row, and is counted and named in the log, as is what is no message.
 */
public final class NothingReceived implements Inbound {
    private static final Logger LOG = LoggerFactory.getLogger(NothingReceived.class);

    private final MeterRegistry meters;
    private final PacedWarning messages = new PacedWarning(System::nanoTime);
    private final PacedWarning malformed = new PacedWarning(System::nanoTime);

    /** @param meters where it counts */
    public NothingReceived(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void start() {
        // It has no thread.
    }

    @Override
    public void onMessage(Message message, Transport transport) {
        meters.counter(MeterNames.INBOX, MeterNames.RESULT, "not_taken").increment();
        messages.next()
                .ifPresent(others -> MessageLog.about(message.id(), LOG.atWarn())
                        .log(
                                "{} came over {} to a node that only sends; it is not taken, and {} others since the"
                                        + " last such line",
                                message,
                                transport.name(),
                                others));
    }

    @Override
    public boolean offerMessage(Message message, Transport transport) {
        onMessage(message, transport);
        return true;
    }

    @Override
    public boolean takesMessages() {
        return true;
    }

    @Override
    public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {
        meters.counter(MeterNames.MALFORMED, MeterNames.CODE, code.code()).increment();
        malformed
                .next()
                .ifPresent(others -> LOG.warn(
                        "{} from {}: {} ({} bytes, not parked at a node that only sends); {} others since the last"
                                + " such line",
                        code.code(),
                        source,
                        detail,
                        bytes.length,
                        others));
    }

    @Override
    public void onMalformedControl(String source, ErrorCode code, String detail, byte[] bytes) {
        onMalformed(source, code, detail, bytes);
    }

    @Override
    public void refuseWhenFull() {
        // It never blocks.
    }

    @Override
    public void close() {
        // It has nothing to finish.
    }

    @Override
    public boolean awaitEnd(Duration patience) {
        return true;
    }
}
