package org.c4igateway.lab.transport.entities;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.transport.ArtemisEnd;
import org.jspecify.annotations.Nullable;

/**
 * A connection for each participant, and on it a producer, or a consumer, for the queue of each pair. The engine is in
 * memory: within the program that reads, as a node has it, or in a program of its own. An end that is open is known to
 * the engine, so it has met. A connection never counts as broken by silence: on a link that loses much it is slow.
 */
final class ArtemisEntities implements Entities {
    private static final int RETRY_MILLIS = 20;
    private static final long CALL_MILLIS = 600_000;
    private static final int FOR_EVER = -1;

    private final @Nullable EmbeddedActiveMQ engine;
    private final ActiveMQConnectionFactory factory;
    private final List<Writing> writing = new ArrayList<>();

    private ArtemisEntities(@Nullable EmbeddedActiveMQ engine, ActiveMQConnectionFactory factory) {
        this.engine = engine;
        this.factory = factory;
    }

    private record Writing(Session session, MessageProducer producer) {}

    static ArtemisEntities open(EntitiesAssignment assignment, PairArrivals arrivals) throws IOException {
        EntitiesAssignment.Place place = assignment.place();
        boolean reads = assignment.role() == EntitiesAssignment.Role.READS;
        boolean within = reads && assignment.carrier() == Carrier.ARTEMIS;
        EmbeddedActiveMQ engine = within ? ArtemisEnd.engine(place.address()) : null;
        ActiveMQConnectionFactory factory = ArtemisEnd.factory(within ? "" : place.server());
        factory.setInitialConnectAttempts(FOR_EVER); // the engine may not be there yet
        factory.setRetryInterval(RETRY_MILLIS);
        factory.setCallTimeout(CALL_MILLIS);
        factory.setConnectionTTL(FOR_EVER);
        factory.setClientFailureCheckPeriod(FOR_EVER);
        factory.setBlockOnNonDurableSend(false);
        ArtemisEntities entities = new ArtemisEntities(engine, factory);
        try {
            for (int participant = 0; participant < assignment.pairs().participants(); participant++) {
                entities.participant(assignment.pairs(), participant, reads, arrivals);
            }
            return entities;
        } catch (JMSException | JMSRuntimeException e) {
            entities.close();
            throw new IOException("the ends are not open at Artemis: " + e.getMessage(), e);
        }
    }

    private void participant(Pairs pairs, int participant, boolean reads, PairArrivals arrivals) throws JMSException {
        Connection connection = factory.createConnection(); // closed with the factory
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        for (int topic = 0; topic < pairs.topics(); topic++) {
            int pair = pairs.number(participant, topic);
            if (reads) {
                session.createConsumer(session.createQueue(Pairs.name(pair)))
                        .setMessageListener(message -> arrivals.accept(pair));
            } else {
                MessageProducer producer = session.createProducer(session.createQueue(Pairs.name(pair)));
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                writing.add(new Writing(session, producer));
            }
        }
        connection.start();
    }

    @Override
    public boolean met() {
        return true;
    }

    @Override
    public void writeAll() throws IOException {
        try {
            for (Writing each : writing) {
                BytesMessage message = each.session().createBytesMessage();
                message.writeInt(0);
                each.producer().send(message);
            }
        } catch (JMSException e) {
            throw new IOException("a message was not sent: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        factory.close();
        ArtemisEnd.stop(engine);
    }
}
