package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.DataPath;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A peer that does something again and again does not fill the log. */
@ExtendWith(OutputCaptureExtension.class)
class PeersInTheLogTest {
    private static final SystemName SELF = new SystemName("SELF");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName STRANGER = new SystemName("STRANGER");
    private static final int TIMES = 100;

    @Test
    void causeOneLineForEachChangeOfTheirState(CapturedOutput log) {
        ReceiptTransport transport = new ReceiptTransport();
        try (DataPath path = dataPath(transport)) {
            path.start();
            InboundHandler receiver = transport.receiver();
            for (int i = 1; i <= TIMES; i++) {
                receiver.onPeer(BRAVO, new PeerState(false, i));
                receiver.onMalformed("queue", ErrorCode.MALFORMED_ENVELOPE, "no origin", new byte[] {1});
                receiver.onAnnouncement(
                        new NodeAnnouncement(BRAVO, i, "another", Map.of("S201", 1), Introduction.NONE));
                receiver.onReceipt(new Receipt(STRANGER, SELF, List.of(new SequenceRange(i, i)), List.of()));
            }
            receiver.onPeer(BRAVO, new PeerState(true, TIMES + 1L));
            receiver.onPeer(BRAVO, new PeerState(true, TIMES + 2L));
            receiver.onPeer(BRAVO, new PeerState(false, TIMES + 3L));
        }

        assertThat(lines(log, "BRAVO is away over")).isEqualTo(1);
        assertThat(lines(log, "BRAVO is reachable over")).isEqualTo(1);
        assertThat(lines(log, "catalogue of BRAVO differs")).isEqualTo(1);
        assertThat(lines(log, "bytes parked")).isEqualTo(1);
        assertThat(lines(log, "receipt from STRANGER")).isEqualTo(1);
    }

    private static long lines(CapturedOutput log, String text) {
        return log.getAll().lines().filter(line -> line.contains(text)).count();
    }

    private static DataPath dataPath(ReceiptTransport transport) {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, InstantSource.system());
        DataPathParts parts =
                QuickParts.of(SELF, rules, SubscriptionFilter.NONE, new SimpleMeterRegistry(), StepListener.NONE);
        return new DataPath(
                Map.of(BRAVO, transport),
                List.of(transport),
                new MemoryOutbox(),
                new MemoryInbox(),
                OutboxSignal.NONE,
                parts,
                fault -> {});
    }
}
