package org.c4igateway.jms.wire;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * By whose certificate a JMS message came to the engine: the string property {@code certified}, which the engine writes
 * where {@code tls.verify-names} is on. Clients cannot write it, because the engine replaces it.
 *
 * @param name common name in the certificate; null where names are not compared
 */
public record CertifiedSender(@Nullable String name) {
    public static final String PROPERTY = "certified";

    /** Where names are not compared. */
    public static final CertifiedSender ANY = new CertifiedSender(null);

    /** Takes what the engine wrote. */
    public static CertifiedSender of(Message wire) throws JMSException {
        return written(wire.getStringProperty(PROPERTY));
    }

    /** @param property what the engine wrote; null, which it never writes, is the name of nobody */
    public static CertifiedSender written(@Nullable String property) {
        return new CertifiedSender(property == null ? "" : property);
    }

    /** @return why it may not speak for this system, or for the node of a shard of it; null when it may */
    public @Nullable String refusal(SystemName address) {
        if (name == null || name.equals(address.system().value())) {
            return null;
        }
        return "names " + address + ", and came by a certificate " + (name.isEmpty() ? "without a name" : "of " + name);
    }
}
