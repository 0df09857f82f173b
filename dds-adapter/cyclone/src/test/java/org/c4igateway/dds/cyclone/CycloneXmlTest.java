package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.DomainConfig.Multicast;
import org.c4igateway.dds.api.DomainConfig.Network;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.Test;

class CycloneXmlTest {
    private static final WireTuning NARROW = WireTuning.narrow(32_000, Duration.ofMillis(30));

    @Test
    void writesNetworkAndTuning() {
        Network network = new Network(List.of("eth0", "10.1.2.3"), Multicast.NONE, List.of("10.9.0.1", "peer:7410"));
        String xml = CycloneXml.of(new DomainConfig(7, network, Duration.ofSeconds(5), NARROW));
        assertThat(xml)
                .contains("<NetworkInterface name=\"eth0\"/><NetworkInterface address=\"10.1.2.3\"/>")
                .contains("<AllowMulticast>false</AllowMulticast>")
                .contains("<ExternalDomainId>7</ExternalDomainId>")
                .contains("<LeaseDuration>5000000000 ns</LeaseDuration>")
                .contains(
                        "<Peer Address=\"10.9.0.1\" PruneDelay=\"inf\"/><Peer Address=\"peer:7410\" PruneDelay=\"inf\"/>")
                .contains("<MaxMessageSize>1400 B</MaxMessageSize>")
                .contains("<NackDelay>30000000 ns</NackDelay>")
                .contains("<WhcHigh>32000 B</WhcHigh>")
                .contains("<MaxSampleSize>9437184 B</MaxSampleSize>")
                .contains("<GenerateKeyhash>false</GenerateKeyhash>")
                .doesNotContain("HeartbeatInterval", "RetransmitMerging");
    }

    /** By multicast all participants of an address are found; a peer is asked on the ports of each index. */
    @Test
    void hasAllIndexesOfADomainUnlessPeersAreAsked() {
        Network multicast = Network.of(List.of("eth0"), List.of());
        Network peers = Network.of(List.of("eth0"), List.of("10.9.0.1"));

        assertThat(CycloneXml.of(new DomainConfig(7, multicast, Duration.ofSeconds(5), NARROW)))
                .contains("<MaxAutoParticipantIndex>119<");
        assertThat(CycloneXml.of(new DomainConfig(7, peers, Duration.ofSeconds(5), NARROW)))
                .contains("<MaxAutoParticipantIndex>31<");
    }

    @Test
    void spacesHeartbeatsAndRepairs() {
        assertThat(CycloneXml.of(repairing(100)))
                .contains("<HeartbeatInterval min=\"100000000 ns\" minsched=\"100000000 ns\">200000000 ns<")
                .contains("<NackDelay>300000000 ns</NackDelay>")
                .contains("<RetransmitMerging>always</RetransmitMerging>")
                .contains("<RetransmitMergingPeriod>1000000000 ns</RetransmitMergingPeriod>");
        assertThat(CycloneXml.of(repairing(500))).contains("minsched=\"500000000 ns\">500000000 ns<");
    }

    /** The library asks for heartbeats after 10 ms and sends them each 100 ms: too soon for a slow link. */
    @Test
    void asksAtARendezvousWhenNoHeartbeatHasCome() {
        DomainConfig lan = repairing(100);
        DomainConfig plain = new DomainConfig(7, lan.network(), lan.lease(), NARROW);
        assertThat(CycloneXml.of(plain)).doesNotContain("PreEmptiveAckDelay", "HeartbeatInterval");
        assertThat(CycloneXml.of(atRendezvous(plain)))
                .contains("<PreEmptiveAckDelay>3000000000 ns</PreEmptiveAckDelay>")
                .contains("<HeartbeatInterval>500000000 ns</HeartbeatInterval>");
        assertThat(CycloneXml.of(atRendezvous(lan))).containsOnlyOnce("<HeartbeatInterval ");
    }

    private static DomainConfig atRendezvous(DomainConfig config) {
        DomainConfig.Rendezvous rendezvous =
                new DomainConfig.Rendezvous(7_600, Duration.ofSeconds(5), Optional.empty());
        return new DomainConfig(
                config.domainId(), config.network(), config.lease(), config.tuning(), Optional.of(rendezvous));
    }

    @Test
    void theLibraryTakesTheTimesOfRepair() {
        try (DdsParticipant participant = DdsProvider.named("cyclone").open(repairing(100), event -> {})) {
            assertThat(participant.implementation()).startsWith("Eclipse Cyclone DDS");
        }
    }

    private static DomainConfig repairing(int heartbeatMillis) {
        WireTuning.Repair repair = new WireTuning.Repair(
                Optional.of(Duration.ofMillis(heartbeatMillis)),
                Optional.of(Duration.ofMillis(300)),
                Optional.of(Duration.ofSeconds(1)));
        WireTuning tuning = new WireTuning(1_400, 1_300, repair, NARROW.backlog(), false);
        int id = new ContractDomain("cyclone").id();
        return new DomainConfig(id, Network.loopback(), Duration.ofSeconds(5), tuning);
    }

    @Test
    void addsTheHashOfTheKeyWhenAsked() {
        Network network = new Network(List.of(), Multicast.ALL, List.of());
        assertThat(CycloneXml.of(new DomainConfig(7, network, Duration.ofSeconds(5), NARROW.withKeyHashes())))
                .contains("<GenerateKeyhash>true</GenerateKeyhash>");
    }

    @Test
    void escapesMarkupAndRefusesVariables() {
        assertThat(CycloneXml.escape("a\"/><b c='&'>")).isEqualTo("a&quot;/&gt;&lt;b c=&apos;&amp;&apos;&gt;");
        assertThatIllegalArgumentException().isThrownBy(() -> CycloneXml.escape("${HOME}"));
    }

    @Test
    void joinsWithUnicastPeersOnly() {
        Network network = new Network(List.of("lo"), Multicast.NONE, List.of("127.0.0.1"));
        int id = new ContractDomain("cyclone").id();
        try (DdsParticipant participant = DdsProvider.named("cyclone")
                .open(new DomainConfig(id, network, Duration.ofSeconds(5), NARROW), event -> {})) {
            assertThat(participant.implementation()).isEqualTo("Eclipse Cyclone DDS 11.0.1");
        }
    }
}
