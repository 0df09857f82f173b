package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.Test;

/** What the file of an external broker, {@code deploy/artemis/broker.xml}, says of the queues of nodes. */
class BrokerFileTest {
    private static final int PATIENCE_MILLIS = 10_000;

    private final int port = TestNetwork.port();

    /** A broker that gave it up after ten deliveries, as is its default, would let later rows overtake it. */
    @Test
    void keepsAMessageThatItHasDeliveredElevenTimesToAConnectionThatBroke() throws Exception {
        ActiveMQServer broker = ExternalBroker.on(port);
        broker.start();
        try {
            put("the row");
            for (int i = 0; i < 11; i++) {
                assertThat(taken(true)).as("delivery %d", i).isEqualTo("the row");
            }

            assertThat(taken(false)).isEqualTo("the row");
        } finally {
            broker.stop();
        }
    }

    private void put(String text) throws Exception {
        try (ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = session(factory);
                ClientProducer producer = session.createProducer("kmtf.BRAVO")) {
            ClientMessage message = session.createMessage(false);
            message.getBodyBuffer().writeString(text);
            producer.send(message);
        }
    }

    private String taken(boolean thenBreak) throws Exception {
        try (ServerLocator locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port)
                        .setReconnectAttempts(0);
                ClientSessionFactory factory = locator.createSessionFactory();
                ClientSession session = session(factory)) {
            ClientConsumer consumer = session.createConsumer("kmtf.BRAVO");
            session.start();
            ClientMessage message = consumer.receive(PATIENCE_MILLIS);
            String text = message == null ? "nothing" : message.getBodyBuffer().readString();
            if (thenBreak) {
                factory.getConnection().getTransportConnection().close();
            }
            return text;
        }
    }

    private static ClientSession session(ClientSessionFactory factory) throws Exception {
        return factory.createSession("mesh", "only-for-tests", false, true, true, false, 100);
    }
}
