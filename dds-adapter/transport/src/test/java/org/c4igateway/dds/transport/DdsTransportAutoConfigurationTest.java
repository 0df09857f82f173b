package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.wire.LinkTuning;
import org.c4igateway.dds.api.wire.WireTuning;
import org.c4igateway.dds.transport.wire.NarrowLinkSettings;
import org.c4igateway.dds.transport.wire.WireSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class DdsTransportAutoConfigurationTest {
    private static AnnotationConfigApplicationContext context(Map<String, Object> properties) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        context.register(DdsTransportAutoConfiguration.class);
        context.refresh();
        return context;
    }

    @Test
    void contributesTheFactoryWhenEnabled() {
        try (var context = context(Map.of("c4i.transports.dds.enabled", "true"))) {
            assertThat(context.getBean(TransportFactory.class).name()).isEqualTo("dds");
        }
    }

    @Test
    void contributesNothingOtherwise() {
        try (var context = context(Map.of())) {
            assertThat(context.getBeanProvider(TransportFactory.class).getIfAvailable())
                    .isNull();
        }
    }

    @Test
    void pinsTheDefaults() {
        DdsSettings bound = new Binder(new MapConfigurationPropertySource(Map.of("c4i.transports.dds.x", "")))
                .bindOrCreate(DdsSettings.PREFIX, DdsSettings.class);
        assertThat(bound)
                .isEqualTo(new DdsSettings(
                        "cyclone",
                        0,
                        "",
                        new DdsSettings.Network(List.of(), null, List.of(), "", NarrowLinkSettings.NONE),
                        Duration.ofSeconds(10),
                        WireSettings.NONE,
                        DdsSettings.Limits.DEFAULTS,
                        QosSettings.NONE,
                        DdsSettings.Security.NONE,
                        DscpSettings.NONE));
    }

    /** One line for a link in place of six; what is set besides stays. */
    @Test
    void followsFromTheLinkWhatIsNotSet() {
        DdsSettings bound = new Binder(new MapConfigurationPropertySource(Map.of(
                        "c4i.transports.dds.network.link.rate", "128kbit",
                        "c4i.transports.dds.network.peers", "10.0.0.1,10.0.0.2",
                        "c4i.transports.dds.wire.repair.nack-delay", "70ms")))
                .bind(DdsSettings.PREFIX, DdsSettings.class)
                .get();

        WireTuning two = new LinkTuning(128_000, Duration.ZERO, 2).wire();
        assertThat(bound.domain().tuning().backlog()).isEqualTo(two.backlog());
        assertThat(bound.domain().tuning().repair().nackDelay()).contains(Duration.ofMillis(70));
        assertThat(bound.domain().tuning().repair().interval())
                .isEqualTo(two.repair().interval());
        assertThat(bound.blocking()).isGreaterThan(Duration.ofMillis(50));
    }

    @Test
    void refusesALinkThatIsNone() {
        refuses("network.link", "rate 'fast' is not a rate; write it as 128kbit or 2Mbit", "network.link.rate", "fast");
        refuses("network.link", "need a rate; set rate, too", "network.link.receivers", "3");
        refuses("network.link", "need a rate; set rate, too", "network.link.round-trip", "40ms");
        refuses("network.link", "1 to 1000 receivers", "network.link.rate", "2Mbit", "network.link.receivers", "1001");
    }

    /** Sizes are judged beside those that follow from the link. */
    @Test
    void refusesSizesThatDoNotFitThoseOfTheLink() {
        refuses("wire", "fragment must be", "network.link.rate", "2Mbit", "wire.fragment-bytes", "8000");
        DdsSettings small = bind("network.link.rate", "2Mbit", "wire.max-datagram-bytes", "1320");
        assertThat(small.domain().tuning().maxDatagramBytes()).isEqualTo(1_320);
    }

    private static DdsSettings bind(String... keysAndValues) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            all.put(DdsSettings.PREFIX + "." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Binder(new MapConfigurationPropertySource(all))
                .bind(DdsSettings.PREFIX, DdsSettings.class)
                .get();
    }

    private static void refuses(String key, String reason, String... keysAndValues) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bind(keysAndValues))
                .havingRootCause()
                .isInstanceOf(GatewayException.Fatal.class)
                .withMessageContaining(DdsSettings.PREFIX + "." + key + ": ")
                .withMessageContaining(reason);
    }

    @Test
    void sendsHashesOfKeysWhenAsked() {
        DdsSettings bound = new Binder(
                        new MapConfigurationPropertySource(Map.of("c4i.transports.dds.wire.key-hashes", "true")))
                .bind(DdsSettings.PREFIX, DdsSettings.class)
                .get();
        assertThat(bound.domain().tuning()).isEqualTo(WireTuning.LAN.withKeyHashes());
    }

    /** What goes by multicast never reaches a peer behind a router. */
    @Test
    void sendsMessagesByMulticastUnlessPeersAreNamed() {
        assertThat(network(List.of()).toNetwork().multicast()).isEqualTo(DomainConfig.Multicast.ALL);
        assertThat(network(List.of("10.0.0.1")).toNetwork().multicast()).isEqualTo(DomainConfig.Multicast.DISCOVERY);
    }

    private static DdsSettings.Network network(List<String> peers) {
        return new DdsSettings.Network(List.of(), null, peers, "", NarrowLinkSettings.NONE);
    }

    @Test
    void findsPeersThroughARepositoryWhenOneIsNamed() {
        DdsSettings bound = new Binder(new MapConfigurationPropertySource(
                        Map.of("c4i.transports.dds.network.repository", "10.0.0.1:12345")))
                .bind(DdsSettings.PREFIX, DdsSettings.class)
                .get();
        assertThat(bound.domain().network().repository()).contains("10.0.0.1:12345");
    }

    @Test
    void refusesARepositoryThatIsNoAddressOrHasPeersBesideIt() {
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(
                        () -> new DdsSettings.Network(List.of(), null, List.of(), "10.0.0.1", NarrowLinkSettings.NONE))
                .withMessageContaining("c4i.transports.dds.network.repository: '10.0.0.1' ");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> new DdsSettings.Network(
                        List.of(), null, List.of("10.0.0.2"), "10.0.0.1:12345", NarrowLinkSettings.NONE))
                .withMessageContaining("c4i.transports.dds.network.repository: '10.0.0.1:12345' ");
    }

    @Test
    void bindsEveryKey() {
        DdsSettings bound = new Binder(new MapConfigurationPropertySource(Map.of(
                        "c4i.transports.dds.domain-id", "7",
                        "c4i.transports.dds.partition", "EX-1",
                        "c4i.transports.dds.network.interfaces", "eth0",
                        "c4i.transports.dds.network.multicast", "none",
                        "c4i.transports.dds.network.peers", "10.0.0.1,10.0.0.2",
                        "c4i.transports.dds.lease", "3s",
                        "c4i.transports.dds.wire.repair.nack-delay", "30ms",
                        "c4i.transports.dds.wire.backlog-bytes", "32000",
                        "c4i.transports.dds.limits.blocking", "10ms",
                        "c4i.transports.dds.qos.topics.A021.writer.durability-service", "keep-last 5")))
                .bind(DdsSettings.PREFIX, DdsSettings.class)
                .get();
        assertThat(bound.domain().network().peers()).containsExactly("10.0.0.1", "10.0.0.2");
        assertThat(bound.domain().network().multicast()).isEqualTo(DomainConfig.Multicast.NONE);
        assertThat(bound.domain().tuning().repair().nackDelay()).contains(Duration.ofMillis(30));
        assertThat(bound.domain().tuning().backlog().highBytes()).isEqualTo(32_000);
        assertThat(bound.partition()).isEqualTo("EX-1");
        assertThat(bound.blocking()).isEqualTo(Duration.ofMillis(10));
        assertThat(bound.qos().topics())
                .containsEntry(
                        "A021",
                        new QosSettings.Scope(null, Map.of(), Map.of("durability-service", "keep-last 5"), Map.of()));
    }
}
