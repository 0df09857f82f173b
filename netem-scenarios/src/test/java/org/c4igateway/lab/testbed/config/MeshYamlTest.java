package org.c4igateway.lab.testbed.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.c4igateway.lab.testbed.database.Login;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

class MeshYamlTest {
    private static final NodeAddress ALPHA = new NodeAddress("ALPHA", NodePlace.loopback(), 1001, 1002);
    private static final NodeAddress BRAVO = new NodeAddress("BRAVO", NodePlace.loopback(), 1003, 1004);
    private static final Login LOGIN = new Login("someone", "a secret");
    private static final InterfaceDatabase DATABASE = new InterfaceDatabase(
            "ALPHA", "jdbc:postgresql://127.0.0.1:5/x", "jdbc:postgresql://198.18.0.1:5/x", LOGIN, LOGIN, LOGIN, LOGIN);

    @Test
    void namesThePeerAndItsEngineForJms() {
        assertThat(yaml(Transports.JMS, ALPHA))
                .containsEntry("c4i.system", "ALPHA")
                .containsEntry("c4i.database.url", "jdbc:postgresql://198.18.0.1:5/x")
                .containsEntry("c4i.destinations[BRAVO]", "jms")
                .containsEntry("c4i.transports.jms.enabled", true)
                .containsEntry("c4i.transports.jms.port", 1002)
                .containsEntry("c4i.transports.jms.peers[BRAVO]", "127.0.0.1:1004")
                .containsEntry("server.port", 1001)
                .doesNotContainKey("c4i.transports.dds.enabled");
    }

    @Test
    void leavesThePasswordsOfAConsoleToTheEnvironment() {
        ConsoleYaml console = new ConsoleYaml(new Login("operator", "another secret"), LOGIN);

        assertThat(console.text())
                .contains("operator", "someone", "enabled: true")
                .doesNotContain("secret");
        assertThat(console.environment()).containsValues("a secret", "another secret");
    }

    @Test
    void namesTheDomainForDds() {
        assertThat(yaml(Transports.DDS, ALPHA))
                .containsEntry("c4i.destinations[BRAVO]", "dds")
                .containsEntry("c4i.transports.dds.enabled", true)
                .containsEntry("c4i.transports.dds.domain-id", 7)
                .doesNotContainKey("c4i.transports.jms.enabled");
    }

    @Test
    void enablesBothWhenMixedAndAlternatesWhatNodesSendBy() {
        assertThat(yaml(Transports.MIXED, ALPHA))
                .containsEntry("c4i.destinations[BRAVO]", "jms")
                .containsEntry("c4i.transports.jms.enabled", true)
                .containsEntry("c4i.transports.dds.enabled", true);
        assertThat(yaml(Transports.MIXED, BRAVO)).containsEntry("c4i.destinations[ALPHA]", "dds");
    }

    @Test
    void leavesPasswordsToTheEnvironment() {
        assertThat(new MeshYaml(List.of(ALPHA, BRAVO), Transports.MIXED, 7).text(ALPHA, DATABASE))
                .contains("${C4I_DB_PASSWORD}", "${C4I_JMS_PASSWORD}")
                .doesNotContain("a secret");
    }

    private static Map<Object, Object> yaml(Transports transports, NodeAddress self) {
        String text = new MeshYaml(List.of(ALPHA, BRAVO), transports, 7).text(self, DATABASE);
        YamlPropertiesFactoryBean reader = new YamlPropertiesFactoryBean();
        reader.setResources(new ByteArrayResource(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        Properties properties = reader.getObject();
        return properties == null ? Map.of() : properties;
    }
}
