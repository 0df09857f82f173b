package org.c4igateway.wan.frame;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.SessionNumber;

/**
 * Content of one {@code kmtf::Frame} sample. {@link DatagramSealer} has the layout.
 *
 * @param session of the sender, see {@link SessionNumber}; never used again together with the stream's name
 * @param packet 0 to {@link FrameLimits#MAX_PACKET}; grows with every datagram of the session, repairs too
 * @param hello identity of the sender, if included
 * @param feedback about streams the sender receives, at most {@link FrameLimits#MAX_FEEDBACKS}, each of another session
 * @param data a frame of a level, if any
 * @param poll whether the sender asks for feedback at once
 */
public record Datagram(
        long session,
        long packet,
        Optional<Hello> hello,
        List<Feedback> feedback,
        Optional<DataFrame> data,
        boolean poll) {
    public Datagram {
        SessionNumber.check(session);
        FrameLimits.number(packet, FrameLimits.MAX_PACKET, "packet number");
        Objects.requireNonNull(hello);
        Objects.requireNonNull(data);
        feedback = List.copyOf(feedback);
        if (feedback.size() > FrameLimits.MAX_FEEDBACKS) {
            throw new IllegalArgumentException("more than " + FrameLimits.MAX_FEEDBACKS + " feedback blocks");
        }
    }
}
