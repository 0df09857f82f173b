package org.c4igateway.wan.link;

/** What is sent next. */
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

    /** A frame of which nothing is known yet, sent again to be sure. */
    record Repeat(Frame frame) implements Turn {
        @Override
        public int lane() {
            return frame.lane;
        }
    }
}
