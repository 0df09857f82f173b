package org.c4igateway.dds.opendds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.dds.api.wire.WireTuning.Repair;
import org.junit.jupiter.api.Test;

/** What the transport of one participant is told; the sections of a domain need the native part. */
class OpenDdsIniTest {
    /** A writer whose history is full waits for a heartbeat and its answer: OpenDDS by itself sends one each second. */
    @Test
    void asksForAcknowledgementsSoonerThanOpenDdsByItself() {
        assertThat(repairing(Repair.OF_PROVIDER))
                .contains("heartbeat_period=20", "nak_response_delay=5", "heartbeat_response_delay=5");
    }

    /** The writer waits in every release; the reader only up to 3.18, later ones do not read that key. */
    @Test
    void delaysTheAnswersOfWriterAndReaderAsConfigured() {
        Repair repair =
                new Repair(Optional.of(Duration.ofMillis(70)), Optional.of(Duration.ofMillis(30)), Optional.empty());

        assertThat(repairing(repair))
                .contains("heartbeat_period=70", "nak_response_delay=30", "heartbeat_response_delay=30");
    }

    private static String[] repairing(Repair repair) {
        WireTuning lan = WireTuning.LAN;
        WireTuning tuning = new WireTuning(lan.maxDatagramBytes(), lan.fragmentBytes(), repair, lan.backlog(), false);
        DomainConfig config = new DomainConfig(7, DomainConfig.Network.loopback(), DomainConfig.DEFAULT_LEASE, tuning);
        return OpenDdsIni.transport(config, 1).split("\n");
    }
}
