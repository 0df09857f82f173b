package org.c4igateway.topics.mtf.scan;

import java.util.List;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKey;

/**
 * Signs of OTH-Gold, whose MSGID line has no end mark and is followed by contact or position lines. GOLD stands first
 * in it, or behind the originator; with an end mark that is an MTF of an originator called GOLD.
 */
final class GoldDialect {
    private static final List<String> FIRST_LINES =
            List.of("CTC/", "POS/", "XPOS/", "JPOS/", "LOB/", "ELNT/", "ACOUST/", "TPOS/", "OVLY", "CIRC/", "ENDAT");
    private static final long GOLD = SetKey.pack("GOLD");

    private GoldDialect() {}

    static boolean follows(LineCursor line) {
        return FIRST_LINES.stream().anyMatch(line::startsWith);
    }

    static boolean isNamed(byte[] bytes, int from, int to) {
        return SetKey.pack(bytes, from, to) == GOLD;
    }
}
