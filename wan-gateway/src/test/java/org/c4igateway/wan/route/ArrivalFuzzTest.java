package org.c4igateway.wan.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.link.LinkEngine;
import org.c4igateway.wan.link.LinkParts;
import org.c4igateway.wan.link.record.LinkItem;
import org.c4igateway.wan.link.record.LinkListener;
import org.c4igateway.wan.link.record.PeerChange;
import org.c4igateway.wan.link.record.RecordOutcome;
import org.c4igateway.wan.link.settings.LinkIdentity;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.c4igateway.wan.route.site.Neighbour;

/**
 * A whole conversation with a peer that says anything: datagrams, through opener, link engine, unpacker and assembly to
 * the router. Some datagrams are nothing but bytes; others have a sound frame, or a sound record, around bytes, so that
 * the search gets behind each check.
 */
class ArrivalFuzzTest {
    private static final String LINK = "NORTH-SOUTH";
    private static final Neighbour NORTH = new Neighbour(LINK, "NORTH");
    private static final long OURS = 1_000;
    private static final long THEIRS = 2_000;
    private static final RecordCodec CODEC = new RecordCodec(RouteWorld.CATALOGUE);

    private static final String[] HOPS = {"NORTH", "SOUTH", "EAST", ""};

    private final RouteWorld world = new RouteWorld();
    private final DatagramOpener opener = new DatagramOpener("NORTH", KeyRing.unsealed());
    private final DatagramSealer sealer = new DatagramSealer("NORTH", THEIRS, KeyRing.unsealed());
    private final ChunkPacker packer = ChunkPacker.plain();
    private RouteWorld.Site south = world.addSite("SOUTH");
    private long packet;
    private final long[] sequences = new long[FrameLimits.LEVELS];

    @FuzzTest
    void takesWhateverAPeerSays(FuzzedDataProvider data) {
        world.addSite("NORTH").addNode("ALPHA");
        south = south.addNode("BRAVO");
        world.connect(LINK, "NORTH", "SOUTH");
        world.settle();
        world.greet(world.site("NORTH"), "ALPHA", south, "BRAVO");
        LinkEngine engine = engine();
        while (data.remainingBytes() > 0) {
            step(data, engine);
        }
        world.settle();
        assertThat(engine.snapshot(world.now().nanos())).isNotNull();
    }

    private LinkEngine engine() {
        Hello self = new Hello("SOUTH", 1, CODEC.catalogueIdentity(), List.of(), List.of());
        LinkParts parts = new LinkParts(
                new DatagramSealer("SOUTH", OURS, KeyRing.unsealed()),
                ChunkPacker.plain(),
                new ChunkUnpacker(List.of()),
                new ToRouter());
        return new LinkEngine(
                LinkSettings.at(1_000_000),
                new LinkIdentity(OURS, self, List.of("NORTH")),
                parts,
                world.now().nanos());
    }

    private void step(FuzzedDataProvider data, LinkEngine engine) {
        switch (data.consumeInt(0, 5)) {
            case 0 -> receive(engine, data.consumeBytes(200));
            case 1 -> receive(engine, framed(data, data.consumeBytes(200)));
            case 2 -> receive(engine, framed(data, packed(data.consumeBytes(200))));
            case 3 -> receive(engine, framed(data, packed(message(data))));
            case 4 -> new ToRouter().delivered("NORTH", Precedence.ROUTINE, data.consumeBytes(300));
            default -> {
                world.settle();
                for (int i = 0; i < 20 && engine.next(world.now().nanos()) != null; i++) {
                    world.pass(1, java.util.concurrent.TimeUnit.MILLISECONDS);
                }
            }
        }
    }

    private void receive(LinkEngine engine, byte[] bytes) {
        if (opener.open(bytes) instanceof OpenResult.Opened opened) {
            engine.receive("NORTH", opened.datagram(), world.now().nanos());
        }
    }

    private byte[] framed(FuzzedDataProvider data, byte[] body) {
        Hello hello = new Hello("NORTH", 1, CODEC.catalogueIdentity(), List.of(), List.of(OURS));
        int level = data.consumeInt(0, FrameLimits.LEVELS - 1);
        sequences[level] += data.consumeInt(0, 3);
        DataFrame frame = new DataFrame(level, sequences[level]++, 0, body);
        return sealer.seal(new Datagram(
                THEIRS, packet++, Optional.of(hello), List.of(), Optional.of(frame), data.consumeBoolean()));
    }

    private byte[] packed(byte[] record) {
        return packer.pack(List.of(record), 0, 1_200).body();
    }

    private byte[] message(FuzzedDataProvider data) {
        KmtfMessage message = world.message(
                data.consumeBoolean() ? "ALPHA" : text(data),
                data.consumeLong(),
                RouteWorld.RELIABLE,
                data.consumeBoolean() ? "BRAVO" : text(data));
        return CODEC.encode(
                new MessageRecord(message, data.consumeLong(), message.destinations(), List.of(data.pickValue(HOPS))),
                data.consumeBoolean());
    }

    /** What a wire type can hold. */
    private static String text(FuzzedDataProvider data) {
        return data.consumeAsciiString(8).replace("\0", "");
    }

    private final class ToRouter implements LinkListener {
        @Override
        public void delivered(String peer, Precedence precedence, byte[] record) {
            south.router.arrived(NORTH, precedence, record, world.now());
        }

        @Override
        public void ended(LinkItem item, RecordOutcome recordOutcome) {
            south.router.ended(LINK, item, recordOutcome, world.now());
        }

        @Override
        public void greeted(String peer, Hello hello) {
            south.router.greeted(NORTH, world.now());
        }

        @Override
        public void changed(String peer, PeerChange change, long session) {
            if (change == PeerChange.UNREADABLE) {
                south.router.unreadable(NORTH, world.now());
            }
        }
    }
}
