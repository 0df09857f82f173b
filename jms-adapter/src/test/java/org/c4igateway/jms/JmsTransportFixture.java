package org.c4igateway.jms;

import java.time.Instant;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** Two nodes that reach each other over real brokers. */
abstract class JmsTransportFixture {
    static final String ALPHA = "ALPHA";
    static final String BRAVO = "BRAVO";

    final int alphaPort = TestNetwork.port();
    final int bravoPort = TestNetwork.port();
    JmsProfile profile = JmsProfile.TUNED;
    JmsSettings.Limits limits = JmsSettings.Limits.DEFAULTS;

    @Nullable JmsTestNode alpha;

    @Nullable JmsTestNode bravo;

    @AfterEach
    void closeNodes() {
        if (alpha != null) {
            alpha.close();
        }
        if (bravo != null) {
            bravo.close();
        }
    }

    JmsTestNode startAlpha(long incarnation) {
        alpha = new JmsTestNode(
                ALPHA,
                JmsTestNode.settings(alphaPort)
                        .withProfile(profile)
                        .withLimits(limits)
                        .withPeer(BRAVO, "127.0.0.1:" + bravoPort),
                incarnation);
        return alpha;
    }

    JmsTestNode startBravo(long incarnation) {
        bravo = new JmsTestNode(
                BRAVO,
                JmsTestNode.settings(bravoPort)
                        .withProfile(profile)
                        .withLimits(limits)
                        .withPeer(ALPHA, "tcp://127.0.0.1:" + alphaPort),
                incarnation);
        return bravo;
    }

    static double unacknowledged(JmsTestNode from) {
        return from.meters.get("c4i.transport.unacknowledged").gauge().value();
    }

    static Message message(long sequence, Instant expires, String label, String subject, byte[] payload) {
        return new Message(
                new MessageId(new SystemName(ALPHA), sequence),
                "F541",
                Precedence.IMMEDIATE,
                List.of(new SystemName(BRAVO)),
                Instant.parse("2026-11-21T08:00:00.123456789Z"),
                expires,
                label,
                subject,
                payload);
    }
}
