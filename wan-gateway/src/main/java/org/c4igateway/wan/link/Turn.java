package org.c4igateway.wan.link;

/** Decision what to send next. */
sealed interface Turn {
    int lane();

    /** A new frame of waiting records. */
    record Fresh(int lane) implements Turn {}

    /** A frame that was lost. */
    record Repair(Frame frame) implements Turn {
        @Override
        public int lane() {
            return frame.lane;
        }
    }

    /** A second copy of a frame without feedback. */
    record Repeat(Frame frame) implements Turn {
        @Override
        public int lane() {
            return frame.lane;
        }
    }
}
