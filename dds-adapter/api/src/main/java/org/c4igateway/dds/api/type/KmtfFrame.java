package org.c4igateway.dds.api.type;

import java.util.Arrays;
import org.c4igateway.dds.api.cdr.WireLimits;

/**
 * {@code kmtf::Frame} of {@code idl/kmtf.idl}. The body is handed over and never changed.
 *
 * @param level precedence level, 0 to 255, 0 most urgent; key
 * @param body opaque to DDS
 */
public record KmtfFrame(int level, byte[] body) implements WireRecord {
    public KmtfFrame {
        if (level < 0 || level > 255) {
            throw new IllegalArgumentException("level does not fit an octet: " + level);
        }
        WireLimits.checkCount(body.length, WireLimits.MAX_OCTETS, "body");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KmtfFrame that && level == that.level && Arrays.equals(body, that.body);
    }

    @Override
    public int hashCode() {
        return 31 * level + Arrays.hashCode(body);
    }

    @Override
    public String toString() {
        return "level " + level + " (" + body.length + " bytes)";
    }
}
