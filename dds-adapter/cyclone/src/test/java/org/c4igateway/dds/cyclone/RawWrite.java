package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;

/** Writes samples that no codec makes. */
final class RawWrite {
    private static final int SERDATA_KIND_DATA = 2;

    private RawWrite() {}

    /**
     * @param encoded a sample with its header
     * @return whether the library takes it
     */
    static boolean of(CycloneWriter<?> writer, ByteBuffer encoded) {
        try (Arena arena = Arena.ofConfined()) {
            int bytes = encoded.remaining();
            MemorySegment sample = arena.allocate(bytes, Long.BYTES);
            sample.asByteBuffer().put(encoded);
            MemorySegment iov = arena.allocate(JAVA_LONG, 2);
            iov.setAtIndex(JAVA_LONG, 0, sample.address());
            iov.setAtIndex(JAVA_LONG, 1, bytes);
            long type = DdscEntity.sertype(writer.entity());
            long serdata = Ddsc.serdataFromIov(type, SERDATA_KIND_DATA, iov, bytes);
            return serdata != 0 && Ddsc.writeCdr(writer.entity(), serdata) == Ddsc.OK;
        }
    }
}
