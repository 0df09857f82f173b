package org.c4igateway.jms.engine;

import io.netty.channel.ChannelPipeline;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.BaseInterceptor;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.remoting.impl.netty.ActiveMQFrameDecoder2;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyServerConnection;
import org.apache.activemq.artemis.core.server.routing.RoutingHandler;
import org.apache.activemq.artemis.spi.core.protocol.ConnectionEntry;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManager;
import org.apache.activemq.artemis.spi.core.protocol.ProtocolManagerFactory;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.spi.core.remoting.Acceptor;
import org.apache.activemq.artemis.spi.core.remoting.Connection;

/** The Core protocol of the library with a bound of its frames, see {@link FrameDecoder}. */
@SuppressWarnings("rawtypes") // as the library declares it
final class BoundedProtocol<P extends BaseInterceptor, R extends RoutingHandler> implements ProtocolManager<P, R> {
    private final ProtocolManager<P, R> core;

    BoundedProtocol(ProtocolManager<P, R> core) {
        this.core = core;
    }

    @Override
    public void addChannelHandlers(ChannelPipeline pipeline) {
        core.addChannelHandlers(pipeline);
        pipeline.replace(ActiveMQFrameDecoder2.class, "c4i-frames", new FrameDecoder(System::nanoTime));
    }

    @Override
    public ProtocolManagerFactory<P> getFactory() {
        return core.getFactory();
    }

    @Override
    public void updateInterceptors(List<BaseInterceptor> incoming, List<BaseInterceptor> outgoing) {
        core.updateInterceptors(incoming, outgoing);
    }

    @Override
    public ConnectionEntry createConnectionEntry(Acceptor acceptor, Connection connection) {
        return core.createConnectionEntry(acceptor, connection);
    }

    @Override
    public void removeHandler(String name) {
        core.removeHandler(name);
    }

    @Override
    public void handleBuffer(RemotingConnection connection, ActiveMQBuffer buffer) {
        core.handleBuffer(connection, buffer);
    }

    @Override
    public boolean isProtocol(byte[] start) {
        return core.isProtocol(start);
    }

    @Override
    public boolean acceptsNoHandshake() {
        return core.acceptsNoHandshake();
    }

    @Override
    public void handshake(NettyServerConnection connection, ActiveMQBuffer buffer) {
        core.handshake(connection, buffer);
    }

    @Override
    public List<String> websocketSubprotocolIdentifiers() {
        return core.websocketSubprotocolIdentifiers();
    }

    @Override
    public void setAnycastPrefix(String prefix) {
        core.setAnycastPrefix(prefix);
    }

    @Override
    public void setMulticastPrefix(String prefix) {
        core.setMulticastPrefix(prefix);
    }

    @Override
    public Map<SimpleString, RoutingType> getPrefixes() {
        return core.getPrefixes();
    }

    @Override
    public void setSecurityDomain(String domain) {
        core.setSecurityDomain(domain);
    }

    @Override
    public String getSecurityDomain() {
        return core.getSecurityDomain();
    }

    @Override
    public R getRoutingHandler() {
        return core.getRoutingHandler();
    }
}
