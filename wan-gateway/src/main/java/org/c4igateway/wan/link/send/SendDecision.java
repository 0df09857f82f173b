package org.c4igateway.wan.link.send;

/** Decision what to send next. */
public sealed interface SendDecision {
    int lane();

    /** A new frame of waiting records. */
    record NewFrame(int lane) implements SendDecision {}

    /** A frame that was lost. */
    record Repair(Frame frame) implements SendDecision {
        @Override
        public int lane() {
            return frame.lane;
        }
    }

    /** A second copy of a frame without feedback. */
    record Repeat(Frame frame) implements SendDecision {
        @Override
        public int lane() {
            return frame.lane;
        }
    }
}
