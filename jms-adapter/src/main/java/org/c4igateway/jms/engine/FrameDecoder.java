package org.c4igateway.jms.engine;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl;
import org.c4igateway.jms.wire.MessageCodec;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one connection. A longer one than the bound ends the connection as soon as its length is read.
 * Before the login the bound is lower; after it, it holds the largest row of any node.
 *
 * <p>Both ends of the Core protocol take the other for lost when no whole packet of it has come for some seconds. On a
 * narrow link a large message takes longer, and the client's pings and their answers wait behind it. So while the bytes
 * of a frame come, the client's last ping is handed on again every second: the engine counts the client as alive, and
 * its answer tells the client the same of the engine. When no more bytes come, no ping does. Used by the connection's
 * event loop alone, but for {@link #loggedIn}.
 */
final class FrameDecoder extends LengthFieldBasedFrameDecoder {
    /** No frame is as long; the connection ends. */
    private static final long NO_FRAME = Long.MAX_VALUE >> 1;

    private static final long PING_NANOS = Duration.ofSeconds(1).toNanos();
    /** A ping has 21; whoever sends a longer one gets no help. */
    private static final int MAX_PING_BYTES = 64;

    /** Envelope around a payload; receipts, announcements and what comes before a login are smaller than this. */
    private static final int ENVELOPE_BYTES = 5 << 20;

    /**
     * Longest frame, and longest message in chunks. Not the limit of this node: larger rows are refused with a receipt,
     * without which their origin would send them again without end.
     */
    static final int MAX_BYTES = MessageCodec.MAX_WIRE_BYTES + ENVELOPE_BYTES;

    private final LongSupplier nanoTime;
    private volatile int maxFrameBytes = ENVELOPE_BYTES;
    private byte @Nullable [] ping;
    private long pingNanos;

    /** @param nanoTime as {@link System#nanoTime} */
    FrameDecoder(LongSupplier nanoTime) {
        super(MAX_BYTES, 0, Integer.BYTES);
        this.nanoTime = nanoTime;
    }

    /** The connection belongs to a node, or to who has its credentials. Any thread. */
    void loggedIn() {
        maxFrameBytes = MAX_BYTES;
    }

    @Override
    protected long getUnadjustedFrameLength(ByteBuf buffer, int offset, int length, ByteOrder order) {
        long bytes = super.getUnadjustedFrameLength(buffer, offset, length, order);
        return bytes > maxFrameBytes ? NO_FRAME : bytes;
    }

    @Override
    protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
        Object frame = super.decode(context, in);
        byte[] last = ping;
        if (frame == null
                && last != null
                && in.isReadable()
                && context.channel().isActive()) {
            long now = nanoTime.getAsLong();
            if (now - pingNanos >= PING_NANOS) {
                pingNanos = now;
                context.fireChannelRead(body(context, last));
            }
        }
        return frame;
    }

    private static ByteBuf body(ChannelHandlerContext context, byte[] frame) {
        return context.alloc().buffer(frame.length).writeBytes(frame).skipBytes(Integer.BYTES);
    }

    /**
     * Hands each frame on as a copy without its length, as the library's own decoder does: what is kept of it outlives
     * the socket's buffer.
     */
    @Override
    protected ByteBuf extractFrame(ChannelHandlerContext context, ByteBuf buffer, int index, int length) {
        if (length > Integer.BYTES
                && length <= MAX_PING_BYTES
                && buffer.getByte(index + Integer.BYTES) == PacketImpl.PING) {
            byte[] bytes = new byte[length];
            buffer.getBytes(index, bytes);
            ping = bytes;
            pingNanos = nanoTime.getAsLong();
        }
        ByteBuf frame = context.alloc().buffer(length);
        frame.writeBytes(buffer, index, length);
        return frame.skipBytes(Integer.BYTES);
    }
}
