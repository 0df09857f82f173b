package org.c4igateway.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;

/**
 * Blocks the thread that passes a point for the n-th time, without end, so that a test can kill the process exactly
 * there. Thread-safe; other threads of the node go on.
 */
final class FailPoint implements StepListener {
    private final KillPoint point;
    private final int count;
    private final Path marker;
    private final AtomicInteger reached = new AtomicInteger();

    private FailPoint(KillPoint point, int count, Path marker) {
        this.point = point;
        this.count = count;
        this.marker = marker;
    }

    /** @param text {@code POINT:COUNT:FILE}; at the COUNTth pass the file is created and the thread stops */
    static FailPoint parse(String text) {
        String[] parts = text.split(":", 3);
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected POINT:COUNT:FILE, got " + text);
        }
        return new FailPoint(KillPoint.valueOf(parts[0]), Integer.parseInt(parts[1]), Path.of(parts[2]));
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
            new CountDownLatch(1).await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
