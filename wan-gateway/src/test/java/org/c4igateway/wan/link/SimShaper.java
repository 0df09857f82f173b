package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.wan.frame.wire.FrameLimits;

/** A link of a rate with a short queue; feeds one channel, or all of a multicast group. */
final class SimShaper {
    private final SimTime time;
    private final long bitsPerSecond;
    final List<SimChannel> channels = new ArrayList<>();
    private long freeAtNanos;
    private long longestQueueNanos;
    long wireBytes;

    SimShaper(SimTime time, long bitsPerSecond) {
        this.time = time;
        this.bitsPerSecond = bitsPerSecond;
    }

    void send(byte[] datagram) {
        int bytes = datagram.length + FrameLimits.AROUND_BODY_BYTES;
        wireBytes += bytes;
        long start = Math.max(time.nowNanos(), freeAtNanos);
        longestQueueNanos = Math.max(longestQueueNanos, start - time.nowNanos());
        freeAtNanos = start + bytes * 8_000_000_000L / bitsPerSecond;
        channels.forEach(channel -> channel.carry(datagram, freeAtNanos));
    }

    /** The longest a datagram had to wait for others. */
    long longestQueueNanos() {
        return longestQueueNanos;
    }
}
