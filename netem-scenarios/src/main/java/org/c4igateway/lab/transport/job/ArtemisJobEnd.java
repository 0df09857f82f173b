package org.c4igateway.lab.transport.job;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.jspecify.annotations.Nullable;

/**
 * A queue for the intervals of each worker and one for all results, in an engine within the master, in memory. A worker
 * acknowledges its interval when it has handed its result to the engine: until then the engine gives the interval again
 * to the next consumer of the queue when the connection of this one breaks.
 */
final class ArtemisJobEnd implements JobEnd {
    private static final String INTERVALS = "lab.send_interval_data.";
    private static final String RESULTS = "lab.recv_interval_result";

    private final boolean leads;
    private final @Nullable EmbeddedActiveMQ engine;
    private final ActiveMQConnectionFactory factory;
    private final Connection connection;
    private final Session sending;
    private final MessageProducer producer;

    private ArtemisJobEnd(
            @Nullable EmbeddedActiveMQ engine,
            ActiveMQConnectionFactory factory,
            JobAssignment assignment,
            Consumer<byte[]> arrivals)
            throws JMSException {
        this.leads = engine != null;
        this.engine = engine;
        this.factory = factory;
        this.connection = factory.createConnection();
        this.sending = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        this.producer = sending.createProducer(null);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        Session receiving = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        String queue = leads ? RESULTS : INTERVALS + assignment.worker();
        receiving.createConsumer(receiving.createQueue(queue)).setMessageListener(message -> {
            try {
                arrivals.accept(message.getBody(byte[].class)); // acknowledged when it returns
            } catch (JMSException e) {
                throw new IllegalStateException("a message cannot be read", e);
            }
        });
        connection.start();
    }

    static ArtemisJobEnd open(JobAssignment assignment, Consumer<byte[]> arrivals) throws IOException {
        String address = assignment.ends().master();
        EmbeddedActiveMQ engine = assignment.role() == JobAssignment.Role.MASTER ? ArtemisEnd.engine(address) : null;
        ActiveMQConnectionFactory factory = ArtemisEnd.factory(engine == null ? address : "");
        factory.setBlockOnNonDurableSend(true);
        try {
            return new ArtemisJobEnd(engine, factory, assignment, arrivals);
        } catch (JMSException | JMSRuntimeException e) {
            factory.close(); // with the connections that were made
            ArtemisEnd.stop(engine);
            throw new IOException("no connection to Artemis: " + e.getMessage(), e);
        }
    }

    /** Blocks until the engine has it. */
    @Override
    public void send(int worker, byte[] message) throws IOException {
        try {
            BytesMessage body = sending.createBytesMessage();
            body.writeBytes(message);
            producer.send(sending.createQueue(leads ? INTERVALS + worker : RESULTS), body);
        } catch (JMSException e) {
            throw new IOException("a message was not sent: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try (factory) {
            connection.close();
        } catch (JMSException e) {
            throw new IOException("the connection does not end: " + e.getMessage(), e);
        } finally {
            ArtemisEnd.stop(engine);
        }
    }
}
