package org.c4igateway.jms;

import java.util.Set;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.c4igateway.jms.engine.MeshSecurity;

/** A broker that belongs to no node, with the queues of two. */
final class ExternalBroker {
    private ExternalBroker() {}

    static ActiveMQServer on(int port) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(false)
                .setJMXManagementEnabled(false)
                .addAcceptorConfiguration("core", "tcp://127.0.0.1:" + port + "?protocols=CORE");
        for (String queue : new String[] {"kmtf.ALPHA", "kmtf.ALPHA.control", "kmtf.BRAVO", "kmtf.BRAVO.control"}) {
            configuration.addQueueConfiguration(QueueConfiguration.of(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(false));
        }
        configuration.putSecurityRoles(
                "kmtf.#",
                Set.of(new Role(
                        "mesh", true, true, false, false, false, false, false, false, false, false, false, false)));
        return new ActiveMQServerImpl(
                configuration, new MeshSecurity(JmsTestNode.CREDENTIALS, JmsTestNode.CREDENTIALS));
    }
}
