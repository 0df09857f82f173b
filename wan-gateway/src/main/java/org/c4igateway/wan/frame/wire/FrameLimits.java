package org.c4igateway.wan.frame.wire;

/** Sizes and bounds of what crosses the WAN. */
public final class FrameLimits {
    /** Largest frame on the wire, from the Ethernet header to the last byte of RTPS. */
    public static final int WIRE_BYTES = 1_400;

    /**
     * What Ethernet, IP, UDP, RTPS and CDR add to a body: Ethernet 14, IPv4 20, UDP 8, RTPS header 20, INFO_TS 12, DATA
     * 24, encapsulation 4, level octet with padding 4, length 4. As captured from Cyclone DDS: a body of 1,288 bytes
     * makes a frame of 1,398. A provider that puts INFO_DST before each sample adds 16; give its links smaller
     * datagrams.
     */
    public static final int AROUND_BODY_BYTES = 14 + 20 + 8 + 20 + 12 + 24 + 4 + 4 + 4;

    /**
     * Largest body of a {@code kmtf::Frame} sample: what is left of a frame, a multiple of four since RTPS pads to
     * that.
     */
    public static final int BODY_BYTES = (WIRE_BYTES - AROUND_BODY_BYTES) / 4 * 4;

    /** Clear header of a datagram. */
    public static final int HEADER_BYTES = 16;

    /** Authentication tag at the end of a sealed datagram; absent when nothing is sealed. */
    public static final int TAG_BYTES = 16;

    /** One level for each precedence, 0 FLASH to 3 ROUTINE. */
    public static final int LEVELS = 4;

    /** Largest packet number: 48 bits. At 100,000 datagrams a second they last 89 years. */
    public static final long MAX_PACKET = (1L << 48) - 1;

    /** Largest level sequence and largest count of packets. */
    public static final long MAX_SEQUENCE = (1L << 48) - 1;

    /** Most level sequences one feedback speaks about, from the next expected one upwards. */
    public static final int MAX_FEEDBACK_SPAN = 1 << 16;

    /** Most level sequences that a sender may be ahead of what a receiver expects next. */
    public static final int MAX_AHEAD = 1 << 21;

    /** Most feedback blocks in one datagram: a stream that hears several others answers them together. */
    public static final int MAX_FEEDBACKS = 15;

    /** Most bytes of chunks in one body, counted after decompression; keeps what a body can grow to within bounds. */
    public static final int MAX_UNPACKED = 1 << 16;

    private FrameLimits() {}

    public static int level(int level) {
        if (level < 0 || level >= LEVELS) {
            throw new IllegalArgumentException("level must be 0 to " + (LEVELS - 1) + ": " + level);
        }
        return level;
    }

    public static long number(long value, long most, String what) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(what + " must be 0 to " + most + ": " + value);
        }
        return value;
    }
}
