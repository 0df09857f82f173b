package org.c4igateway.dds.cyclone.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Lets a writer that offers TRANSIENT or PERSISTENT keep its history as one that offers TRANSIENT_LOCAL does. The
 * library announces such a kind, and readers that ask for it match. What it keeps for late joiners it decides by a mark
 * in the writer and one in its history cache, which it sets for TRANSIENT_LOCAL only. It reads both with each sample,
 * so they may be set between the creation of a writer and its first sample. That the marks are where this class looks
 * for them is checked before anything is changed.
 */
public final class RetainingWriter {
    private static final MethodHandle PIN = Ddsc.bind("dds_entity_pin", JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle UNPIN = Ddsc.bindVoid("dds_entity_unpin", JAVA_LONG);

    /** {@code dds_writer}: the writer of the protocol, and behind it its history cache. */
    private static final long PROTOCOL_WRITER = 632;

    /** {@code struct ddsi_writer}: its owner, its history cache, and {@code state} with the marks behind it. */
    private static final long OWNER = 232;

    private static final long CACHE = 432;
    private static final long STATE = 376;
    private static final long MARKS = STATE + 4;

    private static final int OPERATIONAL = 0;
    private static final int RELIABLE = 1;
    private static final int AS_TRANSIENT_LOCAL = 2;

    /** {@code struct whc_impl}: {@code wrinfo.writer}, and behind it a mark and three depths. */
    private static final long CACHE_OWNER = 112;

    private static final long CACHE_MARKS = CACHE_OWNER + 8;
    private static final long WRITER_DEPTH = CACHE_OWNER + 12;
    private static final long LATE_DEPTH = CACHE_OWNER + 16;
    private static final long INDEX_DEPTH = CACHE_OWNER + 20;
    private static final int IS_TRANSIENT_LOCAL = 1;

    private RetainingWriter() {}

    /**
     * Sets the marks; before the first sample.
     *
     * @param depth samples of an instance that late joiners get, 0 for all
     * @return whether the marks are where they should be; if not, nothing was changed. The layout of the build with DDS
     *     Security is not known
     */
    public static boolean retain(int writer, int depth) {
        if (LibraryFlavour.chosen() != LibraryFlavour.PLAIN) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            DdscEntity.check(Ddsc.call(PIN, writer, out.address()), "look at a writer");
            long entity = out.get(JAVA_LONG, 0);
            try {
                return retain(entity, pointer(entity + PROTOCOL_WRITER), pointer(entity + PROTOCOL_WRITER + 8), depth);
            } finally {
                Ddsc.callVoid(UNPIN, entity);
            }
        }
    }

    private static boolean retain(long entity, long writer, long cache, int depth) {
        if (pointer(writer + OWNER) != entity
                || pointer(writer + CACHE) != cache
                || pointer(cache + CACHE_OWNER) != entity) {
            return false;
        }
        int marks = number(writer + MARKS);
        int cacheMarks = number(cache + CACHE_MARKS);
        int writerDepth = number(cache + WRITER_DEPTH);
        boolean found = number(writer + STATE) == OPERATIONAL
                && (marks & (RELIABLE | AS_TRANSIENT_LOCAL)) == RELIABLE
                && (cacheMarks & IS_TRANSIENT_LOCAL) == 0
                && number(cache + LATE_DEPTH) == 0
                && number(cache + INDEX_DEPTH) == writerDepth;
        if (found) {
            set(cache + LATE_DEPTH, depth);
            set(cache + INDEX_DEPTH, Math.max(writerDepth, depth));
            set(cache + CACHE_MARKS, cacheMarks | IS_TRANSIENT_LOCAL);
            set(writer + MARKS, marks | AS_TRANSIENT_LOCAL);
        }
        return found;
    }

    private static long pointer(long address) {
        return Ddsc.MEMORY.get(JAVA_LONG, address);
    }

    private static int number(long address) {
        return Ddsc.MEMORY.get(JAVA_INT, address);
    }

    private static void set(long address, int value) {
        Ddsc.MEMORY.set(JAVA_INT, address, value);
    }
}
