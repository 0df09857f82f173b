package org.c4igateway.jms;

import java.nio.file.Path;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.c4igateway.jms.engine.MeshSecurity;
import org.w3c.dom.Document;

/** A broker that belongs to no node, with the queues of two and of a shard of one of them. */
final class ExternalBroker {
    private static final Path FILE = Path.of("..", "deploy", "artemis", "broker.xml");

    private ExternalBroker() {}

    /** @return what the file of a pair of brokers says; as the library without a value there */
    private static int maxDeliveryAttempts() throws Exception {
        Document file =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(FILE.toFile());
        String value = XPathFactory.newDefaultInstance()
                .newXPath()
                .evaluate("//address-setting[@match='kmtf.#']/max-delivery-attempts", file);
        return value.isEmpty() ? AddressSettings.DEFAULT_MAX_DELIVERY_ATTEMPTS : Integer.parseInt(value);
    }

    static ActiveMQServer on(int port) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration("core", "tcp://127.0.0.1:" + port + "?protocols=CORE");
        for (String queue : new String[] {
            "kmtf.ALPHA", "kmtf.ALPHA.control", "kmtf.ALPHA+2.control", "kmtf.BRAVO", "kmtf.BRAVO.control"
        }) {
            configuration.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(false));
        }
        configuration.addAddressSetting("kmtf.#", new AddressSettings().setMaxDeliveryAttempts(maxDeliveryAttempts()));
        configuration.putSecurityRoles(
                "kmtf.#",
                Set.of(new Role(
                        "mesh", true, true, false, false, false, false, false, false, false, false, false, false)));
        return new ActiveMQServerImpl(
                configuration, new MeshSecurity(JmsTestNode.CREDENTIALS, JmsTestNode.CREDENTIALS));
    }
}
