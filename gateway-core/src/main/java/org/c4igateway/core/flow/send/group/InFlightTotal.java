package org.c4igateway.core.flow.send.group;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.c4igateway.core.message.Precedence;

/**
 * Bounds what all groups of a process hold in memory together, in bytes. Without it a node with many destinations, each
 * with a backlog of large rows, would run out of memory though each group keeps to its own bound. Nothing is restricted
 * while all groups could fill their bounds at once.
 *
 * <p>A quarter is divided equally: each precedence of each group has its part, whatever the others hold. So a
 * destination that does not confirm holds up no other, and FLASH finds room. The rest is for those that need more. Of
 * this a precedence of a group may hold twice of what stays free, so one alone has two thirds of it, and there is
 * always some left for the next. The bound is exceeded by the first row of a read, which always fits, and for a while
 * when groups come and each has a smaller part.
 *
 * <p>Thread-safe; does not block for long.
 */
public final class InFlightTotal {
    private static final int PRECEDENCES = Precedence.values().length;
    private static final int PART_OF_HEAP = 3;
    private static final int DIVIDED = 4;
    private static final int GREED = 2;
    /** Less than this part of what a precedence has for itself is not given: reading row by row has a cost. */
    private static final int WORTH_A_READ = 4;

    private final long maxBytes;
    private final long divided;
    private final Set<Share> shares = Collections.newSetFromMap(new IdentityHashMap<>());
    /** What one precedence of one group has for itself. */
    private long own;
    /** What the groups that are there could hold together. */
    private long bounds;
    /** What is held beyond that. */
    private long beyond;

    /** @param maxBytes what all groups may hold */
    public InFlightTotal(long maxBytes) {
        this.maxBytes = maxBytes;
        this.divided = maxBytes / DIVIDED;
    }

    /** @return a third of the heap: the rest is for what arrives, what is being read, and the program */
    public static InFlightTotal ofHeap() {
        return new InFlightTotal(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** @param bound what the group may hold by its own bound, in bytes */
    synchronized Share join(long bound) {
        Share share = new Share(bound);
        shares.add(share);
        divide();
        return share;
    }

    private void divide() {
        long present = shares.stream().filter(share -> !share.left).count();
        own = Math.max(1, divided / PRECEDENCES / Math.max(1, present));
        bounds = 0;
        beyond = 0;
        for (Share share : shares) {
            bounds += share.left ? 0 : share.bound;
            for (long held : share.held) {
                beyond += Math.max(0, held - own);
            }
        }
    }

    private synchronized long room(Share share, Precedence precedence) {
        if (bounds <= maxBytes) {
            return Long.MAX_VALUE;
        }
        long held = share.held[precedence.code()];
        long free = Math.max(0, maxBytes - divided - beyond);
        long more = (GREED * free - Math.max(0, held - own)) / (1 + GREED);
        long room = Math.max(0, own - held) + Math.max(0, more);
        return room < own / WORTH_A_READ ? 0 : room;
    }

    private synchronized long reserve(Share share, Precedence precedence, long bytes, boolean little) {
        long most = room(share, precedence);
        long granted = Math.min(bytes, little && most < Long.MAX_VALUE ? Math.min(most, own) : most);
        change(share, precedence, granted);
        return granted;
    }

    private synchronized void change(Share share, Precedence precedence, long bytes) {
        int code = precedence.code();
        beyond -= Math.max(0, share.held[code] - own);
        share.held[code] += bytes;
        beyond += Math.max(0, share.held[code] - own);
        if (share.left) {
            forgetWhenEmpty(share);
        }
    }

    private synchronized void leave(Share share) {
        share.left = true;
        divide();
        forgetWhenEmpty(share);
    }

    private void forgetWhenEmpty(Share share) {
        for (long held : share.held) {
            if (held != 0) {
                return;
            }
        }
        shares.remove(share);
    }

    /** The account of one group. */
    final class Share {
        private final long bound;
        private final long[] held = new long[PRECEDENCES];
        private boolean left;

        private Share(long bound) {
            this.bound = bound;
        }

        /** @return how many more bytes this precedence may hold now; others may take part of it at any time */
        long room(Precedence precedence) {
            return InFlightTotal.this.room(this, precedence);
        }

        /**
         * @param little whether it gets no more at once than each has for itself
         * @return how many of these bytes it may hold; it does from now on
         */
        long reserve(Precedence precedence, long bytes, boolean little) {
            return InFlightTotal.this.reserve(this, precedence, bytes, little);
        }

        /** Holds so many more, or fewer when negative. */
        void change(Precedence precedence, long bytes) {
            InFlightTotal.this.change(this, precedence, bytes);
        }

        /** The group ends. What it still holds counts until it is given back. */
        void leave() {
            InFlightTotal.this.leave(this);
        }
    }
}
