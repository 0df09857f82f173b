package org.c4igateway.lab.transport;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants;
import org.apache.activemq.artemis.core.config.BridgeConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.jspecify.annotations.Nullable;

/**
 * A queue for what is asked and one for the answers, in an engine within the answering program, as nodes have it, or in
 * a {@link Server} beside it: in memory, not persistent, sent without waiting for the engine and without delay
 * (TCP_NODELAY). Where brokers are joined by a bridge, both ends are clients of the one beside them. Reliable messages
 * are acknowledged one by one when they were taken, best effort ones when they were handed out.
 */
public final class ArtemisEnd implements End {
    private static final int PORT = 7_503;
    /** A payload goes as one packet, not as a large message in pieces. */
    private static final int MAX_BYTES = 1 << 23;

    private static final String IN_PROCESS = "vm://0";
    /** Name of the queue of what is asked. */
    public static final String ASKED = "lab.asked";

    private static final String ANSWERED = "lab.answered";

    private final @Nullable EmbeddedActiveMQ engine;
    private final ActiveMQConnectionFactory factory;
    private final Connection connection;
    private final Session sending;
    private final MessageProducer producer;

    private ArtemisEnd(
            @Nullable EmbeddedActiveMQ engine,
            ActiveMQConnectionFactory factory,
            EndSettings settings,
            Consumer<byte[]> arrivals)
            throws JMSException {
        this.engine = engine;
        this.factory = factory;
        this.connection = factory.createConnection();
        int acknowledgement = settings.reliable() ? Session.AUTO_ACKNOWLEDGE : ActiveMQJMSConstants.PRE_ACKNOWLEDGE;
        this.sending = connection.createSession(false, acknowledgement);
        this.producer = sending.createProducer(sending.createQueue(settings.asks() ? ASKED : ANSWERED));
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        Session receiving = connection.createSession(false, acknowledgement);
        receiving
                .createConsumer(receiving.createQueue(settings.asks() ? ANSWERED : ASKED))
                .setMessageListener(message -> {
                    try {
                        arrivals.accept(message.getBody(byte[].class));
                    } catch (JMSException e) {
                        throw new IllegalStateException("a message cannot be read", e);
                    }
                });
        connection.start();
    }

    static ArtemisEnd open(EndSettings settings, Consumer<byte[]> arrivals) throws IOException {
        boolean within = !settings.asks() && settings.carrier() == Carrier.ARTEMIS;
        EmbeddedActiveMQ engine = within ? engine(settings.place().address()) : null;
        ActiveMQConnectionFactory factory =
                factory(engine == null ? settings.place().partner() : "");
        factory.setBlockOnNonDurableSend(false);
        factory.setProducerWindowSize(-1);
        factory.setMinLargeMessageSize(MAX_BYTES);
        try {
            return new ArtemisEnd(engine, factory, settings, arrivals);
        } catch (JMSException | JMSRuntimeException e) {
            factory.close(); // with the connections that were made
            stop(engine);
            throw new IOException("no connection to Artemis: " + e.getMessage(), e);
        }
    }

    /**
     * Connections to an engine.
     *
     * @param host where it is; empty for the one in this process
     */
    public static ActiveMQConnectionFactory factory(String host) {
        return new ActiveMQConnectionFactory(host.isEmpty() ? IN_PROCESS : address(host));
    }

    /** Starts an engine at an address, in memory, for this process and others. */
    public static EmbeddedActiveMQ engine(String address) throws IOException {
        return engine(configuration -> {
            configuration.addAcceptorConfiguration("tcp", address(address));
            configuration.addAcceptorConfiguration("process", IN_PROCESS);
        });
    }

    /** What an engine has besides being in memory. */
    @FunctionalInterface
    private interface Setting {
        void set(ConfigurationImpl configuration) throws Exception; // the engine declares no less
    }

    /** Starts an engine in memory, without logins. */
    private static EmbeddedActiveMQ engine(Setting setting) throws IOException {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(false);
        configuration.setSecurityEnabled(false);
        configuration.setJMXManagementEnabled(false);
        EmbeddedActiveMQ engine = new EmbeddedActiveMQ();
        engine.setConfiguration(configuration);
        try {
            setting.set(configuration);
            engine.start();
            return engine;
        } catch (Exception e) { // the engine declares no less
            throw new IOException("Artemis does not start: " + e.getMessage(), e);
        }
    }

    /** Of an engine at a host, as acceptor and as connector. */
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
        try (factory) {
            connection.close();
        } catch (JMSException e) {
            throw new IOException("the connection does not end: " + e.getMessage(), e);
        } finally {
            stop(engine);
        }
    }

    /** Stops one; does nothing without. */
    public static void stop(@Nullable EmbeddedActiveMQ engine) throws IOException {
        try {
            if (engine != null) {
                engine.stop();
            }
        } catch (Exception e) { // the engine declares no less
            throw new IOException("Artemis does not stop: " + e.getMessage(), e);
        }
    }

    /**
     * The entry point of a program that is nothing but an engine. It says when it serves, and ends with its input. It
     * may forward what is asked to another one, by a core bridge with the defaults of Artemis.
     */
    public static final class Server {
        private static final String ADDRESSES = "addresses";
        private static final String FORWARDS = "forwards";
        private static final String FAR = "far";

        private Server() {}

        /** @param line as {@link #words} writes it */
        public static void main(String[] line) {
            TransportProgram.run(program -> {
                Words words = Words.parse(line);
                List<String> addresses = List.of(words.required(ADDRESSES).split(",", -1));
                EmbeddedActiveMQ engine =
                        engine(configuration -> configure(configuration, addresses, words.required(FORWARDS)));
                program.say(TransportProgram.READY, "");
                TransportProgram.awaitEndOfInput();
                stop(engine);
            });
        }

        private static void configure(ConfigurationImpl configuration, List<String> addresses, String forwards)
                throws Exception { // the engine declares no less
            for (String address : addresses) {
                configuration.addAcceptorConfiguration(address, address(address));
            }
            configuration.addQueueConfiguration(QueueConfiguration.of(ASKED).setRoutingType(RoutingType.ANYCAST));
            if (!forwards.isEmpty()) {
                configuration.addConnectorConfiguration(FAR, address(forwards));
                configuration.addBridgeConfiguration(new BridgeConfiguration("bridge")
                        .setQueueName(ASKED)
                        .setForwardingAddress(ASKED)
                        .setStaticConnectors(List.of(FAR)));
            }
        }

        /**
         * Words of its command line.
         *
         * @param addresses at which it listens
         * @param forwards address of the engine to which it forwards; empty for none
         */
        public static List<String> words(List<String> addresses, String forwards) {
            return new Words()
                    .with(ADDRESSES, String.join(",", addresses))
                    .with(FORWARDS, forwards)
                    .list();
        }
    }
}
