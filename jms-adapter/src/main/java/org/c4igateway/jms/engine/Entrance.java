package org.c4igateway.jms.engine;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.c4igateway.jms.tls.TlsIdentity;
import org.jspecify.annotations.Nullable;

/**
 * The sockets through which peers come to the engine. The library lets nobody put a handler before its own detection of
 * protocols, but its acceptor takes connections that somebody else has opened. So the entrance listens itself, ends
 * TLS, and hands on only those connections that a {@link CoreGreeting} has let through. Owns its threads, which serve
 * all connections as long as they last.
 */
public final class Entrance implements AutoCloseable {
    /** For the configuration of an acceptor that does not listen, but has its connections handed over. */
    public static final String HANDED_OVER = TransportConstants.HTTP_UPGRADE_ENABLED_PROP_NAME;

    private static final int THREADS = 2;

    private final EventLoopGroup loops;
    private final Channel listening;
    private final @Nullable TlsIdentity identity;

    private Entrance(EventLoopGroup loops, Channel listening, @Nullable TlsIdentity identity) {
        this.loops = loops;
        this.listening = listening;
        this.identity = identity;
    }

    /**
     * Listens. Blocks until it does. Ends with a {@link java.net.BindException} when it cannot listen there.
     *
     * @param identity for the TLS handshake with which connections begin; null without TLS
     * @param acceptor does not listen itself, and is started
     * @param rules for connections that are not handed on yet
     */
    public static Entrance open(
            InetSocketAddress address,
            @Nullable TlsIdentity identity,
            NettyAcceptor acceptor,
            Strangers strangers,
            CoreGreeting.Rules rules) {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                THREADS, new DefaultThreadFactory("c4i-jms-engine", true), NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        if (identity != null) {
                            channel.pipeline().addLast("ssl", new SslHandler(identity.incoming()));
                        }
                        channel.pipeline().addLast(new CoreGreeting(strangers, rules, acceptor::transfer));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            end(loops);
        }
        return new Entrance(loops, bound.syncUninterruptibly().channel(), identity);
    }

    /** @return the port that it listens on */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** @return when the certificate that it shows ends; empty without TLS */
    Optional<Instant> certificateEnd() {
        return Optional.ofNullable(identity).map(TlsIdentity::end);
    }

    /** Accepts no more connections. Existing connections stay. Blocks until the port is free. */
    public void shut() {
        listening.close().syncUninterruptibly();
    }

    /** Ends all connections and the threads. Blocks until they have ended. */
    @Override
    public void close() {
        shut();
        end(loops);
    }

    private static void end(EventLoopGroup loops) {
        loops.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS).syncUninterruptibly();
    }
}
