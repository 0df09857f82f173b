package org.c4igateway.dds.api.cdr;

import org.c4igateway.dds.api.type.KmtfFrame;

/** Order of the members of {@code kmtf::Frame} on the wire. */
final class FrameMapping {
    private FrameMapping() {}

    static int maxBytes(KmtfFrame frame) {
        return 16 + frame.body().length;
    }

    static void write(KmtfFrame frame, CdrWriter out) {
        out.octet(frame.level());
        out.octets(frame.body());
    }

    static KmtfFrame read(CdrReader in) {
        int level = in.octet();
        byte[] body = in.octets();
        return new KmtfFrame(level, body);
    }
}
