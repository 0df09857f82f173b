package org.c4igateway.test.wire;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.client.impl.ClientMessageImpl;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;

/**
 * A JMS message as lines: {@code property type value} for each property in the order of their names, then {@code
 * JMSType}, then {@code body} with hexadecimal digits. How Artemis puts these on the wire is its own matter.
 */
final class JmsLines {
    private static final String BODY = "body";
    private static final String TYPE = "JMSType";

    private JmsLines() {}

    /** A session that makes messages and can do nothing else. */
    static Session session() {
        return (Session) Proxy.newProxyInstance(
                JmsLines.class.getClassLoader(), new Class<?>[] {Session.class}, (self, method, arguments) -> {
                    if (method.getName().equals("createBytesMessage")) {
                        ActiveMQMessage made = ActiveMQMessage.createMessage(empty(), null, null);
                        made.clearProperties();
                        made.clearBody();
                        return made;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ClientMessageImpl empty() {
        return new ClientMessageImpl(Message.BYTES_TYPE, true, 0, 0, (byte) 4, 64);
    }

    static List<String> of(BytesMessage message) throws JMSException {
        List<String> lines = new ArrayList<>();
        Enumeration<?> properties = message.getPropertyNames();
        for (Object each : new TreeSet<Object>(Collections.list(properties))) {
            String name = String.valueOf(each);
            if (!name.startsWith("JMSX")) {
                Object value = message.getObjectProperty(name);
                lines.add("%s %s %s".formatted(name, value.getClass().getSimpleName(), value));
            }
        }
        lines.add("%s String %s".formatted(TYPE, message.getJMSType()));
        lines.add(BODY + " " + HexFormat.of().formatHex(body(message)));
        return lines;
    }

    private static byte[] body(BytesMessage message) throws JMSException {
        message.reset();
        byte[] body = new byte[Math.toIntExact(message.getBodyLength())];
        message.readBytes(body);
        return body;
    }

    /** The message as its receiver gets it. */
    static BytesMessage message(List<String> lines) throws Exception {
        ClientMessageImpl core = empty();
        for (String line : lines) {
            String[] parts = line.split(" ", 3);
            if (parts[0].equals(BODY)) {
                core.getBodyBuffer().writeBytes(HexFormat.of().parseHex(parts[1]));
                continue;
            }
            switch (parts[1]) {
                case "String" -> core.putStringProperty(parts[0], parts[2]);
                case "Long" -> core.putLongProperty(parts[0], Long.parseLong(parts[2]));
                case "Integer" -> core.putIntProperty(parts[0], Integer.parseInt(parts[2]));
                default -> throw new IllegalArgumentException("no property of a message is " + line);
            }
        }
        ActiveMQMessage message = ActiveMQMessage.createMessage(core, null, null);
        message.doBeforeReceive();
        return (BytesMessage) message;
    }

    /** The body of a message that says that it is of this type. */
    static byte[] bodyOf(String type, List<String> lines) throws Exception {
        BytesMessage message = message(lines);
        if (!type.equals(message.getJMSType())) {
            throw new IllegalArgumentException("JMSType is " + message.getJMSType() + ", not " + type);
        }
        return body(message);
    }
}
