package org.c4igateway.jms.wire;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * For which start of the receiving node a JMS message was sent: the long property {@code incarnation}. An external
 * broker keeps messages for a node that ends. What that node had taken and not committed is lost, and older than they
 * are, so the next start leaves them, and their origins send all again in order.
 */
public final class RecipientStart {
    private static final String PROPERTY = "incarnation";

    private RecipientStart() {}

    /** @param incarnation as the receiving node has announced it; 0, where it is not known, writes nothing */
    public static void write(BytesMessage wire, long incarnation) throws JMSException {
        if (incarnation != 0) {
            wire.setLongProperty(PROPERTY, incarnation);
        }
    }

    /**
     * @param own incarnation of this node
     * @return whether it was sent to another start than this
     * @throws JMSException or NumberFormatException when it tells something that is no incarnation
     */
    public static boolean isOther(Message wire, long own) throws JMSException {
        return wire.propertyExists(PROPERTY) && wire.getLongProperty(PROPERTY) != own;
    }
}
