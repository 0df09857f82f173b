package org.c4igateway.wan.frame;

import java.util.List;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.SessionNumber;

/**
 * The parts of a stream that a receiver has.
 *
 * @param session the stream's session, which also tells whose stream it is
 * @param highestPacket highest packet number received
 * @param packetsReceived how many different packets of the session were received, for the sender's estimate of loss
 * @param delayMicros from the arrival of the highest packet to the sending of this feedback
 * @param levels levels with something to say, each at most once
 */
public record Feedback(
        long session, long highestPacket, long packetsReceived, long delayMicros, List<LevelFeedback> levels) {
    public Feedback {
        SessionNumber.check(session);
        FrameLimits.number(highestPacket, FrameLimits.MAX_PACKET, "highest packet");
        FrameLimits.number(packetsReceived, FrameLimits.MAX_SEQUENCE, "packets received");
        FrameLimits.number(delayMicros, FrameLimits.MAX_SEQUENCE, "delay");
        levels = List.copyOf(levels);
        if (levels.stream().mapToInt(LevelFeedback::level).distinct().count() != levels.size()) {
            throw new IllegalArgumentException("a level is named twice: " + levels);
        }
    }
}
