package org.c4igateway.dbbridge.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the data path at one step for ever, so that a fault test can kill the process exactly there. Written
 * {@code STEP:COUNT:FILE} in system property {@code c4i.failpoint}: at the COUNTth time the step is reached the file is
 * created and the thread stops. Never set outside fault tests.
 */
final class FailPoint implements StepListener {
    private static final Logger LOG = LoggerFactory.getLogger(FailPoint.class);

    private final Step step;
    private final int count;
    private final Path marker;
    private final AtomicInteger reached = new AtomicInteger();

    private FailPoint(Step step, int count, Path marker) {
        this.step = step;
        this.count = count;
        this.marker = marker;
    }

    /** @return a listener that does nothing when {@code text} is null */
    static StepListener parse(@Nullable String text) {
        if (text == null) {
            return StepListener.NONE;
        }
        String[] parts = text.split(":", 3);
        if (parts.length != 3) {
            throw new IllegalArgumentException("c4i.failpoint: expected STEP:COUNT:FILE, got " + text);
        }
        LOG.warn("Fault test: the data path will stop at {}", text);
        return new FailPoint(Step.valueOf(parts[0]), Integer.parseInt(parts[1]), Path.of(parts[2]));
    }

    @Override
    public void reached(Step passed) {
        if (passed == step && reached.incrementAndGet() == count) {
            try {
                Files.createFile(marker);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            holdForEver();
        }
    }

    private static void holdForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
