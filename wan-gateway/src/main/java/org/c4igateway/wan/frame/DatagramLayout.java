package org.c4igateway.wan.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.GapCode;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * Layout of a datagram, and how many bytes its blocks take. Numbers are big-endian; a varint has seven bits a byte,
 * lowest first, and takes its shortest form.
 *
 * <pre>
 *  0        version (1)
 *  1        key id, 0 = not sealed
 *  2 ..  9  session
 * 10 .. 15  packet number
 * 16 ..     blocks; sealed by AES-256-GCM with bytes 0 to 15 as associated data
 *  last 16  authentication tag; absent when not sealed
 *
 *  blocks   octet   1 HELLO follows, 2 DATA follows, 4 POLL, 8 zero, upper four bits: number of FEEDBACK blocks
 *           HELLO, FEEDBACK ..., DATA in this order
 *
 *  HELLO    varint  length of the site's name, then UTF-8
 *           8 bytes incarnation
 *           8 bytes catalogue
 *           varint  number of dictionaries, 8 bytes each
 *           varint  number of sessions heard, 8 bytes each. If the upper four bytes of the last one are 00 00 57 49,
 *                   it is none (a start in January 1970); its lower four are the window, see {@link Hello#window}.
 *                   A list that is full has none
 *
 *  FEEDBACK 8 bytes session
 *           varint  highest packet
 *           varint  highest packet + 1 - packets received
 *           varint  delay in microseconds
 *           octet   bit 0 to 3: levels that follow, lowest first; bit 4 to 7: which of these are parts. Parts go only
 *                   to peers that have told a window
 *           level    varint  next expected
 *                   varint  offset * 2 + 1 if there is more; in parts only
 *                   gaps    see {@link GapCode}
 *
 *  DATA     octet   level (0 to 3)
 *           varint  sequence
 *           varint  sequence - base
 *           body    up to the end
 * </pre>
 */
public final class DatagramLayout {
    /** Version of the layout, first byte of every datagram. */
    public static final int VERSION = 1;

    static final int HELLO = 1;
    static final int DATA = 2;
    static final int POLL = 4;
    static final int RESERVED = 8;
    private static final int FEEDBACK_SHIFT = 4;
    private static final long WINDOW = 0x0000_5749L << Integer.SIZE;
    private static final int SEQUENCE_BYTES = WireOut.varintBytes(FrameLimits.MAX_SEQUENCE);

    private DatagramLayout() {}

    /**
     * Bytes that the body of a data frame may have beside these blocks, whatever its sequence and base are.
     *
     * @param maxDatagramBytes {@link FrameLimits#BODY_BYTES}, or less on a link with smaller frames
     * @return negative when these blocks alone are too large
     */
    public static int roomForData(Optional<Hello> hello, List<Feedback> feedback, int maxDatagramBytes) {
        return room(hello, feedback, maxDatagramBytes - 2 * SEQUENCE_BYTES);
    }

    /**
     * Bytes that the body of a data frame may have beside these blocks, when it has this sequence and base or a later
     * base.
     *
     * @param maxDatagramBytes {@link FrameLimits#BODY_BYTES}, or less on a link with smaller frames
     * @return negative when these blocks alone are too large
     */
    public static int roomForData(
            Optional<Hello> hello, List<Feedback> feedback, long sequence, long base, int maxDatagramBytes) {
        int numbers = WireOut.varintBytes(sequence) + WireOut.varintBytes(sequence - base);
        return room(hello, feedback, maxDatagramBytes - numbers);
    }

    private static int room(Optional<Hello> hello, List<Feedback> feedback, int maxDatagramBytes) {
        int used = FrameLimits.HEADER_BYTES + FrameLimits.TAG_BYTES + 1 + 1;
        used += hello.map(DatagramLayout::bytes).orElse(0);
        for (Feedback block : feedback) {
            used += bytes(block);
        }
        return maxDatagramBytes - used;
    }

    /** Size of a feedback block. */
    public static int bytes(Feedback feedback) {
        WireOut out = new WireOut(64);
        write(feedback, out);
        return out.size();
    }

    /** Size of a hello block. */
    public static int bytes(Hello hello) {
        WireOut out = new WireOut(128);
        write(hello, out);
        return out.size();
    }

    static byte[] header(Datagram datagram, int keyId) {
        return new WireOut(FrameLimits.HEADER_BYTES)
                .octet(VERSION)
                .octet(keyId)
                .fixed(datagram.session(), 8)
                .fixed(datagram.packet(), 6)
                .toArray();
    }

    static WireOut blocks(Datagram datagram) {
        WireOut out = new WireOut(FrameLimits.BODY_BYTES);
        out.octet((datagram.hello().isPresent() ? HELLO : 0)
                | (datagram.data().isPresent() ? DATA : 0)
                | (datagram.poll() ? POLL : 0)
                | (datagram.feedback().size() << FEEDBACK_SHIFT));
        datagram.hello().ifPresent(hello -> write(hello, out));
        datagram.feedback().forEach(feedback -> write(feedback, out));
        datagram.data().ifPresent(data -> write(data, out));
        return out;
    }

    private static void write(Hello hello, WireOut out) {
        out.text(hello.site()).fixed(hello.incarnation(), 8).fixed(hello.catalogue(), 8);
        out.varint(hello.dictionaries().size());
        hello.dictionaries().forEach(identity -> out.fixed(identity, 8));
        boolean window = hello.window() > 0 && hello.heard().size() < Hello.MAX_HEARD;
        out.varint(hello.heard().size() + (window ? 1 : 0));
        hello.heard().forEach(session -> out.fixed(session, 8));
        if (window) {
            out.fixed(WINDOW | hello.window(), 8);
        }
    }

    private static void write(Feedback feedback, WireOut out) {
        out.fixed(feedback.session(), 8)
                .varint(feedback.highestPacket())
                .varint(feedback.highestPacket() + 1 - feedback.packetsReceived())
                .varint(feedback.delayMicros());
        int levels = 0;
        for (LevelFeedback level : feedback.levels()) {
            levels |= (level.isPart() ? 1 | 1 << FrameLimits.LEVELS : 1) << level.level();
        }
        out.octet(levels);
        for (int level = 0; level < FrameLimits.LEVELS; level++) {
            for (LevelFeedback each : feedback.levels()) {
                if (each.level() == level) {
                    out.varint(each.nextExpected());
                    if (each.isPart()) {
                        out.varint(2L * each.offset() + (each.more() ? 1 : 0));
                    }
                    GapCode.write(each.received(), out);
                }
            }
        }
    }

    private static void write(DataFrame data, WireOut out) {
        out.octet(data.level()).varint(data.sequence()).varint(data.sequence() - data.base());
        out.raw(data.body());
    }

    /** The blocks of a datagram; look at {@link WireIn#failed} before using them. */
    static Optional<Datagram> read(long session, long packet, WireIn in) {
        int flags = in.octet();
        if ((flags & RESERVED) != 0) {
            in.fail("a reserved flag is set");
        }
        Optional<Hello> hello = (flags & HELLO) == 0 ? Optional.empty() : readHello(in);
        List<Feedback> feedback = new ArrayList<>();
        for (int i = flags >>> FEEDBACK_SHIFT; i > 0 && !in.failed(); i--) {
            readFeedback(in).ifPresent(feedback::add);
        }
        Optional<DataFrame> data = (flags & DATA) == 0 ? Optional.empty() : readData(in);
        in.finish();
        if (in.failed()) {
            return Optional.empty();
        }
        return Optional.of(new Datagram(session, packet, hello, feedback, data, (flags & POLL) != 0));
    }

    private static Optional<Hello> readHello(WireIn in) {
        String site = in.text(Hello.MAX_SITE_BYTES, "length of the site's name");
        if (site.isEmpty()) {
            in.fail("the site has no name");
        }
        long incarnation = in.fixed(8);
        long catalogue = in.fixed(8);
        List<Long> dictionaries = readNumbers(in, Hello.MAX_DICTIONARIES, "number of dictionaries");
        List<Long> heard = readNumbers(in, Hello.MAX_HEARD, "number of sessions heard");
        int window = takeWindow(heard);
        if (heard.stream().anyMatch(session -> session < 0)) {
            in.fail("a session is negative");
        }
        return in.failed()
                ? Optional.empty()
                : Optional.of(new Hello(site, incarnation, catalogue, dictionaries, heard, window));
    }

    /** Takes the window off the end of the sessions; a larger one than this version knows counts as the largest. */
    private static int takeWindow(List<Long> heard) {
        if (heard.isEmpty() || (heard.getLast() & -1L << Integer.SIZE) != WINDOW) {
            return 0;
        }
        return (int) Math.min(heard.removeLast() - WINDOW, FrameLimits.MAX_AHEAD);
    }

    private static List<Long> readNumbers(WireIn in, int most, String what) {
        int count = in.count(most, what);
        List<Long> numbers = new ArrayList<>(count);
        for (int i = 0; i < count && !in.failed(); i++) {
            numbers.add(in.fixed(8));
        }
        return numbers;
    }

    private static Optional<Feedback> readFeedback(WireIn in) {
        long session = in.fixed(8);
        if (session < 0) {
            in.fail("a session is negative");
        }
        long highest = in.varint(FrameLimits.MAX_PACKET, "highest packet");
        long lost = in.varint(highest + 1, "packets lost");
        long delay = in.varint(FrameLimits.MAX_SEQUENCE, "delay");
        int levels = in.octet();
        int parts = levels >>> FrameLimits.LEVELS;
        if ((parts & ~levels) != 0) {
            in.fail("a part of a level that does not follow");
        }
        List<LevelFeedback> list = new ArrayList<>();
        for (int level = 0; level < FrameLimits.LEVELS && !in.failed(); level++) {
            if ((levels & (1 << level)) != 0) {
                list.add(readLevel(level, (parts & (1 << level)) != 0, in));
            }
        }
        return in.failed()
                ? Optional.empty()
                : Optional.of(new Feedback(session, highest, highest + 1 - lost, delay, list));
    }

    private static LevelFeedback readLevel(int level, boolean part, WireIn in) {
        long next = in.varint(FrameLimits.MAX_SEQUENCE, "next expected");
        int place = part ? in.count(2 * FrameLimits.MAX_AHEAD + 1, "offset") : 0;
        if (part && place == 0) {
            in.fail("a part that is the whole");
        }
        return new LevelFeedback(level, next, place >>> 1, (place & 1) != 0, GapCode.read(in));
    }

    private static Optional<DataFrame> readData(WireIn in) {
        int level = in.octet();
        if (level >= FrameLimits.LEVELS) {
            in.fail("level " + level);
        }
        long sequence = in.varint(FrameLimits.MAX_SEQUENCE, "sequence");
        long distance = in.varint(sequence, "distance of the base");
        byte[] body = in.rest();
        return in.failed() ? Optional.empty() : Optional.of(new DataFrame(level, sequence, sequence - distance, body));
    }
}
