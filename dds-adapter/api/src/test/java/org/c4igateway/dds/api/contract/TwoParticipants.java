package org.c4igateway.dds.api.contract;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.AfterEach;

/** Two participants of one provider in a domain of their own. */
public abstract class TwoParticipants {
    static final Duration SOON = Duration.ofSeconds(20);
    static final Qos BEST_EFFORT =
            Qos.of(new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO), History.keepLast(1));
    static final Qos DURABLE = ContractDomain.RELIABLE.with(new Durability(Durability.Kind.TRANSIENT_LOCAL));

    final ContractDomain domain;
    final DdsParticipant left;
    final DdsParticipant right;

    TwoParticipants(String provider) {
        this(new ContractDomain(provider));
    }

    TwoParticipants(ContractDomain domain) {
        this.domain = domain;
        this.left = domain.join();
        this.right = domain.join();
    }

    @AfterEach
    final void leave() {
        left.close();
        right.close();
    }

    static void awaitMatch(DdsWriter<?> writer) {
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1);
    }
}
