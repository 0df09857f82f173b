package org.c4igateway.wan.link.send;

/** Decision what to send next. */
public sealed interface SendDecision {
    int level();

    /** A new frame of waiting records. */
    record NewFrame(int level) implements SendDecision {}

    /** A frame that was lost. */
    record Repair(Frame frame) implements SendDecision {
        @Override
        public int level() {
            return frame.level;
        }
    }

    /** A second copy of a frame without feedback. */
    record Repeat(Frame frame) implements SendDecision {
        @Override
        public int level() {
            return frame.level;
        }
    }
}
