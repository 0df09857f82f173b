package org.c4igateway.wan.app;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.c4igateway.app.trace.PassageTrace;
import org.c4igateway.app.trace.TracedMessage;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.outlet.LinkTrace;

/**
 * Makes a span {@code carry} for each destination of a message that a link takes: from when the router handed it to the
 * link until the gateway at the other end has it, or it is given up. Broadcasts, which have no destination, get none.
 */
final class GatewayTrace implements LinkTrace {
    private static final String CARRY = "carry";

    private final PassageTrace trace;
    private final InstantSource time;

    GatewayTrace(PassageTrace trace, InstantSource time) {
        this.trace = trace;
        this.time = time;
    }

    @Override
    public Passage handed(String link, MessageRecord record) {
        TracedMessage message = traced(record.message());
        if (record.targets().isEmpty() || !trace.covers(message)) {
            return Passage.NONE;
        }
        List<String> targets = record.targets();
        Instant since = time.instant();
        return outcome -> trace.passed(
                CARRY,
                message,
                targets,
                since,
                Map.of("c4i.link", link, "c4i.outcome", outcome.name()),
                outcome.isLoss() ? outcome.name() : "");
    }

    /** Whichever of its nodes sends. */
    private static String system(String origin) {
        return SystemName.isAddress(origin) ? new SystemName(origin).system().value() : origin;
    }

    private static TracedMessage traced(KmtfMessage message) {
        return new TracedMessage(
                system(message.origin()),
                message.sequence(),
                Instant.EPOCH.plusNanos(message.createdNanos()),
                message.topicId(),
                InFlightMessage.precedenceOf(message).name(),
                message.payload().length,
                message.repeats());
    }
}
