package org.c4igateway.dds.transport.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.DiscoveryView.Endpoint;
import org.c4igateway.dds.api.discovery.DiscoveryView.Kind;
import org.c4igateway.dds.api.discovery.DiscoveryView.Participant;
import org.c4igateway.dds.api.discovery.EndpointMatch;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.Test;

class DiscoveryMetersTest {
    private static final Guid SELF = new Guid("0110000000000000000000000" + "00001c1");
    private static final Guid OTHER = new Guid("010f000000000000000000000" + "00001c1");
    private static final Guid WRITER = new Guid("0110000000000000000000000" + "0000102");
    private static final Guid RELIABLE = new Guid("010f000000000000000000000" + "0000107");
    private static final Guid EASY = new Guid("010f000000000000000000000" + "0000207");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DiscoveryMeters meters = new DiscoveryMeters(registry);

    private static Qos reliability(Reliability.Kind kind) {
        return Qos.of(new Reliability(kind, Duration.ZERO));
    }

    private static Endpoint reader(Guid guid, Reliability.Kind kind) {
        return new Endpoint(
                guid, OTHER, Kind.READER, "KMTF_A021", "kmtf::Message", reliability(kind), Optional.empty());
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private void update(DiscoveryView view) {
        meters.update(view, EndpointMatch.ofOwn(view));
    }

    @Test
    void countsParticipantsEndpointsAndWhyPairsDoNotMatch() {
        Endpoint writer = new Endpoint(
                WRITER,
                SELF,
                Kind.WRITER,
                "KMTF_A021",
                "kmtf::Message",
                reliability(Reliability.Kind.BEST_EFFORT),
                Optional.of(Set.of(EASY)));
        update(new DiscoveryView(
                List.of(new Participant(SELF, "", Qos.DEFAULT, true), new Participant(OTHER, "", Qos.DEFAULT, false)),
                List.of(
                        writer,
                        reader(RELIABLE, Reliability.Kind.RELIABLE),
                        reader(EASY, Reliability.Kind.BEST_EFFORT))));

        assertThat(gauge(DiscoveryMeters.PARTICIPANTS, "vendor", "eProsima Fast DDS"))
                .isEqualTo(1);
        assertThat(gauge(DiscoveryMeters.PARTICIPANTS, "vendor", "Eclipse Cyclone DDS"))
                .isEqualTo(1);
        assertThat(gauge(DiscoveryMeters.ENDPOINTS, "kind", "reader", "own", "false"))
                .isEqualTo(2);
        assertThat(gauge(DiscoveryMeters.PAIRS, "verdict", "matched")).isEqualTo(1);
        assertThat(gauge(DiscoveryMeters.PAIRS, "verdict", "RELIABILITY")).isEqualTo(1);

        update(new DiscoveryView(List.of(), List.of()));
        assertThat(registry.find(DiscoveryMeters.PAIRS).gauges()).isEmpty();
    }
}
