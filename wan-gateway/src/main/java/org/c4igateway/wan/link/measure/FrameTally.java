package org.c4igateway.wan.link.measure;

/**
 * Frames of one level.
 *
 * @param frames sent for the first time
 * @param repaired sent again because they were lost
 * @param repeated sent again to be sure, before anything was known about them
 * @param bytesBefore bytes of records put into frames for the first time
 * @param bytesAfter bytes of the bodies they made
 * @param wireBytes bytes on the wire of all frames, repairs and repetitions included
 */
public record FrameTally(
        long frames, long repaired, long repeated, long bytesBefore, long bytesAfter, long wireBytes) {}
