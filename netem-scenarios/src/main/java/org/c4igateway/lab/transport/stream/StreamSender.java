package org.c4igateway.lab.transport.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.transport.End;
import org.c4igateway.lab.transport.EndSettings;
import org.jspecify.annotations.Nullable;

/**
 * Sends streams, at most {@value #WINDOW_BYTES} B ahead of what the receiver has. When the end breaks, or nothing is
 * acknowledged for the patience of the end, it opens another end, asks the receiver how far it is and goes on from
 * there. Belongs to one thread; packets come in others.
 */
final class StreamSender implements AutoCloseable {
    static final int WINDOW_BYTES = 32 << 20;

    private static final long ASK_AGAIN_MILLIS = 100;
    private static final long MEETING_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private final EndSettings settings;
    private @Nullable End end;

    /** Counts the ends; what still comes by an earlier one is dropped. Guarded by this, as all that follows. */
    private int generation;

    /** What the receiver said last, and when. */
    private Checkpoint heard = Checkpoint.beginning(Checkpoint.NO_STREAM);

    private long heardAt;
    private long longestGap;

    StreamSender(EndSettings settings) {
        this.settings = settings;
    }

    /**
     * One stream.
     *
     * @param number of the stream, another than that of the one before
     * @param chunk bytes of its chunks
     * @param volume bytes in all
     * @param killAt place at which {@code reached} is run once; 0 for never
     * @param reached called by the sending thread
     */
    record Order(int number, int chunk, long volume, long killAt, Runnable reached) {}

    /**
     * What it came to.
     *
     * @param seconds from the first chunk until the receiver had all
     * @param gapSeconds longest time without an acknowledgement
     * @param repeatedMegabytes of 1,000,000 B that were sent again
     */
    record Outcome(double seconds, double gapSeconds, double repeatedMegabytes) {}

    /** One stream under way. */
    private static final class Course {
        private final Order order;
        private final StreamContent content;
        private final Digest digest = new Digest(Digest.none());
        private long digested;
        private long next;
        private long repeated;
        private boolean reached;

        Course(Order order) {
            this.order = order;
            this.content = new StreamContent(order.number());
            this.reached = order.killAt() == 0;
        }

        int chunkBytes() {
            return (int) Math.min(order.chunk(), order.volume() - next);
        }

        byte[] chunk() {
            int bytes = chunkBytes();
            byte[] packet = new byte[Packet.HEADER_BYTES + bytes];
            ByteBuffer chunk = Packet.chunk(order.number(), next, packet);
            content.write(next, chunk.duplicate());
            if (next == digested) {
                digest.add(chunk);
                digested += bytes;
            }
            next += bytes;
            return packet;
        }

        /** Goes on from there. */
        void from(long place) {
            repeated += next - place;
            next = place;
        }

        void acknowledged(long place) {
            if (!reached && place >= order.killAt()) {
                reached = true;
                order.reached().run();
            }
        }
    }

    /**
     * Blocks until the receiver has all of a stream.
     *
     * @throws IOException when it has other bytes, or is not there for a minute
     */
    Outcome send(Order order) throws IOException, InterruptedException {
        Course course = new Course(order);
        meet(order);
        long begun = System.nanoTime();
        begin(begun);
        while (progress(order) < order.volume()) {
            if (!advance(course)) {
                close();
                meet(order);
                course.from(progress(order));
            }
        }
        double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        if (!Arrays.equals(heard().digest(), course.digest.value())) {
            throw new IOException("the receiver has other bytes of the stream with chunks of " + order.chunk() + " B");
        }
        return new Outcome(seconds, gap() / NANOS_PER_SECOND, course.repeated / BYTES_PER_MEGABYTE);
    }

    /** Sends a chunk, or waits where the receiver is behind; returns whether the end still works. */
    private boolean advance(Course course) throws InterruptedException {
        End opened = end;
        long acknowledged = progress(course.order);
        course.acknowledged(acknowledged);
        long ahead = course.next + course.chunkBytes() - acknowledged;
        if (course.next == course.order.volume() || (ahead > WINDOW_BYTES && course.next > acknowledged)) {
            return awaitMore(acknowledged);
        }
        try {
            if (opened == null) {
                return false;
            }
            opened.send(course.chunk());
            return true;
        } catch (IOException e) {
            return false; // the receiver is gone, or its end is: it is asked how far it is
        }
    }

    /** Opens an end and says HELLO until the receiver tells how far it is. */
    private void meet(Order order) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + MEETING_NANOS;
        forget();
        while (heard().stream() != order.number()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("no receiver within 60 s");
            }
            try {
                End opened = end;
                if (opened == null) {
                    int mine = nextGeneration();
                    opened = End.open(settings, bytes -> accept(mine, bytes));
                    end = opened;
                }
                opened.send(Packet.hello(order.number(), order.volume()));
            } catch (IOException e) {
                close(); // not there yet
            }
            awaitAnswer(order.number());
        }
    }

    private synchronized void awaitAnswer(int stream) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS);
        while (heard.stream() != stream && System.nanoTime() < deadline) {
            wait(ASK_AGAIN_MILLIS);
        }
    }

    private synchronized boolean awaitMore(long acknowledged) throws InterruptedException {
        while (heard.at() == acknowledged) {
            long left = settings.patience().toNanos() - (System.nanoTime() - heardAt);
            if (left <= 0) {
                return false;
            }
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
        return true;
    }

    private void accept(int by, byte[] bytes) {
        try {
            Packet packet = Packet.read(bytes);
            byte[] digest = new byte[Digest.BYTES];
            packet.rest().get(digest);
            hear(by, new Checkpoint(packet.stream(), packet.at(), digest), System.nanoTime());
        } catch (IOException e) {
            throw new IllegalStateException("the receiver says something else", e);
        }
    }

    private synchronized int nextGeneration() {
        return ++generation;
    }

    private synchronized void hear(int by, Checkpoint told, long now) {
        if (by != generation || (told.stream() == heard.stream() && told.at() < heard.at())) {
            return;
        }
        longestGap = Math.max(longestGap, now - heardAt);
        heardAt = now;
        heard = told;
        notifyAll();
    }

    private synchronized void forget() {
        heard = Checkpoint.beginning(Checkpoint.NO_STREAM);
    }

    private synchronized void begin(long now) {
        heardAt = now;
        longestGap = 0;
    }

    private synchronized Checkpoint heard() {
        return heard;
    }

    private synchronized long gap() {
        return longestGap;
    }

    private long progress(Order order) {
        Checkpoint last = heard();
        return last.stream() == order.number() ? last.at() : 0;
    }

    /** Closes the end, also one that is broken. */
    @Override
    public void close() {
        End opened = end;
        end = null;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                // it is not used again
            }
        }
    }
}
