package org.c4igateway.wan.link.send;

import java.util.List;
import org.c4igateway.wan.link.settings.LinkSettings;

/**
 * How far levels may be ahead of receivers. Each level always has its own window; what goes beyond it, all levels
 * share, as far as a receiver has said that it keeps so much.
 */
final class SendWindow {
    private final List<SendLevel> levels;
    private final List<Receiver> receivers;
    private final int windowFrames;

    SendWindow(List<SendLevel> levels, List<Receiver> receivers, LinkSettings.Bounds bounds) {
        this.levels = levels;
        this.receivers = receivers;
        this.windowFrames = bounds.windowFrames();
    }

    /**
     * Whether there is room at the receivers for one more frame of this level.
     *
     * @param most what rate, round trip and loss ask for
     */
    boolean isOpen(SendLevel level, long most) {
        boolean anybody = false;
        for (Receiver receiver : receivers) {
            if (receiver.up && !receiver.catchingUp) {
                anybody = true;
                long ahead = ahead(receiver, level);
                if (ahead >= most || (ahead >= windowFrames && !hasSharedRoom(receiver))) {
                    return false;
                }
            }
        }
        return anybody;
    }

    private boolean hasSharedRoom(Receiver receiver) {
        long beyond = 0;
        for (SendLevel level : levels) {
            beyond += Math.max(0, ahead(receiver, level) - windowFrames);
        }
        return beyond < receiver.wideFrames;
    }

    private static long ahead(Receiver receiver, SendLevel level) {
        return level.next() - Math.max(receiver.next[level.number], level.base());
    }
}
