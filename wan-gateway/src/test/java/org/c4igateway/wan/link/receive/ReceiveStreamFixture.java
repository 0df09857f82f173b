package org.c4igateway.wan.link.receive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.link.measure.ReceiveCounts;
import org.c4igateway.wan.link.record.RecordAssembly;
import org.c4igateway.wan.link.settings.LinkSettings;

/** One stream of a peer that hears datagrams, and what it hands on. */
abstract class ReceiveStreamFixture {
    static final long SESSION = 77;
    static final int FLASH = Precedence.FLASH.code();
    static final int IMMEDIATE = Precedence.IMMEDIATE.code();
    static final int PRIORITY = Precedence.PRIORITY.code();
    static final int ROUTINE = Precedence.ROUTINE.code();

    final List<String> handedOn = new ArrayList<>();
    final ReceiveCounts counts = new ReceiveCounts();
    final ReceiveStream stream = new ReceiveStream(
            SESSION, LinkSettings.Bounds.DEFAULT, new ChunkUnpacker(List.of()), counts, new RecordAssembly.Output() {
                @Override
                public void record(Precedence precedence, byte[] record) {
                    handedOn.add(precedence + " " + new String(record, StandardCharsets.US_ASCII));
                }

                @Override
                public void unreadable() {
                    handedOn.add("unreadable");
                }
            });
    private long nextPacket;

    /** A packet without a frame. */
    boolean hearPacket(long packet, long nowNanos) {
        nextPacket = Math.max(nextPacket, packet + 1);
        return stream.take(
                new Datagram(SESSION, packet, Optional.empty(), List.of(), Optional.empty(), false), nowNanos);
    }

    /** A packet with a frame that holds one record, named by its sequence. */
    boolean hear(long packet, int level, long sequence) {
        nextPacket = Math.max(nextPacket, packet + 1);
        Chunk record = new Chunk(true, true, Long.toString(sequence).getBytes(StandardCharsets.US_ASCII));
        DataFrame frame = new DataFrame(level, sequence, 0, ChunkPacker.plain().repack(List.of(record)));
        return stream.take(new Datagram(SESSION, packet, Optional.empty(), List.of(), Optional.of(frame), false), 0);
    }

    /** The next packet, with a frame. */
    boolean hear(int level, long sequence) {
        return hear(nextPacket, level, sequence);
    }

    /** Frame 0 of the level, and of those from 2 to the last the ones that are named. */
    void hearOf(int level, long last, LongPredicate there) {
        hear(level, 0);
        for (long sequence = 2; sequence <= last; sequence++) {
            if (there.test(sequence)) {
                hear(level, sequence);
            }
        }
    }

    static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int bit : set) {
            bits.set(bit);
        }
        return bits;
    }
}
