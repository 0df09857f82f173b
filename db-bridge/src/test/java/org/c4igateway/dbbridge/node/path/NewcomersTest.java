package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.node.settings.NewcomerNames;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.publish.PublicationThread.Announced;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class NewcomersTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void joinOverTheTransportsThatAreOpenToThem() {
        Newcomers newcomers = newcomers(Map.of());

        assertThat(newcomers.isRecorded(told("GOLF", "jms"))).isTrue();
        assertThat(newcomers.isRecorded(told("GOLF", "dds"))).isFalse();
        assertThat(newcomers.isRecorded(told("ALPHA", "jms"))).isFalse();
        assertThat(newcomers.isRecorded(told("NOBODY", "jms"))).isFalse();
        assertThat(newcomers.refused()).isEmpty();
    }

    @Test
    void areBoundedAndThoseBeyondAreNamed() {
        Newcomers newcomers = newcomers(Map.of());
        for (int i = 0; i < Newcomers.MAX_NEWCOMERS; i++) {
            assertThat(newcomers.join(new SystemName("N" + i), "jms")).isTrue();
        }

        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isFalse();
        assertThat(newcomers.join(new SystemName("LATE"), "jms")).isFalse();
        assertThat(newcomers.isRecorded(told("N7", "jms"))).isTrue();

        assertThat(newcomers.refused()).isEqualTo(Map.of(new SystemName("LATE"), ErrorCode.TOO_MANY_NEWCOMERS));
        assertThat(meters.get(MeterNames.NEWCOMERS).gauge().value()).isEqualTo(Newcomers.MAX_NEWCOMERS);
        assertThat(refused(ErrorCode.TOO_MANY_NEWCOMERS)).isEqualTo(1);
    }

    /** The thread that makes them destinations may be held up, as by a database that is away. */
    @Test
    void haveTheirPlacesFromTheirAdmissionOn() {
        Newcomers newcomers = newcomers(Map.of());
        admitAll(newcomers);

        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isFalse();
        assertThat(newcomers.isRecorded(told("N7", "jms"))).isTrue();
        assertThat(newcomers.join(new SystemName("N7"), "jms")).isTrue();
        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isFalse();
        assertThat(newcomers.refused()).isEqualTo(Map.of(new SystemName("LATE"), ErrorCode.TOO_MANY_NEWCOMERS));
        assertThat(refused(ErrorCode.TOO_MANY_NEWCOMERS)).isEqualTo(1);
    }

    @Test
    void loseThePlaceOfANameOfWhichNothingWasHeardForLong() {
        Newcomers newcomers = newcomers(Map.of());
        admitAll(newcomers);
        assertThat(newcomers.join(new SystemName("N1"), "jms")).isTrue();
        nanos.set(Newcomers.KEPT.toNanos() - 1);
        assertThat(newcomers.isRecorded(told("N2", "jms"))).isTrue();
        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isFalse();

        nanos.incrementAndGet();

        assertThat(newcomers.join(new SystemName("LATE"), "jms")).isTrue();
        assertThat(newcomers.refused()).isEmpty();
        assertThat(newcomers.routes()).containsOnlyKeys(new SystemName("N1"), new SystemName("LATE"));
        for (int i = 0; i < Newcomers.MAX_NEWCOMERS - 3; i++) {
            assertThat(newcomers.isRecorded(told("M" + i, "jms"))).isTrue();
        }
        assertThat(newcomers.isRecorded(told("ONE-MORE", "jms"))).isFalse();
        assertThat(newcomers.isRecorded(told("N2", "jms"))).as("heard of since").isTrue();
    }

    private static void admitAll(Newcomers newcomers) {
        for (int i = 0; i < Newcomers.MAX_NEWCOMERS; i++) {
            assertThat(newcomers.isRecorded(told("N" + i, "jms"))).isTrue();
        }
    }

    @Test
    void needANameThatIsAllowedWhereNamesAre() {
        Newcomers newcomers = newcomers(Map.of("c4i.newcomer-names[0]", "CORPS-*", "c4i.newcomer-names[1]", "G.1"));

        assertThat(newcomers.isRecorded(told("CORPS-7", "jms"))).isTrue();
        assertThat(newcomers.isRecorded(told("G.1", "jms"))).isTrue();
        assertThat(newcomers.isRecorded(told("GX1", "jms"))).isFalse();
        assertThat(refused(ErrorCode.NEWCOMER_REFUSED)).isEqualTo(1);
        assertThat(newcomers.isRecorded(told("GX1", "jms"))).isFalse();

        assertThat(newcomers.refused()).isEqualTo(Map.of(new SystemName("GX1"), ErrorCode.NEWCOMER_REFUSED));
        assertThat(refused(ErrorCode.NEWCOMER_REFUSED)).isEqualTo(1);
    }

    /** Any process of a domain can announce names. */
    @Test
    void rememberABoundedNumberOfRefusedNames() {
        Newcomers newcomers = newcomers(Map.of("c4i.newcomer-names[0]", "GOLF"));
        for (int i = 0; i < 2 * Newcomers.MAX_NEWCOMERS; i++) {
            assertThat(newcomers.isRecorded(told("N" + i, "jms"))).isFalse();
        }

        assertThat(newcomers.refused()).hasSize(Newcomers.MAX_NEWCOMERS);
    }

    @Test
    void leaveWhenTheConfigurationNoLongerLetsThemJoin() {
        Newcomers newcomers = newcomers(Map.of());
        assertThat(newcomers.join(new SystemName("GOLF"), "jms")).isTrue();
        assertThat(newcomers.join(new SystemName("HOTEL"), "jms")).isTrue();

        newcomers.take(new Newcomers.Configured(
                Map.of(new SystemName("KILO"), "dds"), List.of("jms"), new NewcomerNames(List.of("G*"))));

        assertThat(newcomers.routes()).isEqualTo(Map.of(new SystemName("GOLF"), "jms", new SystemName("KILO"), "dds"));
        assertThat(newcomers.routed()).containsExactlyInAnyOrder(new SystemName("GOLF"), new SystemName("KILO"));
        assertThat(meters.get(MeterNames.NEWCOMERS).gauge().value()).isEqualTo(1);
    }

    @Test
    void beginAgainWithAnotherConfiguration() {
        Newcomers newcomers = newcomers(Map.of("c4i.newcomer-names[0]", "N*"));
        admitAll(newcomers);
        assertThat(newcomers.isRecorded(told("GOLF", "jms"))).isFalse();
        assertThat(newcomers.refused()).isNotEmpty();

        newcomers.take(new Newcomers.Configured(Map.of(), List.of("jms"), new NewcomerNames(List.of("G*"))));

        assertThat(newcomers.refused()).isEmpty();
        assertThat(newcomers.isRecorded(told("GOLF", "jms"))).isTrue();
    }

    /** As the playbook says of C4iNewcomerKeptOut. */
    @Test
    void areKeptOutNoMoreWhenTheConfigurationNamesThem() {
        Newcomers newcomers = newcomers(Map.of());
        admitAll(newcomers);
        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isFalse();
        assertThat(newcomers.isRecorded(told("LATER", "jms"))).isFalse();
        assertThat(keptOut(ErrorCode.TOO_MANY_NEWCOMERS)).isEqualTo(2);

        newcomers.configure(new SystemName("LATE"), "jms");

        assertThat(newcomers.isRecorded(told("LATE", "jms"))).isTrue();
        assertThat(newcomers.refused()).containsOnlyKeys(new SystemName("LATER"));
        assertThat(keptOut(ErrorCode.TOO_MANY_NEWCOMERS)).isEqualTo(1);
        assertThat(keptOut(ErrorCode.NEWCOMER_REFUSED)).isZero();
    }

    private double keptOut(ErrorCode code) {
        return meters.get("c4i.newcomers.kept.out")
                .tag(MeterNames.CODE, code.code())
                .gauge()
                .value();
    }

    @Test
    void countOverTheTransportOfTheirRouteOnly() {
        Newcomers newcomers = newcomers(Map.of("c4i.destinations.BRAVO", "dds"));

        assertThat(newcomers.isRecorded(told("BRAVO", "dds"))).isTrue();
        assertThat(newcomers.isRecorded(told("BRAVO", "jms"))).isFalse();
    }

    @Test
    void needATransportThatTakesThem() {
        List<TransportFactory> factories = List.of(factory("jms", true), factory("wan", false));

        assertThatCode(() -> Newcomers.check(List.of("jms"), factories)).doesNotThrowAnyException();
        for (String transport : List.of("wan", "dds")) {
            assertThatThrownBy(() -> Newcomers.check(List.of("jms", transport), factories))
                    .isInstanceOf(GatewayException.Fatal.class)
                    .hasMessageContaining("c4i.newcomers: '" + transport + "'");
        }
    }

    private static TransportFactory factory(String name, boolean takesNewcomers) {
        return new TransportFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Transport open(TransportContext context) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean takesNewcomers() {
                return takesNewcomers;
            }
        };
    }

    private double refused(ErrorCode code) {
        return meters.get(MeterNames.NEWCOMERS_REFUSED)
                .tag("code", code.code())
                .counter()
                .count();
    }

    private Newcomers newcomers(Map<String, String> more) {
        Map<String, String> keys = new HashMap<>(Map.of(
                "c4i.system", "ALPHA",
                "c4i.database.url", "jdbc:postgresql://localhost/a",
                "c4i.database.username", "a",
                "c4i.newcomers[0]", "jms"));
        keys.putAll(more);
        Binder binder = new Binder(new MapConfigurationPropertySource(keys));
        return new Newcomers(binder.bind("c4i", NodeProperties.class).get(), meters, nanos::get);
    }

    private static Announced told(String system, String transport) {
        return new Announced(
                transport, new NodeAnnouncement(new SystemName(system), 1, "", Map.of(), Introduction.NONE));
    }
}
