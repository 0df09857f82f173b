package org.c4igateway.jms.engine;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first bytes of one connection, behind TLS when there is TLS. Hands the connection on when they are those of
 * the Core protocol, and closes it at the first byte that differs. The library itself would go on with HTTP here, and
 * gather a request of any length before any login. Used by the connection's event loop alone.
 */
public final class CoreGreeting extends ByteToMessageDecoder {
    private static final byte[] START = "ARTEMIS".getBytes(StandardCharsets.US_ASCII);

    private final Strangers strangers;
    private final Rules rules;
    private final Consumer<Channel> next;
    private @Nullable Future<?> end;
    private boolean decided;

    /**
     * What holds for all connections of an engine.
     *
     * @param patience how long a connection may take, its TLS handshake included
     * @param most connections that may be undecided at a time
     * @param undecided how many are
     */
    public record Rules(Duration patience, int most, AtomicInteger undecided) {}

    /** @param next takes the connection on its event loop, with all its bytes still to come */
    CoreGreeting(Strangers strangers, Rules rules, Consumer<Channel> next) {
        this.strangers = strangers;
        this.rules = rules;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (rules.undecided().incrementAndGet() > rules.most()) {
            turnAway(context, Strangers.Reason.CROWD, "");
            return;
        }
        end = context.executor()
                .schedule(
                        () -> turnAway(context, Strangers.Reason.SILENT, ""),
                        rules.patience().toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (decided) {
            in.skipBytes(in.readableBytes());
            return;
        }
        int length = Math.min(in.readableBytes(), START.length);
        for (int i = 0; i < length; i++) {
            if (in.getByte(in.readerIndex() + i) != START[i]) {
                in.skipBytes(in.readableBytes());
                turnAway(context, Strangers.Reason.PROTOCOL, "");
                return;
            }
        }
        // The library's detection needs one byte more, and would wait for it without end.
        if (in.readableBytes() > START.length) {
            decided = true;
            next.accept(context.channel());
            context.pipeline().remove(this);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable root = cause.getCause() == null ? cause : cause.getCause();
        if (root instanceof NotSslRecordException) {
            turnAway(context, Strangers.Reason.TLS, ""); // its text repeats all that was sent
        } else if (root instanceof SSLException) {
            turnAway(context, Strangers.Reason.TLS, " (" + root.getMessage() + ")");
        } else {
            decided = true;
            var _ = context.close();
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        rules.undecided().decrementAndGet();
        Future<?> running = end;
        if (running != null) {
            running.cancel(false);
        }
    }

    private void turnAway(ChannelHandlerContext context, Strangers.Reason reason, String detail) {
        if (decided) {
            return;
        }
        decided = true;
        SocketAddress from = context.channel().remoteAddress();
        strangers.turnedAway(from, reason, detail);
        var _ = context.close();
    }
}
