package org.c4igateway.console.page;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Notifies open pages by server-sent events that new data may exist. The pages then request the part that changes in
 * the normal way, so that language and rights are checked in one place. One daemon thread; at most {@value #MAX_PAGES}
 * pages at once; further pages do not refresh.
 */
@Controller
final class LiveFeed implements AutoCloseable {
    static final int MAX_PAGES = 64;

    private static final Duration PACE = Duration.ofSeconds(2);

    /** The browser asks again after it, with whatever rights it has then. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final Set<SseEmitter> pages = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("c4i-console-live").factory());

    LiveFeed() {
        var _ = clock.scheduleWithFixedDelay(this::tick, PACE.toMillis(), PACE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @GetMapping("/console/live")
    ResponseEntity<SseEmitter> open() {
        if (pages.size() >= MAX_PAGES) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build();
        }
        SseEmitter page = new SseEmitter(LONGEST.toMillis());
        pages.add(page);
        page.onCompletion(() -> pages.remove(page));
        page.onTimeout(page::complete);
        return ResponseEntity.ok(page);
    }

    private void tick() {
        pages.removeIf(page -> !isTold(page));
    }

    private static boolean isTold(SseEmitter page) {
        try {
            page.send(SseEmitter.event().name("tick").data(""));
            return true;
        } catch (IOException | IllegalStateException e) {
            return false; // closed, which its browser knows best
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        pages.forEach(SseEmitter::complete);
    }
}
