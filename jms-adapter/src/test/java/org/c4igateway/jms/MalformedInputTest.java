package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.jms.wire.ControlCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MalformedInputTest {
    private final int port = TestNetwork.port();
    private final JmsTestNode node = new JmsTestNode("BRAVO", JmsTestNode.settings(port), 1);
    private final ActiveMQConnectionFactory factory =
            new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port, "mesh", "only-for-tests");
    private jakarta.jms.Connection connection;
    private Session session;
    private MessageProducer messages;
    private MessageProducer control;

    @BeforeEach
    void connectAsAForeignClient() throws JMSException {
        connection = factory.createConnection();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        messages = session.createProducer(session.createQueue("kmtf.BRAVO"));
        control = session.createProducer(session.createQueue("kmtf.BRAVO.control"));
    }

    @AfterEach
    void close() throws JMSException {
        connection.close();
        factory.close();
        node.close();
    }

    @Test
    void parksOtherKindsOfMessagesWithoutDeserialising() throws JMSException {
        messages.send(session.createTextMessage("MSGID/GENADMIN//"));
        messages.send(session.createObjectMessage(new java.util.ArrayList<>(List.of("gadget"))));
        messages.send(session.createMapMessage());
        messages.send(session.createMessage());
        messages.send(good());

        assertParkedThenDelivered(4);
        assertThat(node.recorder.malformed())
                .allSatisfy(parked -> assertThat(parked.code()).isEqualTo(ErrorCode.MALFORMED_ENVELOPE))
                .allSatisfy(parked -> assertThat(parked.source()).isEqualTo("queue kmtf.BRAVO"));
        assertThat(node.recorder.malformed().getFirst().bytes()).isNotEmpty();
        assertThat(node.meters
                        .counter("c4i.transport.malformed", "transport", "jms", "code", "GW-307")
                        .count())
                .isEqualTo(4);
    }

    @Test
    void parksATypeThatTheLibraryDoesNotKnow() throws Exception {
        ClientSession core = ((ActiveMQSession) session).getCoreSession();
        try (ClientProducer producer = core.createProducer("kmtf.BRAVO")) {
            ClientMessage strange = core.createMessage((byte) 99, false);
            strange.getBodyBuffer().writeBytes(new byte[] {1, 2, 3});
            producer.send(strange);
        }
        messages.send(good());

        assertParkedThenDelivered(1);
    }

    /**
     * The client library threw at the first two, and each new connection got them again before all others; the third
     * made it allocate 2 GiB.
     */
    @Test
    void parksBodiesThatAreNotOfTheirKind() throws Exception {
        ClientSession core = ((ActiveMQSession) session).getCoreSession();
        try (ClientProducer producer = core.createProducer("kmtf.BRAVO")) {
            producer.send(core.createMessage(org.apache.activemq.artemis.api.core.Message.TEXT_TYPE, false));
            ClientMessage map = core.createMessage(org.apache.activemq.artemis.api.core.Message.MAP_TYPE, false);
            map.getBodyBuffer().writeBytes(new byte[] {1, 0, 0, 0, 9, 1});
            producer.send(map);
            ClientMessage object = core.createMessage(org.apache.activemq.artemis.api.core.Message.OBJECT_TYPE, false);
            object.getBodyBuffer().writeInt(Integer.MAX_VALUE);
            producer.send(object);
        }
        messages.send(good());

        assertParkedThenDelivered(3);
    }

    @Test
    void parksWrongEnvelopesWithTheirBytes() throws JMSException {
        for (String property : List.of("origin", "sequence", "precedence", "created")) {
            BytesMessage incomplete = session.createBytesMessage();
            fill(incomplete, property);
            messages.send(incomplete);
        }
        send(message -> message.setStringProperty("origin", "no name"));
        send(message -> message.setLongProperty("sequence", 0));
        send(message -> message.setStringProperty("sequence", "many"));
        send(message -> message.setIntProperty("precedence", 4));
        send(message -> message.setLongProperty("precedence", Long.MAX_VALUE));
        send(message -> message.setJMSType(""));
        send(message -> message.setJMSType("x".repeat(1_025)));
        send(message -> message.setStringProperty("label", "x".repeat(1_025)));
        send(message -> message.setStringProperty("destinations", "ALPHA"));
        send(message -> message.setStringProperty("destinations", "BRAVO,b"));
        send(message -> message.setBooleanProperty("expires", true));
        messages.send(good());

        assertParkedThenDelivered(15);
        assertThat(node.recorder.malformed())
                .allSatisfy(parked -> assertThat(parked.bytes()).containsExactly(1, 2, 3));
    }

    @Test
    void passesOnWhatOnlyThisNodeFindsTooLargeSoThatItIsRefusedWithAReceipt() throws JMSException {
        BytesMessage large = session.createBytesMessage();
        fill(large, "");
        large.writeBytes(new byte[JmsTestNode.MAX_PAYLOAD_BYTES]);
        messages.send(large);

        assertParkedThenDelivered(0);
        assertThat(node.recorder.messages().getFirst().payload()).hasSize(JmsTestNode.MAX_PAYLOAD_BYTES + 3);
    }

    @Test
    void acceptsAForeignMessageForSeveralDestinations() throws JMSException {
        send(message -> message.setStringProperty("destinations", "ALPHA,BRAVO"));

        await().until(() -> node.recorder.messages().size() == 1);
        assertThat(node.recorder.messages().getFirst().destinations())
                .containsExactly(new SystemName("ALPHA"), new SystemName("BRAVO"));
    }

    @Test
    void parksWrongControlMessages() throws JMSException {
        Receipt mine = receiptFor("BRAVO");
        control.send(controlMessage("C4I_RECEIPT", new byte[] {1, 2, 3}));
        control.send(controlMessage("C4I_RECEIPT", ControlCodec.encode(receiptFor("ALPHA"))));
        control.send(controlMessage("C4I_NODE", new byte[0]));
        control.send(controlMessage("OTHER", new byte[] {9}));
        control.send(session.createTextMessage("hello"));
        control.send(controlMessage("C4I_RECEIPT", ControlCodec.encode(mine)));

        await().until(() -> !node.recorder.receipts().isEmpty());
        assertThat(node.recorder.receipts()).containsExactly(mine);
        assertThat(node.recorder.malformed())
                .hasSize(5)
                .allSatisfy(parked -> assertThat(parked.source()).isEqualTo("queue kmtf.BRAVO.control"));
    }

    /** The inbox is full, and so nothing is taken of the other queue. */
    @Test
    void takesReceiptsBehindAWrongControlMessageWhileMessagesWaitForRoom() throws JMSException {
        Receipt mine = receiptFor("BRAVO");
        node.recorder.shut();

        control.send(controlMessage("C4I_RECEIPT", new byte[] {1, 2, 3}));
        control.send(controlMessage("C4I_RECEIPT", ControlCodec.encode(mine)));

        await().until(() -> node.recorder.receipts().equals(List.of(mine)));
        node.recorder.open();
    }

    private void assertParkedThenDelivered(int parked) {
        await().until(() -> node.recorder.messages().size() == 1);
        assertThat(node.recorder.malformed()).hasSize(parked);
        await().until(() -> node.meters
                        .get("c4i.transport.queue.depth")
                        .tag("queue", "messages")
                        .gauge()
                        .value()
                == 0);
    }

    private void send(Change change) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        fill(message, "");
        change.apply(message);
        messages.send(message);
    }

    private Message good() throws JMSException {
        BytesMessage message = session.createBytesMessage();
        fill(message, "");
        return message;
    }

    private static void fill(BytesMessage message, String except) throws JMSException {
        message.setJMSType("A423");
        message.writeBytes(new byte[] {1, 2, 3});
        if (!except.equals("origin")) {
            message.setStringProperty("origin", "ALPHA");
        }
        for (String number : List.of("sequence", "created")) {
            if (!except.equals(number)) {
                message.setLongProperty(number, 1);
            }
        }
        if (!except.equals("precedence")) {
            message.setIntProperty("precedence", 1);
        }
    }

    private BytesMessage controlMessage(String type, byte[] body) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.setJMSType(type);
        message.writeBytes(body);
        return message;
    }

    private static Receipt receiptFor(String origin) {
        return new Receipt(
                new SystemName("CHARLIE"), new SystemName(origin), List.of(new SequenceRange(1, 2)), List.of());
    }

    private interface Change {
        void apply(BytesMessage message) throws JMSException;
    }
}
