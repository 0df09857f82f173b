package org.c4igateway.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;

/**
 * What happens to the thread that passes a point for the n-th time: it waits without end, so that a test can kill the
 * process exactly there, or it uses up the memory. Thread-safe; other threads of the node go on.
 */
final class FailPoint implements StepListener {
    private static final int BLOCK_BYTES = 1 << 20;

    private final Runnable fate;
    private final KillPoint point;
    private final int count;
    private final Path marker;
    private final AtomicInteger reached = new AtomicInteger();

    private FailPoint(Runnable fate, KillPoint point, int count, Path marker) {
        this.fate = fate;
        this.point = point;
        this.count = count;
        this.marker = marker;
    }

    /** @param text {@code POINT:COUNT:FILE}; at the COUNTth pass the file is created and the thread stops */
    static FailPoint holding(String text) {
        return parse(text, FailPoint::hold);
    }

    /** @param text {@code POINT:COUNT:FILE}; at the COUNTth pass the file is created and the memory is used up */
    static FailPoint exhausting(String text) {
        return parse(text, FailPoint::exhaust);
    }

    private static FailPoint parse(String text, Runnable fate) {
        String[] parts = text.split(":", 3);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected POINT:COUNT:FILE, got " + text);
        }
        return new FailPoint(fate, KillPoint.valueOf(parts[0]), Integer.parseInt(parts[1]), Path.of(parts[2]));
    }

    @Override
    public void reached(Step step) {
        if (point.is(step)) {
            pass();
        }
    }

    /** A point that only the transport sees. */
    void passed(KillPoint passed) {
        if (passed == point) {
            pass();
        }
    }

    private void pass() {
        if (reached.incrementAndGet() != count) {
            return;
        }
        try {
            Files.createFile(marker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fate.run();
    }

    private static void hold() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends with an error that no code of the node throws. */
    private static void exhaust() {
        List<byte[]> kept = new ArrayList<>();
        while (kept.size() < Integer.MAX_VALUE) {
            kept.add(new byte[BLOCK_BYTES]);
        }
    }
}
