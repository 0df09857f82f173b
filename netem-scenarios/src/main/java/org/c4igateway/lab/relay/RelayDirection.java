package org.c4igateway.lab.relay;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Carries frames from one device to another, with a thread that reads and one that writes. Ends with the process. */
final class RelayDirection {
    private static final int FRAME_BYTES = 2_048;

    /** Frames under way, all together 64 MB; more are dropped and counted. */
    private static final int MAX_FRAMES = 32_768;

    private final TapDevice from;
    private final TapDevice to;
    private final String name;
    private final long seed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Frame> underWay = new PriorityQueue<>();
    private final Deque<MemorySegment> free = new ArrayDeque<>();
    private final Arena arena = Arena.global();
    private DelayLine line;
    private RelaySettings settings = RelaySettings.CLEAR;
    private int allocated;
    private long order;
    private long settingsNumber;

    private long shapedPackets;
    private long shapedBytes;
    private long queueDrops;
    private long lossSeen;
    private long lost;
    private long duplicated;

    RelayDirection(String name, TapDevice from, TapDevice to, long seed) {
        this.name = name;
        this.from = from;
        this.to = to;
        this.seed = seed;
        this.line = new DelayLine(settings, new SplittableRandom(seed));
    }

    private record Frame(long dueNanos, long order, MemorySegment bytes, int length) implements Comparable<Frame> {
        @Override
        public int compareTo(Frame other) {
            int byTime = Long.compare(dueNanos, other.dueNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    void start() {
        Thread.ofPlatform().name(name + "-read").start(() -> run(this::readAll));
        Thread.ofPlatform().name(name + "-write").start(() -> run(this::writeAll));
    }

    /** Valid from the next frame on; resets the counters. The n-th settings of equal seeds make equal decisions. */
    void set(RelaySettings wanted) {
        lock.lock();
        try {
            settings = wanted;
            settingsNumber++;
            line = new DelayLine(wanted, new SplittableRandom(seed + settingsNumber));
            shapedPackets = shapedBytes = queueDrops = lossSeen = lost = duplicated = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Shaped packets and bytes, drops of the queue, packets at the place of loss, lost, doubled; separated by blanks.
     */
    String counters() {
        lock.lock();
        try {
            return shapedPackets + " " + shapedBytes + " " + queueDrops + " " + lossSeen + " " + lost + " "
                    + duplicated;
        } finally {
            lock.unlock();
        }
    }

    private void readAll() throws IOException {
        MemorySegment buffer = arena.allocate(FRAME_BYTES);
        while (true) {
            int length = from.read(buffer);
            if (length <= 0) {
                throw new IOException("the device is gone");
            }
            lock.lock();
            try {
                admit(buffer, length);
            } finally {
                lock.unlock();
            }
        }
    }

    private void admit(MemorySegment buffer, int length) {
        boolean arp = isAddressResolution(buffer);
        long now = System.nanoTime();
        long due = arp ? now : line.admit(now, length);
        if (!arp) {
            count(due, length);
        }
        if (due == DelayLine.DROPPED || due == DelayLine.LOST) {
            return;
        }
        boolean whole = !arp && !isFragment(buffer);
        send(buffer, length, due, whole ? line.flippedBit(length) : -1);
        if (!arp && line.isDoubled()) {
            duplicated++;
            send(buffer, length, due, whole ? line.flippedBit(length) : -1);
        }
    }

    private void count(long due, int length) {
        boolean shaped = settings.bitsPerSecond() > 0 && !(due == DelayLine.LOST && settings.lossBeforeShaper());
        if (due == DelayLine.DROPPED) {
            queueDrops++;
            lossSeen += settings.lossBeforeShaper() ? 1 : 0;
            return;
        }
        lossSeen++;
        lost += due == DelayLine.LOST ? 1 : 0;
        shapedPackets += shaped ? 1 : 0;
        shapedBytes += shaped ? length : 0;
    }

    private void send(MemorySegment buffer, int length, long due, int flippedBit) {
        MemorySegment copy = take();
        if (copy == null) {
            queueDrops++;
            return;
        }
        MemorySegment.copy(buffer, 0, copy, 0, length);
        if (flippedBit >= 0) {
            int place = flippedBit / Byte.SIZE;
            copy.set(JAVA_BYTE, place, (byte) (copy.get(JAVA_BYTE, place) ^ 1 << flippedBit % Byte.SIZE));
        }
        underWay.add(new Frame(due, order++, copy, length));
        changed.signal();
    }

    private @Nullable MemorySegment take() {
        MemorySegment segment = free.pollFirst();
        if (segment == null && allocated < MAX_FRAMES) {
            allocated++;
            return arena.allocate(FRAME_BYTES);
        }
        return segment;
    }

    /** EtherType 0x0806: a link under test does not lose the translation of addresses, as with fixed neighbours. */
    private static boolean isAddressResolution(MemorySegment frame) {
        return frame.get(JAVA_BYTE, 12) == 0x08 && frame.get(JAVA_BYTE, 13) == 0x06;
    }

    /**
     * IPv4 (EtherType 0x0800) with more fragments behind it or others before it. A datagram in fragments has one
     * checksum of 16 bits, in which changes of several fragments may cancel each other; so these are never altered.
     */
    private static boolean isFragment(MemorySegment frame) {
        boolean ip = frame.get(JAVA_BYTE, 12) == 0x08 && frame.get(JAVA_BYTE, 13) == 0x00;
        return ip && ((frame.get(JAVA_BYTE, 20) & 0x3f) != 0 || frame.get(JAVA_BYTE, 21) != 0);
    }

    private void writeAll() throws IOException {
        while (true) {
            Frame frame = next();
            to.write(frame.bytes(), frame.length());
            lock.lock();
            try {
                free.addFirst(frame.bytes());
            } finally {
                lock.unlock();
            }
        }
    }

    private Frame next() throws IOException {
        lock.lock();
        try {
            while (true) {
                Frame first = underWay.peek();
                if (first == null) {
                    changed.await();
                    continue;
                }
                long wait = first.dueNanos() - System.nanoTime();
                if (wait <= 0) {
                    underWay.remove();
                    return first;
                }
                var _ = changed.awaitNanos(wait);
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private void run(Work work) {
        try {
            work.run();
        } catch (IOException | RuntimeException e) {
            RelayProcess.fail(name + ": " + e);
        }
    }
}
