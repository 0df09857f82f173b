package org.c4igateway.lab.transport;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * A queue for what is asked and one for the answers, in an engine within the answering program, as nodes have it: in
 * memory, not persistent, sent without waiting for the engine and without delay (TCP_NODELAY). Reliable messages are
 * acknowledged one by one when they were taken, best effort ones when they were handed out.
 */
final class ArtemisEnd implements End {
    private static final int PORT = 7_503;
    private static final String IN_PROCESS = "vm://0";
    private static final String ASKED = "lab.asked";
    private static final String ANSWERED = "lab.answered";

    private final @Nullable EmbeddedActiveMQ engine;
    private final ActiveMQConnectionFactory factory;
    private final Connection connection;
    private final Session sending;
    private final MessageProducer producer;

    private ArtemisEnd(
            @Nullable EmbeddedActiveMQ engine,
            ActiveMQConnectionFactory factory,
            Assignment assignment,
            Consumer<byte[]> arrivals)
            throws JMSException {
        this.engine = engine;
        this.factory = factory;
        this.connection = factory.createConnection();
        int acknowledgement = assignment.reliable() ? Session.AUTO_ACKNOWLEDGE : ActiveMQJMSConstants.PRE_ACKNOWLEDGE;
        this.sending = connection.createSession(false, acknowledgement);
        this.producer = sending.createProducer(sending.createQueue(assignment.asks() ? ASKED : ANSWERED));
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        Session receiving = connection.createSession(false, acknowledgement);
        receiving
                .createConsumer(receiving.createQueue(assignment.asks() ? ANSWERED : ASKED))
                .setMessageListener(message -> {
                    try {
                        arrivals.accept(message.getBody(byte[].class));
                    } catch (JMSException e) {
                        throw new IllegalStateException("a message cannot be read", e);
                    }
                });
        connection.start();
    }

    static ArtemisEnd open(Assignment assignment, Consumer<byte[]> arrivals) throws IOException {
        try {
            EmbeddedActiveMQ engine =
                    assignment.asks() ? null : engine(assignment.place().address());
            ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(
                    assignment.asks() ? address(assignment.place().partner()) : IN_PROCESS);
            factory.setBlockOnNonDurableSend(false);
            factory.setProducerWindowSize(-1);
            return new ArtemisEnd(engine, factory, assignment, arrivals);
        } catch (Exception e) { // the engine declares no less
            throw new IOException("Artemis does not start: " + e.getMessage(), e);
        }
    }

    private static EmbeddedActiveMQ engine(String address) throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(false);
        configuration.setSecurityEnabled(false);
        configuration.setJMXManagementEnabled(false);
        configuration.addAcceptorConfiguration("tcp", address(address));
        configuration.addAcceptorConfiguration("process", IN_PROCESS);
        EmbeddedActiveMQ engine = new EmbeddedActiveMQ();
        engine.setConfiguration(configuration);
        engine.start();
        return engine;
    }

    private static String address(String host) {
        return "tcp://" + host + ":" + PORT + "?tcpNoDelay=true";
    }

    @Override
    public void send(byte[] payload) throws IOException {
        try {
            BytesMessage message = sending.createBytesMessage();
            message.writeBytes(payload);
            producer.send(message);
        } catch (JMSException e) {
            throw new IOException("a payload was not sent: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
            factory.close();
            if (engine != null) {
                engine.stop();
            }
        } catch (Exception e) { // the engine declares no less
            throw new IOException("Artemis does not stop: " + e.getMessage(), e);
        }
    }
}
