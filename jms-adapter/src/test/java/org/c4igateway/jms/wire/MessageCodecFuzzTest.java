package org.c4igateway.jms.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import jakarta.jms.JMSException;
import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.wire.JmsDecodeResult.Bad;
import org.c4igateway.jms.wire.JmsDecodeResult.Good;

/** A JMS message of any kind with any properties is understood, or goes to the dead letters with a reason. */
class MessageCodecFuzzTest {
    private static final List<String> NAMES = List.of(
            MessageCodec.ORIGIN,
            MessageCodec.SEQUENCE,
            MessageCodec.PRECEDENCE,
            MessageCodec.CREATED,
            MessageCodec.EXPIRES,
            MessageCodec.LABEL,
            MessageCodec.SUBJECT,
            MessageCodec.DESTINATIONS,
            "JMSType",
            "JMSReplyTo");
    /** BytesMessage, and what all others are shown as. */
    private static final byte[] KINDS = {4, 4, 4, 0};

    private final MessageCodec codec = new MessageCodec(new SystemName("BRAVO"));

    @FuzzTest
    void understandsAMessageOrSaysWhyNot(FuzzedDataProvider data) throws JMSException, ActiveMQException {
        ClientMessageImpl core = new ClientMessageImpl(
                data.pickValue(KINDS), true, data.consumeLong(), data.consumeLong(), data.consumeByte(), 64);
        if (data.consumeBoolean()) {
            core.putStringProperty(MessageCodec.ORIGIN, "ALPHA");
            core.putLongProperty(MessageCodec.SEQUENCE, 7);
            core.putIntProperty(MessageCodec.PRECEDENCE, 1);
            core.putLongProperty(MessageCodec.CREATED, 8);
            core.putStringProperty("JMSType", "A021");
        }
        for (int i = data.consumeInt(0, 12); i > 0; i--) {
            put(core, data.pickValue(NAMES), data);
        }
        core.getBodyBuffer().writeBytes(data.consumeRemainingAsBytes());
        ActiveMQMessage wire = ActiveMQMessage.createMessage(core, null, null);
        wire.doBeforeReceive();

        switch (codec.decode(wire)) {
            case Good<Message>(Message message) -> {
                assertThat(message.destinations()).contains(new SystemName("BRAVO"));
                assertThat(codec.refusal(message)).isNull();
            }
            case Bad<Message>(var code, String detail, byte[] bytes) -> {
                assertThat(code).isNotNull();
                assertThat(detail).isNotBlank();
                assertThat(bytes.length).isLessThanOrEqualTo(JmsDecodeResult.Bad.MAX_BYTES);
            }
        }
    }

    private static void put(ClientMessageImpl core, String name, FuzzedDataProvider data) {
        switch (data.consumeInt(0, 9)) {
            case 0, 1, 2 -> core.putStringProperty(name, data.consumeString(40));
            case 3, 4 -> core.putLongProperty(name, data.consumeLong());
            case 5 -> core.putIntProperty(name, data.consumeInt());
            case 6 -> core.putBooleanProperty(name, data.consumeBoolean());
            case 7 -> core.putBytesProperty(name, data.consumeBytes(8));
            case 8 -> core.putDoubleProperty(name, data.consumeDouble());
            default -> core.putStringProperty(name, null);
        }
    }
}
