package org.c4igateway.dds.api.type;

import java.util.Arrays;
import org.c4igateway.dds.api.cdr.WireLimits;

/**
 * {@code kmtf::Frame} of {@code idl/kmtf.idl}. The body is handed over and never changed.
 *
 * @param lane precedence lane, 0 to 255, 0 most urgent; key
 * @param body opaque to DDS
 */
public record KmtfFrame(int lane, byte[] body) implements WireRecord {
    public KmtfFrame {
        if (lane < 0 || lane > 255) {
            throw new IllegalArgumentException("lane does not fit an octet: " + lane);
        }
        WireLimits.checkCount(body.length, WireLimits.MAX_OCTETS, "body");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KmtfFrame that && lane == that.lane && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * lane + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return "lane " + lane + " (" + body.length + " bytes)";
    }
}
