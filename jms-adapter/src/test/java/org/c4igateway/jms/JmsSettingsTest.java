package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.DscpSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class JmsSettingsTest {
    private static final JmsSettings FINE = JmsTestNode.settings(0);

    private final ApplicationContextRunner context = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(JmsTransportAutoConfiguration.class));

    @Test
    void namesTheKeyOfAWrongValue() {
        assertRefused(() -> JmsTestNode.settings(70_000), "c4i.transports.jms.port");
        assertRefused(() -> FINE.withPeer("bravo", "host:1"), "c4i.transports.jms.peers");
        for (String group : List.of("broker", "a:1,", "a:1;b:1", "a:1,".repeat(8) + "b:1")) {
            assertRefused(() -> FINE.withExternalUrl(group), "c4i.transports.jms.external-url");
        }
        assertRefused(() -> new JmsSettings.Credentials("", "12345678"), "c4i.transports.jms.credentials.user");
        assertRefused(() -> new JmsSettings.Credentials("mesh", "short"), "c4i.transports.jms.credentials.password");
        assertRefused(() -> new JmsSettings.Limits(1, 1, 1 << 20), "c4i.transports.jms.limits.queue-bytes");
        assertRefused(() -> new JmsSettings.Limits(1 << 20, 0, 1 << 20), "limits.in-flight-messages");
        assertRefused(() -> new JmsSettings.Limits(1 << 20, 1, 0), "limits.in-flight-bytes");
        assertRefused(
                () -> new JmsSettings.Tls("", "", "trust", "", true, true, false), "c4i.transports.jms.tls.key-store");
        assertRefused(
                () -> new JmsSettings.Tls("key", "", "", "", true, true, false), "c4i.transports.jms.tls.trust-store");
        for (String url :
                List.of("host", "host:0", "amqp://host:1", "tcp://user@host:1", "tcp://host:1?ssl=true", "")) {
            assertRefused(() -> FINE.withPeer("BRAVO", url), "c4i.transports.jms.peers.BRAVO");
        }
        assertRefused(() -> FINE.withDscp(new DscpSettings("EF", null, null, "64")), "c4i.transports.jms.dscp.routine");
    }

    @Test
    void acceptsBothFormsOfAnAddress() {
        assertThat(HostPort.parse("x", "tcp://node-b:61616")).isEqualTo(new HostPort("node-b", 61616));
        assertThat(HostPort.parse("x", "node-b:61616")).isEqualTo(new HostPort("node-b", 61616));
        assertThat(HostPort.parse("x", "[::1]:61616")).isEqualTo(new HostPort("::1", 61616));
        assertThat(HostPort.parseAll("x", "tcp://a:1, b:2"))
                .containsExactly(new HostPort("a", 1), new HostPort("b", 2));
    }

    @Test
    void neverPrintsASecret() {
        JmsSettings settings =
                FINE.withTls(new JmsSettings.Tls("k.p12", "secret-one", "t.p12", "secret-two", true, true, false));

        assertThat(settings.toString())
                .contains("k.p12", "t.p12", "mesh")
                .doesNotContain("secret-one", "secret-two", "only-for-tests");
    }

    @Test
    void staysAwayUnlessEnabled() {
        context.run(started -> assertThat(started).doesNotHaveBean(JmsTransportFactory.class));
    }

    @Test
    void bindsTheConfigurationOfANode() {
        context.withPropertyValues(
                        "c4i.transports.jms.enabled=true",
                        "c4i.transports.jms.port=7001",
                        "c4i.transports.jms.peers.BRAVO=node-b:7001",
                        "c4i.transports.jms.peers.[C.1]=tcp://node-c:7001",
                        "c4i.transports.jms.profile=stock",
                        "c4i.transports.jms.credentials.user=mesh",
                        "c4i.transports.jms.credentials.password=only-for-tests",
                        "c4i.transports.jms.limits.in-flight-messages=10")
                .run(started -> {
                    assertThat(started).hasSingleBean(JmsTransportFactory.class);
                    assertThat(started.getBean(JmsSettings.class))
                            .isEqualTo(new JmsSettings(
                                    "127.0.0.1",
                                    7001,
                                    Map.of("BRAVO", "node-b:7001", "C.1", "tcp://node-c:7001"),
                                    JmsProfile.STOCK,
                                    new JmsSettings.Credentials("mesh", "only-for-tests"),
                                    null,
                                    null,
                                    new JmsSettings.Limits(16 << 20, 10, 4 << 20),
                                    JmsSettings.Batch.DEFAULTS,
                                    null,
                                    DscpSettings.NONE));
                });
    }

    @Test
    void refusesToStartWithoutAPassword() {
        context.withPropertyValues("c4i.transports.jms.enabled=true", "c4i.transports.jms.credentials.user=mesh")
                .run(started -> assertThat(started)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(GatewayException.Fatal.class)
                        .hasMessageContaining("c4i.transports.jms.credentials.password"));
    }

    private static void assertRefused(ThrowingCallable building, String key) {
        assertThatThrownBy(building).isInstanceOfSatisfying(GatewayException.Fatal.class, fault -> {
            assertThat(fault.errorCode()).isEqualTo(ErrorCode.CONFIGURATION);
            assertThat(fault).hasMessageContaining(key);
            assertThat(fault.remedy()).contains(key);
        });
    }
}
