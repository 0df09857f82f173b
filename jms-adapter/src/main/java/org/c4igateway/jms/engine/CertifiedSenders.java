package org.c4igateway.jms.engine;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import java.security.cert.X509Certificate;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnection;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.c4igateway.jms.wire.CertifiedSender;

/**
 * Writes into each message the common name in the certificate of the connection that it came by, over whatever the
 * client wrote there. The receiving side compares it with the system that the message names. Any thread of the engine.
 */
final class CertifiedSenders implements ActiveMQServerMessagePlugin {
    private static final AttributeKey<String> NAME = AttributeKey.valueOf("c4i-certified-name");

    @Override
    public void beforeSend(
            ServerSession session,
            Transaction transaction,
            Message message,
            boolean direct,
            boolean noAutoCreateQueue) {
        message.putStringProperty(CertifiedSender.PROPERTY, name(session.getRemotingConnection()));
        message.reencode();
    }

    /** @return empty for a connection without a certificate */
    private static String name(RemotingConnection connection) {
        if (!(connection.getTransportConnection() instanceof NettyConnection socket)) {
            return "";
        }
        Channel channel = socket.getNettyChannel();
        String known = channel.attr(NAME).get();
        if (known != null) {
            return known;
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        String name = tls == null ? "" : name(tls);
        channel.attr(NAME).set(name);
        return name;
    }

    private static String name(SslHandler tls) {
        try {
            return tls.engine().getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
                    ? commonName(certificate.getSubjectX500Principal().getName())
                    : "";
        } catch (SSLPeerUnverifiedException e) {
            return ""; // it showed none
        }
    }

    /** @param subject distinguished name (RFC 2253). @return its common name; empty when it has none */
    static String commonName(String subject) {
        try {
            for (Rdn part : new LdapName(subject).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
                    return name;
                }
            }
            return "";
        } catch (InvalidNameException e) {
            return "";
        }
    }
}
